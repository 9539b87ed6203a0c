"""Judges what a child said against how it ended. Pure: values in, one result out.

The code under test shares its process with the reporter, so it can say anything; what it cannot do is make an
exit status, a collection and a set of results that contradict each other look like one honest run.
"""

import signal

from codeface_refusal import refusal

COMPLETED, TIMED_OUT, CRASHED = "completed", "timed-out", "crashed"
ENVIRONMENT_FAULT = "environment-fault"
FAILING = ("failed", "error")
USAGE_ERROR, NOTHING_COLLECTED = 4, 5


def judge(transcript, ended, command):
    """The result of a suite."""
    status, detail = suite_status(transcript, ended)
    return result(status, detail, transcript, ended, command)


def judge_imports(transcript, ended, command):
    """The result of an import check that decides the job; None when the suite may run."""
    status, detail = interruption(transcript, ended)
    if status is None and not (transcript.finished and transcript.said_exit_code == ended.exit_code == 0):
        status = CRASHED
        detail = "%s while importing %s." % (ending(ended.exit_code), transcript.collecting or "nothing")
    if status is None and not transcript.collection_errors:
        return None
    return result(status or COMPLETED, detail, transcript, ended, command)


def result(status, detail, transcript, ended, command):
    tests, errors = list(transcript.tests.values()), list(transcript.collection_errors)
    if status in (TIMED_OUT, CRASHED):
        kind = "Timeout" if status == TIMED_OUT else "Crash"
        blame = {"errorType": kind, "message": detail, "trace": []}
        if transcript.in_flight is not None:
            tests.append(dict(blame, id=transcript.in_flight, outcome="failed", durationMs=0))
        elif transcript.collecting is not None:
            errors.append(dict(blame, path=transcript.collecting))
    return {
        "status": status,
        "detail": detail,
        "command": command,
        "exitCode": ended.exit_code,
        "tests": tests,
        "collectionErrors": errors,
        "output": ended.output,
    }


def interruption(transcript, ended):
    """Status and detail when the child was stopped or its report is unreadable, else (None, '')."""
    if ended.by != "exit":
        subject = transcript.in_flight or transcript.collecting or "The process"
        limit = "%g s" % transcript.patience() if ended.by == "silence" else "the time of the whole run"
        return TIMED_OUT, "%s did not end within %s." % (subject, limit)
    if transcript.garbled:
        return CRASHED, "The report cannot be trusted: it holds lines that the reporter never writes."
    return None, ""


def suite_status(transcript, ended):
    status, detail = interruption(transcript, ended)
    code = ended.exit_code
    if status is not None:
        return status, detail
    if transcript.collection_errors and (code == USAGE_ERROR or not transcript.began):
        return COMPLETED, ""  # a conftest that does not import, or a target that is not there
    if not transcript.began:
        reason = refusal(ended.output, code == USAGE_ERROR)
        if reason:
            return ENVIRONMENT_FAULT, reason
        return CRASHED, ending(code) + " before the session began."
    if not transcript.finished:
        return CRASHED, "%s while running %s." % (
            ending(code),
            transcript.in_flight or transcript.collecting or "no test",
        )
    if code not in (0, 1, NOTHING_COLLECTED):
        return CRASHED, "pytest stopped before the end of its session (%s); see the output." % ending(code)
    if transcript.said_exit_code != code:
        return CRASHED, "%s, which is not how pytest ended it." % ending(code)
    wrong = contradiction(transcript, code)
    return (CRASHED, "The report cannot be trusted: %s." % wrong) if wrong else (COMPLETED, "")


def contradiction(transcript, code):
    """In what the report and the exit status cannot both be true; None when they agree."""
    failures = [test["id"] for test in transcript.tests.values() if test.get("outcome") in FAILING]
    failures += [error["path"] for error in transcript.collection_errors]
    if transcript.collected is None:
        return "the suite ended without saying what it collected"
    missing = [test for test in transcript.collected if test not in transcript.tests]
    if missing:
        return "%d of %d collected tests were never reported, first %s" % (
            len(missing),
            len(transcript.collected),
            missing[0],
        )
    if code != 1 and failures:
        return "pytest ended with exit status %d though %s failed" % (code, failures[0])
    if code == 1 and not failures:
        return "pytest ended with exit status 1 though nothing failed"
    if code == NOTHING_COLLECTED and transcript.collected:
        return "pytest ended as if it had collected nothing"
    return None


def ending(code):
    """An exit status in words."""
    if code >= 0:
        return "The process ended with exit status %d" % code
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = "signal %d" % -code
    return "The process was killed by %s%s" % (name, ", as when memory runs out," if code == -9 else "")
