"""Files that fail alone and pass where the suite's other files are imported as well, as when it is run as a whole.

Each file has a process of its own here, so one that leans on what another imports would fail for a reason that is not
the code's. Pure: results in, results out; `tests` are the ids that may pass so, None for any.
"""

from codeface_verdict import COMPLETED, FAILING, NOT_FAILING

LEANS = "It passes only where the suite's other files are imported as well."


def failures(result):
    """Ids of the tests that failed in a file that ran to its end."""
    if result["status"] != COMPLETED:
        return set()
    return {test["id"] for test in result["tests"] if test["outcome"] in FAILING}


def leans(alone, together, tests):
    """Whether something that failed alone passed in company."""
    return bool(relieved(alone, together, tests))


def lean(alone, together, again, tests):
    """The file's result when what passed in company failed alone twice; what differs between two runs alone is chance."""
    twice = failures(again)
    relief = {test["id"]: test for test in relieved(alone, together, tests) if test["id"] in twice}
    result = dict(alone, tests=[relief.get(test["id"], test) for test in alone["tests"]])
    return dict(result, exitCode=1 if failures(result) or alone["collectionErrors"] else 0)


def relieved(alone, together, tests):
    """The tests that are well in company and were not alone."""
    if together["status"] != COMPLETED:
        return []
    failed = failures(alone) if tests is None else failures(alone).intersection(tests)
    well = [test for test in together["tests"] if test["id"] in failed and test["outcome"] in NOT_FAILING]
    return [dict(test, leansOnOthers=True, message=LEANS) for test in well]
