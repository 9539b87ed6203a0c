"""What became of one test, from its three phases and from the exceptions that ended them."""

import re

import pytest

from codeface_report import first_line

FAILED = "failed"
# How pytest before 8.4 skips an `async def` test that no plugin runs.
UNSERVED, UNSERVED_OUTCOME = "async def function and no async plugin installed", "error"
# Of a test whose body nobody was seen to call: a protocol of the project's own can say what it likes.
UNSEEN = {"outcome": "error", "errorType": "Unseen", "message": "It was not seen to run.", "trace": []}
WRAPPERS = ("CollectError", "ConftestImportFailure", "PluginImportFailure")


class TestOutcome:
    """One test by phase; a phase that failed stays failed, whatever is reported after it."""

    __test__ = False

    def __init__(self, node_id):
        self.id = node_id
        self._phases = {}

    def record(self, when, phase):
        if when == "setup":  # a plugin that runs a test again starts here
            self._phases = {}
        elif when != "teardown":  # a plugin that runs a test in a fork has words of its own
            when = "call"
        if self._phases.get(when, {}).get("outcome") != FAILED:
            self._phases[when] = phase

    def result(self):
        """One outcome for the three: what broke around a test is an error, not a failure."""
        for when, outcome in (("setup", "error"), ("call", FAILED), ("teardown", "error")):
            phase = self._phases.get(when, {})
            if phase.get("outcome") == FAILED:
                return dict(phase, outcome=outcome)
        setup = self._phases.get("setup", UNSEEN)
        return setup if setup["outcome"] != "passed" else self._phases.get("call", UNSEEN)


class PhaseJudge:
    def __init__(self, describe):
        self._describe = describe
        self._excuses = (pytest.skip.Exception, pytest.xfail.Exception)

    def phase(self, item, report, error):
        """What pytest made of a phase, unless it says less than the exception that was raised in it."""
        said = self._said(report, error)
        excused = isinstance(error, self._excuses) or expects_failure(item)
        if said["outcome"] != FAILED and error is not None and not excused:
            return dict(self._describe(error), outcome=FAILED)
        return said

    def failure(self, report, error):
        absent_fixture = getattr(report.longrepr, "errorstring", None)
        if error is not None and not absent_fixture:
            return dict(self._describe(original(error)), outcome=FAILED)
        crash = getattr(report.longrepr, "reprcrash", None)
        message = first_line(absent_fixture or getattr(crash, "message", report.longrepr))
        kind = type(error).__name__ if error is not None else "Failed"
        return {"outcome": FAILED, "errorType": kind, "message": message, "trace": []}

    def _said(self, report, error):
        if report.outcome == FAILED:
            return self.failure(report, error)
        if hasattr(report, "wasxfail"):
            reason = first_line(re.sub("^reason: ?", "", report.wasxfail))
            return {"outcome": "xfailed" if report.outcome == "skipped" else "xpassed", "message": reason}
        if report.outcome == "skipped":
            reason = first_line(error or report.longrepr)
            if reason.startswith(UNSERVED):
                return dict(self._describe(error), outcome=UNSERVED_OUTCOME, unserved=True, trace=[])
            return {"outcome": "skipped", "message": reason}
        return {"outcome": "passed"}


def expects_failure(item):
    return next(item.iter_markers("xfail"), None) is not None


def original(error):
    """The exception behind those that pytest wraps around a failing import."""
    wrapped = type(error).__name__ in WRAPPERS or "Error importing plugin" in first_line(error)
    # pytest 7 keeps a conftest's exc_info and chains nothing.
    cause = error.__cause__ or getattr(error, "excinfo", (None, None))[1]
    return original(cause) if wrapped and cause is not None else error
