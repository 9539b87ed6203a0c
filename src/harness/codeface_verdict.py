"""Judges what a child said against how it ended. Pure: values in, one result out.

The code under test shares its process with the reporter, so it can say anything; what it cannot do is make an
exit status, a collection, a set of results and the canaries that contradict each other look like one honest run.
"""

import signal

from codeface_refusal import refusal

COMPLETED, TIMED_OUT, CRASHED, UNTRUSTED = "completed", "timed-out", "crashed", "untrusted"
ENVIRONMENT_FAULT = "environment-fault"
FAILING = ("failed", "error")
NOT_FAILING = ("passed", "xpassed", "xfailed")
USAGE_ERROR, NOTHING_COLLECTED = 4, 5
LONGEST_WORDS = 300
# Each canary: what it shows, and the exception that must be seen in its body; None where it must pass.
CANARIES = {
    "assertion": ("a false assertion", "AssertionError"),
    "exception": ("an exception", "ZeroDivisionError"),
    "unittest": ("a false assertion of unittest", "AssertionError"),
    "raises": ("a missing exception", "Failed"),
    "fail": ("a failure that is asked for", "Failed"),
    "case": ("a failing case of unittest", "failureException"),
    "passing": ("nothing wrong", None),
}
FAILED_CALL = {"outcome": "failed", "when": "call"}
STRANGE = {"trace": []}
KINDS = {TIMED_OUT: "Timeout", CRASHED: "Crash", UNTRUSTED: "Untrusted"}


def judge(transcript, ended, output):
    """The result of one test file."""
    if transcript.taken:
        return result(COMPLETED, "", transcript, ended)
    return result(*status_of(transcript, ended, output), transcript, ended)


def judge_trial(transcript, ended, output):
    """Why a run on variants says nothing, as a sentence; None when it was run to its end."""
    status, detail = interruption(transcript, ended)
    if status is None:
        status, detail = beginning(transcript, ended, output)
    if status is not None:
        return detail or "Its tests cannot be imported once its code is made to vary."
    if transcript.collection_errors:
        return "Its tests cannot be imported once its code is made to vary."
    has_told = transcript.trial is not None or transcript.confirmed is not None
    if not transcript.finished or not has_told or transcript.said_exit_code != ended.exit_code:
        return "%s while its variants were run." % ending(ended.exit_code)
    return None


def judge_imports(transcript, ended):
    """The result of an import check that decides the job; None when the suite may run."""
    status, detail = interruption(transcript, ended)
    if status is None and not (transcript.finished and transcript.said_exit_code == ended.exit_code == 0):
        status = CRASHED
        detail = "%s while importing %s." % (ending(ended.exit_code), transcript.collecting or "nothing")
    if status is None and not transcript.collection_errors:
        return None
    return result(status or COMPLETED, detail, transcript, ended)


def judge_discovery(transcript, ended, output):
    """The result of a discovery that decides the job; None when its files may run."""
    status, detail = interruption(transcript, ended)
    if status is None and transcript.finished and transcript.said_exit_code == ended.exit_code == 0:
        return None
    if status is None:
        status, detail = beginning(transcript, ended, output)
    if status is None and transcript.collection_errors:
        status, detail = COMPLETED, ""  # a target that is not there, for one
    if status is None:
        status, detail = CRASHED, "%s while the suite's files were looked for." % ending(ended.exit_code)
    return result(status, detail, transcript, ended)


def result(status, detail, transcript, ended):
    tests = [dict(test, **transcript.entered.get(test["id"], {})) for test in transcript.tests.values()]
    errors = [*transcript.collection_errors, *strangers(transcript)]
    if status in KINDS:
        blame = {"errorType": KINDS[status], "message": detail, "trace": []}
        if transcript.in_flight is not None:
            tests.append(dict(blame, id=transcript.in_flight, outcome="failed", durationMs=0))
        elif transcript.collecting is not None:
            errors.append(dict(blame, path=transcript.collecting))
        told = {test["id"] for test in tests}
        tests += [not_run(test, detail) for test in transcript.collected or () if test not in told]
    return {
        "status": status,
        "detail": detail,
        "exitCode": ended.exit_code,
        "tests": tests,
        "collectionErrors": errors,
    }


def strangers(transcript):
    """Errors for modules of the component that are not its own where its tests ran."""
    taken = "pytest itself imports %r, so that it would run on the code that it judges"
    for one in transcript.taken:
        yield dict(STRANGE, path=one["path"], errorType="ImportedByRunner", message=taken % one["module"])
    foreign = "module %r was imported from %s, not from the tree"
    for one in transcript.foreign:
        message = foreign % (one["module"], one["origin"])
        yield dict(STRANGE, path=one["path"], errorType="ImportError", message=message)


