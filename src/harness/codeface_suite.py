"""Runs one suite: its imports, its files' discovery, then each file in a process of its own on the restored tree."""

import os
import time

from codeface_child import HeadAndTail, run_child
from codeface_company import lean, leans
from codeface_confirm import confirm
from codeface_merge import Merge, alone_result
from codeface_transcript import Transcript
from codeface_validation import is_clean, validate
from codeface_verdict import CRASHED, ENVIRONMENT_FAULT, judge, judge_discovery, judge_imports, judge_trial

# What the child runs, as a reader of the result knows it.
SHOWN = {"imports": ["python", "-m", "codeface_import_check"]}
PYTEST = ["python", "-m", "pytest"]
# Told to plugins of these names, so that one process runs every test and only tests decide the exit status.
PLUGIN_OPTIONS = {"xdist": ["-n0"], "pytest_cov": ["--no-cov"]}

OUT_OF_TIME = "There was no time left to try it on every variant."


class Interrupted(Exception):
    """What hit a suite may be its neighbour's doing, so it deserves a try by itself."""


class Suite:
    def __init__(self, job, workspace, nursery, deadline, alone):
        self._job = job
        self._workspace = workspace
        self._nursery = nursery
        self._deadline = deadline
        self._alone = alone

    def run(self):
        survey = self._nursery.survey()
        if not survey["pytest"]:
            detail = "pytest is not installed in this environment: add it to what is prepared."
            return alone_result(ENVIRONMENT_FAULT, detail)
        job = self._job
        if job["mustImport"]:
            output = HeadAndTail()
            transcript, ended = self._child(self._task("imports", job["mustImport"]), output)
            decided = judge_imports(transcript, ended)
            if decided is not None:
                command = SHOWN["imports"] + job["mustImport"]
                return dict(decided, command=command, output=output.text())
        options = [option for name in self._plugins(survey) for option in PLUGIN_OPTIONS.get(name, [])]
        has_coverage = survey["coverage"] and "coverage" not in self._workspace.modules()
        records = {name: job[name] for name in ("recordsLines", "recordsFunctions")}
        records["recordsLines"] &= has_coverage
        if job["trial"] is None:
            return self._run_files(options, records)
        return self._validated(job["trial"], options, records)

    def _validated(self, trial, options, records):
        """The suite in an order that is drawn, with all that it is put to when it passes so."""
        first, *others = trial["orders"]
        result = self._run_files(options, records, first)
        if not is_clean(result):
            return result

        def run(order):
            return self._run_files(options, {}, order)

        def run_example(path):
            task = self._files_task("files", options, [path], [path], None)
            output = HeadAndTail()
            return judge(*self._child(task, output), output.text())

        def try_variants(path, **more):
            return self._try_variants(path, options, **more)

        files = list(dict.fromkeys(map(path_of, self._job["targets"])))
        return dict(result, trial=validate(trial, result, files, others, run, try_variants, run_example))

    def _try_variants(self, path, options, **more):
        """Transcript of a file of tests on the variants of its component, and what went wrong, if anything."""
        transcript, wrong = self._varied(path, options, only=None, **more)
        if wrong is not None:
            return transcript, wrong
        collected = transcript.collected

        def run(variant, places, until):
            only = {"variant": variant, "places": places, "until": until}
            again, hindrance = self._varied(path, options, only=only, **more)
            is_same = hindrance is None and len(again.collected) == len(collected)
            return again.confirmed if is_same else None

        confirm(transcript.trial, collected, run)
        return transcript, OUT_OF_TIME if time.monotonic() >= self._deadline else None

    def _varied(self, path, options, **more):
        task = self._files_task("trial", options, self._job["targets"], [path], None, patience=self._patience(), **more)
        output = HeadAndTail()
        transcript, ended = self._child(task, output)
        return transcript, judge_trial(transcript, ended, output.text())

    def _patience(self):
        return self._job["testTimeoutMs"] / 1000

    def _run_files(self, options, records, order=None):
        command = PYTEST + pytest_arguments(options, self._job["targets"], self._job["arguments"])
        files, found, settings = self._named_files(), None, "root"
        if files is None:
            output = HeadAndTail()
            arguments = pytest_arguments(options, map(path_of, self._job["targets"]), self._job["arguments"])
            found, ended = self._child(self._task("discovery", arguments), output)
            decided = judge_discovery(found, ended, output.text())
            if decided is not None:
                return dict(decided, command=command, output=output.text())
            files, settings = found.files, {"file": found.settings}
        merge = Merge(command, found.collection_errors if found else [])
        output = HeadAndTail()

        def run(paths, company=None):
            reached = [one for one in self._job["targets"] if any(reaches(path_of(one), path) for path in paths)]
            targets = reached if company is None else self._job["targets"]
            more = dict(records, settings=settings, order=order)
            task = self._files_task("files", options, targets, paths, company, **more)
            own = HeadAndTail()
            return judge(*self._child(task, output, own), own.text())

        for path in files:
            if time.monotonic() >= self._deadline:
                merge.add_not_reached(path)
            else:
                merge.add(path, run([path]))
        if self._job["company"] is not None and found is not None and len(files) > 1:
            self._retry(merge, run, **self._job["company"])
        return merge.result(output.text())

    def _retry(self, merge, run, files="all", tests=None):
        """Files that failed alone, with all the others imported, which they may lean on without knowing it."""
        failing = merge.failing(tests)
        if not failing or time.monotonic() >= self._deadline:
            return
        together = run(failing, company=files)
        for path in failing:
            alone = merge.of(path)
            if leans(alone, together, tests) and time.monotonic() < self._deadline:
                merge.add(path, lean(alone, together, run([path]), tests))

    def _named_files(self):
        """The files that the targets name one by one; None when pytest has to find them."""
        paths = list(dict.fromkeys(map(path_of, self._job["targets"])))
        is_plain = paths and not self._job["arguments"] and all(path in self._workspace.tree.files for path in paths)
        return paths if is_plain else None

    def _child(self, task, *outputs):
        """Transcript and ending of one child, on a fresh workspace; its output goes to each of the outputs."""
        environment = self._workspace.refresh()
        transcript = Transcript(self._job["testTimeoutMs"] / 1000)
        is_cold = self._job["cold"]
        start = lambda ends: self._nursery.start(task, self._workspace, environment, ends, is_cold)
        ended = run_child(start, transcript, Tee(outputs), self._deadline, self._nursery.spared())
        if ended.from_outside() and not self._alone:
            raise Interrupted
        return transcript, ended

    def _files_task(self, kind, options, targets, paths, company, **more):
        arguments = pytest_arguments(options, targets, self._job["arguments"])
        shared = {"paths": paths, "company": company, "settings": "root", "order": None}
        records = {"recordsLines": False, "recordsFunctions": False}
        return self._task(kind, arguments, **dict(shared, **dict(records, **more)))

    def _task(self, kind, arguments, **more):
        own, roots = self._job["own"], self._workspace.roots()
        return dict(more, kind=kind, arguments=list(arguments), roots=roots, own=own)

    def _plugins(self, survey):
        return sorted({*survey["plugins"], *self._workspace.own_plugins()})


