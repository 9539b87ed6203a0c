"""Files that fail alone and pass where the suite's other files are imported as well, as when it is run as a whole.

Each file has a process of its own here, so one that leans on what another imports or patches would fail for a reason that
is not the code's. Pure: results in, results out.
"""

from codeface_verdict import COMPLETED, FAILING, NOT_FAILING

LEANS = "It passes only where the suite's other files are imported as well."


def fails(result, path):
    """Whether something of a file that ran to its end failed, or the file could not be collected."""
    return result["status"] == COMPLETED and (is_uncollected(result, path) or bool(failures(result)))


def leans(alone, together, path):
    """Whether something that failed alone passed in company."""
    return bool(relieved(alone, together, path))


def lean(alone, together, again, path):
    """The file's result when what passed in company failed alone twice; what differs between two runs alone is chance."""
    relief = {test["id"]: dict(test, message=LEANS) for test in relieved(alone, together, path)}
    if is_uncollected(alone, path):
        if not is_uncollected(again, path):
            return alone
        tests, errors = list(relief.values()), []
    else:
        twice = failures(again)
        tests = [relief.get(one["id"], one) if one["id"] in twice else one for one in alone["tests"]]
        errors = alone["collectionErrors"]
    result = dict(alone, tests=tests, collectionErrors=errors)
    return dict(result, exitCode=1 if fails(result, path) else 0)


def relieved(alone, together, path):
    """The tests of a file that are well in company and were not alone."""
    if together["status"] != COMPLETED:
        return []
    failed = None if is_uncollected(alone, path) else failures(alone)
    well = [test for test in together["tests"] if test["outcome"] in NOT_FAILING]
    return [test for test in well if (test["id"] in failed if failed is not None else file_of(test) == path)]


def failures(result):
    return {test["id"] for test in result["tests"] if test["outcome"] in FAILING}


def is_uncollected(result, path):
    return any(error["path"] == path for error in result["collectionErrors"])


def file_of(test):
    return test["id"].split("::")[0]
