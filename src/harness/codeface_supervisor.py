"""Runs suites, each in a cold process and a folder of its own, and tells the results between two marker lines.

Usage: python codeface_supervisor.py JOBS.json, in the folder that the paths in it are relative to. It imports
neither pytest nor anything under test: the clock, the exit status and its output cannot be patched from there.
"""

import ctypes
import importlib.metadata
import importlib.util
import json
import os
import sys
import threading
import time

from codeface_child import run_child
from codeface_transcript import Transcript
from codeface_verdict import CRASHED, ENVIRONMENT_FAULT, judge, judge_imports

PROGRAM = os.path.dirname(os.path.realpath(__file__))
START = os.path.join(PROGRAM, "codeface_start.py")
# What the child runs, as a reader of the result knows it.
SHOWN = {"pytest": ["pytest"], "imports": ["codeface_import_check"]}
PR_SET_DUMPABLE = 4
# Told to plugins of these names, so that one process runs every test and only tests decide the exit status.
PLUGIN_OPTIONS = {"xdist": ["-n0"], "pytest_cov": ["--no-cov"]}


def main(path):
    shield()
    with open(path, encoding="utf-8") as file:
        batch = json.load(file)
    os.unlink(path)  # it holds the nonce, and the code under test runs as the same user
    results = run_jobs(batch["jobs"], time.monotonic() + batch["deadlineMs"] / 1000, batch["workers"])
    marker = "codeface %s" % batch["nonce"]
    lines = ["", marker + " begin", *map(json.dumps, results), marker + " end"]
    print("\n".join(lines), flush=True)


def shield():
    """Closes this process's memory and descriptors to others of the same user, where prctl(2) can."""
    try:
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    except (OSError, AttributeError):
        pass


def run_jobs(jobs, deadline, workers):
    """One result a job, in order; a job that the deadline left untouched is `not-started`."""
    results = [{"status": "not-started"} for _ in jobs]
    waiting = iter(range(len(jobs)))
    turn = threading.Lock()
    options = plugin_options()

    def work():
        while True:
            with turn:
                index = next(waiting, None)
            if index is None or (index > 0 and time.monotonic() >= deadline):
                return
            results[index] = run_job(jobs[index], options, deadline, alone=len(jobs) == 1)

    threads = [threading.Thread(target=work) for _ in range(min(workers, len(jobs)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def run_job(job, options, deadline, alone):
    """A result, or `interrupted`: what hit it may be its neighbour's doing, so it deserves a try by itself."""
    started = time.monotonic()
    try:
        result = run_suite(job, options, deadline, alone)
    except Interrupted:
        return {"status": "interrupted"}
    except Exception as error:  # no process could be made, or a report that defies reading: this job's alone
        result = failure(CRASHED, "The suite could not be run: %s: %s" % (type(error).__name__, error))
    return dict(result, durationMs=round((time.monotonic() - started) * 1000))


class Interrupted(Exception):
    pass


def run_suite(job, options, deadline, alone):
    if importlib.util.find_spec("pytest") is None:
        detail = "pytest is not installed in this environment: add it to what is prepared."
        return failure(ENVIRONMENT_FAULT, detail)
    os.makedirs(job["folder"], exist_ok=True)
    folder = os.path.realpath(job["folder"])
    timeout = job["testTimeoutMs"] / 1000
    environment = child_environment(folder, job["sourceRoots"])

    def run(kind, arguments):
        transcript = Transcript(timeout)
        ended = run_child([sys.executable, START, kind] + arguments, folder, environment, transcript, deadline)
        if ended.from_outside() and not alone:
            raise Interrupted
        return transcript, ended, ["python", "-m"] + SHOWN[kind] + arguments

    if job["mustImport"]:
        transcript, ended, command = run("imports", job["mustImport"])
        decided = judge_imports(transcript, ended, command)
        if decided is not None:
            return decided
    transcript, ended, command = run("pytest", pytest_arguments(job["targets"], options))
    return judge(transcript, ended, command)


def child_environment(folder, source_roots):
    roots = [os.path.join(folder, root) for root in source_roots]
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return dict(
        inherited,
        CODEFACE_PATH=os.pathsep.join(roots + [folder]),
        PYTHONDONTWRITEBYTECODE="1",
        PYTHONHASHSEED="0",
        PYTHONNOUSERSITE="1",
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
    )


def plugin_options():
    entries = (entry for found in importlib.metadata.distributions() for entry in found.entry_points)
    names = sorted({entry.name for entry in entries if entry.group == "pytest11"})
    return [option for name in names for option in PLUGIN_OPTIONS.get(name, [])]


def pytest_arguments(targets, options):
    """The project's own settings hold, except that one failure must not hide the others."""
    own = ["--rootdir=.", "--continue-on-collection-errors", "--maxfail=0", "--color=no"]
    # `./` keeps a target from being read as an option or a file of arguments.
    return own + options + ["./" + target for target in targets]


def failure(status, detail):
    return {
        "status": status,
        "detail": detail,
        "command": [],
        "exitCode": None,
        "tests": [],
        "collectionErrors": [],
        "output": "",
    }


if __name__ == "__main__":
    main(sys.argv[1])