class Tee:
    def __init__(self, listeners):
        self._listeners = listeners

    def hear(self, chunk):
        for listener in self._listeners:
            listener.hear(chunk)


def run_suite(job, workspace, nursery, deadline, alone):
    """A result, or `interrupted`."""
    started, cold_starts = time.monotonic(), nursery.cold_starts
    try:
        result = Suite(job, workspace, nursery, deadline, alone).run()
    except Interrupted:
        return {"status": "interrupted"}
    except Exception as error:  # no process could be made, or the tree not restored: this job's alone
        result = alone_result(CRASHED, "The suite could not be run: %s: %s" % (type(error).__name__, error))
    isolation = "forked" if nursery.cold_starts == cold_starts else "cold"
    return dict(result, isolation=isolation, durationMs=round((time.monotonic() - started) * 1000))


def pytest_arguments(options, targets, more):
    """The project's own settings hold, except that one failure must not hide the others."""
    own = ["--rootdir=.", "--continue-on-collection-errors", "--maxfail=0", "--color=no"]
    # `./` keeps a target from being read as an option or a file of arguments.
    return own + options + more + ["./" + target for target in targets]


def path_of(target):
    """The path of a node id, as pytest splits it."""
    return os.path.normpath(target.split("::")[0])


def reaches(target, path):
    return target in (".", path) or path.startswith(target + "/")
