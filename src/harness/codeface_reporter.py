"""pytest plugins that tell the supervisor what happens, as it happens.

They read the exceptions themselves, not pytest's reports of them: the code under test can easily patch a report
class, and a collection report keeps only text. What the hooks use they hold in their closure, out of reach of a patch.
"""

import os
import re

import _pytest
import pluggy
import pytest
from _pytest.config import ConftestImportFailure
from _pytest.doctest import DoctestItem
from _pytest.unittest import TestCaseFunction

from codeface_canary import create_canaries
from codeface_entered import start_entered
from codeface_lines import start_lines
from codeface_outcome import PhaseJudge, TestOutcome, original
from codeface_own import create_origins
from codeface_report import Report, plain
from codeface_selection import Selection, create_discovery, is_file, plugin
from codeface_settings import forget_null, found_settings
from codeface_trial import create_trial
from codeface_variants import Variants

UNITTEST = os.path.join(os.path.dirname(os.__file__), "unittest", "__init__.py")
IDS_A_LINE = 1000
WELL = ("passed", "xpassed", "xfailed")


class Judged:
    """What the canaries need to know of the tests: some that passed, and how the last one ends late."""

    passed = None
    passed_case = None
    kinds = frozenset()  # `any`, and those of `codeface_originals` that are told by the class of the item
    late_error = None


def create_plugins(say, task):
    """The plugins of a task: those of a discovery, of the run of some files, or of their run on variants."""
    report = Report(say, hidden=[pytest.__file__, _pytest.__file__, pluggy.__file__, UNITTEST])
    if task["kind"] == "discovery":
        return [create_reporter(report), create_discovery(report)]
    selection, judged = Selection(report, task["paths"], task["company"], task["order"]), Judged()
    tell_foreign = create_origins(say, task["own"])
    if task["kind"] == "trial":
        variants = Variants(task["implementation"], task["seed"], task["mutants"])
        reporter = create_reporter(report, selection, tell_foreign=tell_foreign)
        return [reporter, selection.create_plugin(), create_trial(report, task, variants)]
    starts = {"recordsLines": start_lines, "recordsFunctions": start_entered}
    recorders = [start(report) for name, start in starts.items() if task[name]]
    recorders = [recorder for recorder in recorders if recorder is not None]
    reporter = create_reporter(report, selection, judged, recorders, tell_foreign)
    return [reporter, selection.create_plugin(), create_canaries(say, selection, judged)]


def create_reporter(report, selection=None, judged=None, recorders=(), tell_foreign=None):
    say, clock, relative, is_case = report.say, report.clock, report.relative, isinstance
    judge = PhaseJudge(report.describe)
    phase_of, failure_of = judge.phase, judge.failure
    record, result_of = TestOutcome.record, TestOutcome.result
    running = running_item = None
    told_ms = 0

    def pytest_addoption(pluginmanager):
        """Loads what the environment installs, as autoloading does, but without rewriting assertions in it.

        Rewriting costs up to a second in each cold process, and `-p NAME` for each one warns about names such as
        `asyncio`, which a suite that turns warnings into errors does not survive.
        """
        pluginmanager.load_setuptools_entrypoints("pytest11")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_load_initial_conftests(early_config):
        forget_null(early_config)
        if selection is None:
            say("settings", path=found_settings(early_config, relative))
        error = raised((yield))
        if isinstance(error, Exception):
            # Anything but a conftest that does not import is a module that one names in `pytest_plugins`.
            tell_collection_error(report, "conftest.py", error)

    def pytest_sessionstart():
        say("session")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection():
        error = raised((yield))
        if isinstance(error, pytest.UsageError):  # a target that is not there
            for line in error.args:
                target = relative(re.sub("^.*?not found: ", "", str(line).splitlines()[0]))
                if not target.startswith("found no collectors"):  # its file's own error has been told
                    report.collection_error(target, error, message=plain("not found: " + target))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_make_collect_report(collector):
        is_awaited = selection is not None and is_file(collector) and selection.holds(collector)
        if is_awaited:
            say("collecting", path=relative(collector.path))
        outcome = yield
        error = raised(outcome)
        if error is None:
            call = getattr(outcome.get_result(), "call", None)
            error = call.excinfo.value if call and call.excinfo else None
        if error is not None and type(error).__name__ not in ("Skipped", "SkipTest"):
            tell_collection_error(report, collector.path, error)
        elif is_awaited:
            say("collecting", path=None)

    def pytest_collection_finish(session):
        ids = [plain(item.nodeid) for item in session.items]
        for start in range(0, len(ids) or 1, IDS_A_LINE):
            end = start + IDS_A_LINE
            say("collected", ids=ids[start:end], last=end >= len(ids))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(item):
        nonlocal running, running_item, told_ms
        test, running_item = TestOutcome(plain(item.nodeid)), item
        running = test
        say("start", id=test.id)
        for recorder in recorders:
            recorder.begin(test.id)
        started = clock()
        outcome = yield
        for recorder in recorders:
            recorder.end(test.id)
        if raised(outcome) is None:
            told_ms = round((clock() - started) * 1000, 3)
            result = result_of(test)
            say("result", id=test.id, durationMs=told_ms, isCase=is_case(item, TestCaseFunction), **result)
            if judged is not None and result["outcome"] in WELL:
                judged.passed = item if result["outcome"] == "passed" else judged.passed
                judged.passed_case = item if is_case(item, TestCaseFunction) else judged.passed_case
                judged.kinds |= {"any"} | ({"doctest"} if is_case(item, DoctestItem) else set())

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(item, call):
        outcome = yield
        error = call.excinfo.value if call.excinfo else None
        if item is running_item:
            record(running, call.when, phase_of(item, outcome.get_result(), error))

    def pytest_runtest_logreport(report):
        """Failures that pass by `makereport`: of a subtest, or of a test that a plugin ran in a fork."""
        if running is not None and report.failed and result_of(running)["outcome"] == "passed":
            record(running, report.when, failure_of(report, None))

    def late_error(call):
        """What outlives a file's tests, such as a fixture of the session, fails the last of them, as in pytest."""
        hook = running_item.ihook
        report = hook.pytest_runtest_makereport(item=running_item, call=call)
        is_one = is_case(running_item, TestCaseFunction)
        say("result", id=running.id, durationMs=told_ms, isCase=is_one, **result_of(running))
        hook.pytest_runtest_logreport(report=report)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish():
        for recorder in recorders:
            recorder.finish()
        if tell_foreign is not None:
            tell_foreign()
        say("finish")

    if judged is not None:
        judged.late_error = late_error
    return plugin(
        "codeface_reporter",
        pytest_addoption,
        pytest_load_initial_conftests,
        pytest_sessionstart,
        pytest_collection,
        pytest_make_collect_report,
        pytest_collection_finish,
        pytest_runtest_protocol,
        pytest_runtest_makereport,
        pytest_runtest_logreport,
        pytest_sessionfinish,
    )


def raised(outcome):
    return outcome.excinfo[1] if outcome.excinfo else None


def tell_collection_error(report, path, error):
    if isinstance(error, ConftestImportFailure):
        path = error.path
    error = original(error)
    corrections = {}
    if (
        type(error).__name__ == "ImportPathMismatchError"
    ):  # two files of one base name in folders that are no packages
        name, other, _ = error.args
        corrections["message"] = plain(
            "import file mismatch: %r is %s already" % (name, report.relative(other))
        )
    report.collection_error(path, error, **corrections)
