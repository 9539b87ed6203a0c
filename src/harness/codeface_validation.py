"""What a component's suite is put to once it passes: other orders, its usage example, dummies and mutants.

Pure but for the runs it is given. It stops at the first thing that has to be mended before the rest can say anything.
"""

from codeface_verdict import COMPLETED, FAILING, NOT_FAILING

# Mutants of one file of tests are not run for longer than this; those that it does not reach are not counted.
LONGEST_SECONDS = 120
DUMMIES = ("raises", "nothing")


def is_clean(result):
    """Whether it was run to its end, something passed and nothing failed."""
    outcomes = {test["outcome"] for test in result["tests"]}
    is_well = result["status"] == COMPLETED and not result["collectionErrors"] and not outcomes.intersection(FAILING)
    return is_well and bool(outcomes.intersection(NOT_FAILING))


def validate(trial, result, files, orders, run, try_variants, run_example):
    """`{passes, unstable, examples, detail, passing, dummies, lines, drawn, mutants}`; what was not come to is None.

    `run` runs the suite in an order, `try_variants` one file of it on variants, `run_example` the file of an example.
    """
    told = {"passes": 1, "unstable": [], "examples": [], "detail": ""}
    told.update(dict.fromkeys(("passing", "dummies", "lines", "drawn", "mutants")))
    for order in orders:
        again = run(order)
        if not is_clean(again):
            return dict(told, unstable=unstable(again), detail=again["detail"])
        told["passes"] += 1
    for path in trial["examples"]:
        example = run_example(path)
        told["examples"].append({"path": path, "passed": is_clean(example), "message": first_message(example)})
        if is_clean(example):
            break
    merge = Variations()
    for path in files:
        transcript, wrong = try_variants(
            path,
            implementation=trial["implementation"],
            seed=trial["seed"],
            mutants=trial["mutants"],
            alive=merge.alive(),
            seconds=LONGEST_SECONDS,
        )
        merge.add(transcript.trial, wrong)
    return dict(told, **merge.told())


def unstable(result):
    """The tests that passed in one order and not in another."""
    failing = [test for test in result["tests"] if test["outcome"] in FAILING]
    errors = [{"id": one["path"], "message": one["message"]} for one in result["collectionErrors"]]
    return [{"id": test["id"], "message": test.get("message", "")} for test in failing] + errors


def first_message(result):
    problems = [test for test in result["tests"] if test["outcome"] in FAILING] + result["collectionErrors"]
    return problems[0].get("message", "") if problems else result.get("detail", "")


class Variations:
    """What the files of a suite told of the same variants, together."""

    def __init__(self):
        self._detail = ""
        self._mutants = None  # as the first file told them
        self._lines = []
        self._reached = set()
        self._dummies = {name: [] for name in DUMMIES}
        self._passing = []
        self._ran = {}  # by number: `{reached, killer, runsAtImport}`

    def alive(self):
        """Numbers of the mutants that no file has told from the original; None before the first."""
        if self._mutants is None:
            return None
        numbers = range(1, len(self._mutants) + 1)
        return [number for number in numbers if not self._ran.get(number, {}).get("killer")]

    def add(self, trial, wrong):
        if wrong is None and self._mutants not in (None, trial["variants"]["mutants"]):
            wrong = "Its code is not the same in two processes."
        if wrong is not None:
            self._detail = self._detail or wrong
            return
        self._mutants, self._lines = trial["variants"]["mutants"], trial["variants"]["lines"]
        self._reached.update(trial["reached"])
        self._passing += trial["variants"]["passing"]
        for name in DUMMIES:
            self._dummies[name] += trial["dummies"].get(name, [])
        for number, one in trial["mutants"].items():
            before = self._ran.get(number, {"reached": False, "runsAtImport": False})
            reached = before["reached"] or one["reached"]
            loads = before["runsAtImport"] or one["runsAtImport"]
            self._ran[number] = {"reached": reached, "killer": one["killer"], "runsAtImport": loads and not reached}

    def told(self):
        if self._mutants is None:
            return {"detail": self._detail}
        lines = {tuple(line) for line in self._lines}
        executed = {tuple(self._lines[number]) for number in self._reached}
        ran = [dict(one, **self._ran[number]) for number, one in enumerate(self._mutants, 1) if number in self._ran]
        return {
            "detail": self._detail,
            "passing": self._passing,
            "dummies": self._dummies,
            "lines": {"all": len(lines), "executed": len(executed)},
            "drawn": len(self._mutants),
            "mutants": ran,
        }
