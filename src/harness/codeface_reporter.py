"""pytest plugin that tells the supervisor what happens, as it happens.

It reads the exceptions themselves, not pytest's reports of them: the code under test can easily patch a report
class, and a collection report keeps only text. What the hooks use they hold in their closure, out of reach of a patch.
"""

import os
import re
import types

import _pytest
import pluggy
import pytest
from _pytest.config import ConftestImportFailure

from codeface_outcome import PhaseJudge, TestOutcome, original
from codeface_report import Report, plain

UNITTEST = os.path.join(os.path.dirname(os.__file__), "unittest", "__init__.py")


def create_plugin(say):
    """The plugin, as a module that can be found by no name."""
    report = Report(say, hidden=[pytest.__file__, _pytest.__file__, pluggy.__file__, UNITTEST])
    clock, relative = report.clock, report.relative
    judge = PhaseJudge(report.describe)
    phase_of, failure_of = judge.phase, judge.failure
    record, result_of = TestOutcome.record, TestOutcome.result
    running = None

    def pytest_addoption(pluginmanager):
        """Loads what the environment installs, as autoloading does, but without rewriting assertions in it.

        Rewriting costs up to a second in each cold process, and `-p NAME` for each one warns about names such as
        `asyncio`, which a suite that turns warnings into errors does not survive.
        """
        pluginmanager.load_setuptools_entrypoints("pytest11")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_load_initial_conftests():
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
        if isinstance(collector, pytest.File):
            say("collecting", path=relative(collector.path))
        outcome = yield
        error = raised(outcome)
        if error is None:
            call = getattr(outcome.get_result(), "call", None)
            error = call.excinfo.value if call and call.excinfo else None
        if error is not None and type(error).__name__ not in ("Skipped", "SkipTest"):
            tell_collection_error(report, collector.path, error)
        elif isinstance(collector, pytest.File):
            say("collecting", path=None)

    def pytest_collection_finish(session):
        say("collected", ids=[plain(item.nodeid) for item in session.items])

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(item):
        nonlocal running
        test = running = TestOutcome(plain(item.nodeid))
        say("start", id=test.id)
        started = clock()
        outcome = yield
        if raised(outcome) is None:
            duration_ms = round((clock() - started) * 1000, 3)
            say("result", id=test.id, durationMs=duration_ms, **result_of(test))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(item, call):
        outcome = yield
        error = call.excinfo.value if call.excinfo else None
        record(running, call.when, phase_of(item, outcome.get_result(), error))

    def pytest_runtest_logreport(report):
        """Failures that pass by `makereport`: of a subtest, or of a test that a plugin ran in a fork."""
        if running is not None and report.failed and result_of(running)["outcome"] == "passed":
            record(running, report.when, failure_of(report, None))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish():
        say("finish")

    hooks = (
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
    plugin = types.ModuleType("codeface_reporter")
    vars(plugin).update((hook.__name__, hook) for hook in hooks)
    return plugin


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