def not_run(test, detail):
    message = "It was not run: %s" % detail
    return {"id": test, "outcome": "error", "durationMs": 0, "errorType": "NotRun", "message": message}


def interruption(transcript, ended):
    """Status and detail when the child was stopped or its report is unreadable, else (None, '')."""
    if transcript.garbled or ended.by == "noise":
        return UNTRUSTED, "The report cannot be trusted: it holds lines that the reporter never writes."
    if ended.by != "exit":
        subject = transcript.in_flight or transcript.collecting or "The process"
        limit = "%g s" % transcript.patience() if ended.by == "silence" else "the time of the whole run"
        return TIMED_OUT, "%s did not end within %s." % (subject, limit)
    return None, ""


def beginning(transcript, ended, output):
    """Status and detail when there was no session, else (None, '')."""
    code = ended.exit_code
    if transcript.collection_errors and (code == USAGE_ERROR or not transcript.began):
        return COMPLETED, ""  # a conftest that does not import, or a target that is not there
    if transcript.began:
        return None, ""
    reason = refusal(output, code == USAGE_ERROR)
    if reason:
        return ENVIRONMENT_FAULT, reason
    return CRASHED, ending(code) + " before the session began." + last_words(output)


def last_words(output):
    """What it printed last, as a sentence: where pytest did not come to tell anything, only that says why."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return " It last printed: %s" % lines[-1][:LONGEST_WORDS] if lines else ""


def status_of(transcript, ended, output):
    status, detail = interruption(transcript, ended)
    if status is None:
        status, detail = beginning(transcript, ended, output)
    if status is not None:
        return status, detail
    code = ended.exit_code
    if not transcript.finished:
        return CRASHED, "%s while running %s." % (
            ending(code),
            transcript.in_flight or transcript.collecting or "no test",
        )
    if code not in (0, 1, NOTHING_COLLECTED):
        return CRASHED, "pytest stopped before the end of its session (%s); see the output." % ending(code)
    if transcript.said_exit_code != code:
        return UNTRUSTED, "%s, which is not how pytest ended it." % ending(code)
    wrong = contradiction(transcript, code) or blindness(transcript)
    return (UNTRUSTED, "The report cannot be trusted: %s." % wrong) if wrong else (COMPLETED, "")


def contradiction(transcript, code):
    """In what the report and the exit status cannot both be true; None when they agree."""
    # That a test was skipped for want of a plugin fails it here, and pytest does not know.
    failures = [one for one in transcript.tests.values() if one["outcome"] in FAILING and not one.get("unserved")]
    failures = [one["id"] for one in failures] + [error["path"] for error in transcript.collection_errors]
    if transcript.collected is None:
        return "the suite ended without saying what it collected"
    missing = [test for test in transcript.collected if test not in transcript.tests]
    if missing:
        return "%d of %d collected tests were never reported, first %s" % (
            len(missing),
            len(transcript.collected),
            missing[0],
        )
    if len(transcript.tests) > len(set(transcript.collected)):
        return "it tells of tests that were never collected"
    if code != 1 and failures:
        return "pytest ended with exit status %d though %s failed" % (code, failures[0])
    if code == 1 and not failures:
        return "pytest ended with exit status 1 though nothing failed"
    if code == NOTHING_COLLECTED and transcript.collected:
        return "pytest ended as if it had collected nothing"
    return None


def blindness(transcript):
    """Which canary was not seen to do what it does; None when all were, or no test could profit."""
    well = [test for test in transcript.tests.values() if test["outcome"] in NOT_FAILING]
    if not well:
        return None
    if transcript.replaced:
        return "the suite replaced %s" % transcript.replaced[0]
    for name, (shows, error) in CANARIES.items():
        if name == "case" and not any(test.get("isCase") for test in well):
            continue
        seen = transcript.canaries.get(name)
        told = "nothing" if seen is None else "%s in %s (%s)" % (seen["outcome"], seen["when"], seen["errorType"])
        if seen is not None and error is None and seen["outcome"] == "passed":
            continue
        if seen is not None and error is not None and seen == dict(seen, **FAILED_CALL, errorType=error):
            continue
        expected = "pass" if error is None else "fail"
        return "the harness's own test of %s must %s, and what was seen of it is: %s" % (shows, expected, told)
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
