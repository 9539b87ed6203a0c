"""pytest plugin (`-p codeface_reporter`) that tells the supervisor what happens, as it happens.

It reads the exceptions themselves, not pytest's reports of them: the code under test can easily patch a report
class, and a collection report keeps only text.
"""

import os
import re

import _pytest
import pluggy
import pytest
from _pytest.config import ConftestImportFailure

from codeface_outcome import PhaseJudge, TestOutcome, original
from codeface_report import Report, plain

UNITTEST = os.path.join(os.path.dirname(os.__file__), "unittest", "__init__.py")
REPORT = Report(hidden=[pytest.__file__, _pytest.__file__, pluggy.__file__, UNITTEST])
JUDGE = PhaseJudge(REPORT.describe)


class Running:
    test = None


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
        tell_collection_error("conftest.py", error)


def pytest_sessionstart():
    REPORT.say("session")


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_collection():
    error = raised((yield))
    if isinstance(error, pytest.UsageError):  # a target that is not there
        for line in error.args:
            target = REPORT.relative(re.sub("^.*?not found: ", "", str(line).splitlines()[0]))
            if not target.startswith("found no collectors"):  # its file's own error has been told
                REPORT.collection_error(target, error, message=plain("not found: " + target))


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_make_collect_report(collector):
    if isinstance(collector, pytest.File):
        REPORT.say("collecting", path=REPORT.relative(collector.path))
    outcome = yield
    error = raised(outcome)
    if error is None:
        call = getattr(outcome.get_result(), "call", None)
        error = call.excinfo.value if call and call.excinfo else None
    if error is not None and type(error).__name__ not in ("Skipped", "SkipTest"):
        tell_collection_error(collector.path, error)
    elif isinstance(collector, pytest.File):
        REPORT.say("collecting", path=None)


def pytest_collection_finish(session):
    REPORT.say("collected", ids=[plain(item.nodeid) for item in session.items])


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    test = Running.test = TestOutcome(plain(item.nodeid))
    REPORT.say("start", id=test.id)
    started = REPORT.clock()
    outcome = yield
    if raised(outcome) is None:
        duration_ms = round((REPORT.clock() - started) * 1000, 3)
        REPORT.say("result", id=test.id, durationMs=duration_ms, **test.result())


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    error = call.excinfo.value if call.excinfo else None
    Running.test.record(call.when, JUDGE.phase(item, outcome.get_result(), error))


def pytest_runtest_logreport(report):
    """Failures that pass by `makereport`: of a subtest, or of a test that a plugin ran in a fork."""
    test = Running.test
    if test is not None and report.failed and test.result()["outcome"] == "passed":
        test.record(report.when, JUDGE.failure(report, None))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish():
    REPORT.say("finish")


def raised(outcome):
    return outcome.excinfo[1] if outcome.excinfo else None


def tell_collection_error(path, error):
    if isinstance(error, ConftestImportFailure):
        path = error.path
    error = original(error)
    corrections = {}
    if (
        type(error).__name__ == "ImportPathMismatchError"
    ):  # two files of one base name in folders that are no packages
        name, other, _ = error.args
        corrections["message"] = plain(
            "import file mismatch: %r is %s already" % (name, REPORT.relative(other))
        )
    REPORT.collection_error(path, error, **corrections)
