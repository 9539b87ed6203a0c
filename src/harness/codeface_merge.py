"""One result of the results of a suite's files. Pure: values in, a value out."""

from codeface_company import failures
from codeface_verdict import COMPLETED, CRASHED, ENVIRONMENT_FAULT, NOTHING_COLLECTED, TIMED_OUT, UNTRUSTED

# The worst first: a suite is what its worst file is.
STATUSES = (UNTRUSTED, TIMED_OUT, CRASHED, ENVIRONMENT_FAULT, COMPLETED)
LINES_BYTES = 4 * 1024 * 1024
# Of functions entered by tests, those of all tests together: each takes some six bytes.
MOST_ENTERED = 1_000_000
OVER = "the time of the whole run was over"


def alone_result(status, detail):
    """Of a suite of which nothing was run."""
    return {
        "status": status,
        "detail": detail,
        "command": [],
        "exitCode": None,
        "tests": [],
        "collectionErrors": [],
        "output": "",
    }


class Merge:
    def __init__(self, command, collection_errors):
        self._command = command
        self._collection_errors = collection_errors
        self._results = {}  # by file, in the suite's order

    def add(self, path, result):
        self._results[path] = result

    def failing(self, tests):
        """The files in which something failed, of these tests (ids) when they are given."""
        allowed = None if tests is None else set(tests)
        failed = {path: failures(result) for path, result in self._results.items()}
        return [path for path, ids in failed.items() if (ids if allowed is None else ids & allowed)]

    def of(self, path):
        return self._results[path]

    def add_not_reached(self, path):
        message = "It was not run: %s." % OVER
        error = {"path": path, "errorType": "NotRun", "message": message, "trace": []}
        result = alone_result(TIMED_OUT, "%s was not reached before %s." % (path, OVER))
        self.add(path, dict(result, collectionErrors=[error]))

    def result(self, output):
        results = list(self._results.values())
        worst = min(results, key=lambda one: STATUSES.index(one["status"]), default={"status": COMPLETED})
        tests = list({test["id"]: test for result in results for test in result["tests"]}.values())
        if sum(len(str(test.get("lines", ""))) for test in tests) > LINES_BYTES:
            tests = [{name: value for name, value in test.items() if name != "lines"} for test in tests]
            output += "\n[The executed lines were left out: they take more than %d bytes.]" % LINES_BYTES
        functions, tests = numbered(tests)
        return {
            "status": worst["status"],
            "detail": worst.get("detail", ""),
            "command": self._command,
            "exitCode": self._exit_code(worst),
            "tests": tests,
            "collectionErrors": self._errors(),
            "output": output,
            **({"functions": functions} if functions else {}),
        }

    def _exit_code(self, worst):
        """Of the file that decides; of an orderly suite, what pytest would have ended with."""
        if worst["status"] != COMPLETED:
            return worst["exitCode"]
        codes = {result["exitCode"] for result in self._results.values()}
        if 1 in codes or self._errors():
            return 1
        return 0 if 0 in codes else NOTHING_COLLECTED

    def _errors(self):
        """A conftest that does not import is met by every file's process, and counts once."""
        errors = [*self._collection_errors]
        for result in self._results.values():
            errors += result["collectionErrors"]
        return list({(one["path"], one["errorType"], one["message"]): one for one in reversed(errors)}.values())[::-1]


def numbered(tests):
    """The functions that tests entered, in order, and the tests with numbers of them; those past the limit have none."""
    functions = sorted({place for test in tests for place in test.get("entered", ())})
    numbers, left, told = {place: number for number, place in enumerate(functions)}, MOST_ENTERED, []
    for test in tests:
        if "entered" in test:
            entered = [numbers[place] for place in test["entered"][:left]]
            left -= len(entered)
            is_cut = len(entered) < len(test["entered"])
            test = dict(test, entered=entered, **({"entersMore": True} if is_cut else {}))
        told.append(test)
    return functions, told
