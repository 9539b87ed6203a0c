"""One result of the results of a suite's files. Pure: values in, a value out."""

from codeface_verdict import COMPLETED, CRASHED, ENVIRONMENT_FAULT, NOTHING_COLLECTED, TIMED_OUT, UNTRUSTED

# The worst first: a suite is what its worst file is.
STATUSES = (UNTRUSTED, TIMED_OUT, CRASHED, ENVIRONMENT_FAULT, COMPLETED)
LINES_BYTES = 4 * 1024 * 1024
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
        self._results = []
        self._tests = {}
        self._errors = {}
        self._lines_bytes = 0
        self._add_errors(collection_errors)

    def add(self, result):
        self._results.append(result)
        for test in result["tests"]:
            self._lines_bytes += len(str(test.get("lines", "")))
            self._tests[test["id"]] = test
        self._add_errors(result["collectionErrors"])

    def add_not_reached(self, path):
        message = "It was not run: %s." % OVER
        error = {"path": path, "errorType": "NotRun", "message": message, "trace": []}
        result = alone_result(TIMED_OUT, "%s was not reached before %s." % (path, OVER))
        self.add(dict(result, collectionErrors=[error]))

    def result(self, output):
        worst = min(self._results, key=lambda one: STATUSES.index(one["status"]), default={"status": COMPLETED})
        tests = list(self._tests.values())
        if self._lines_bytes > LINES_BYTES:
            tests = [{name: value for name, value in test.items() if name != "lines"} for test in tests]
            output += "\n[The executed lines were left out: they take more than %d bytes.]" % LINES_BYTES
        return {
            "status": worst["status"],
            "detail": worst.get("detail", ""),
            "command": self._command,
            "exitCode": self._exit_code(worst),
            "tests": tests,
            "collectionErrors": list(self._errors.values()),
            "output": output,
        }

    def _exit_code(self, worst):
        """Of the file that decides; of an orderly suite, what pytest would have ended with."""
        if worst["status"] != COMPLETED:
            return worst["exitCode"]
        codes = {result["exitCode"] for result in self._results}
        if 1 in codes or self._errors:
            return 1
        return 0 if 0 in codes else NOTHING_COLLECTED

    def _add_errors(self, errors):
        """A conftest that does not import is met by every file's process, and counts once."""
        for error in errors:
            self._errors.setdefault((error["path"], error["errorType"], error["message"]), error)
