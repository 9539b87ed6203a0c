"""What the files of a component's suite tell of its variants, put together. Pure."""

DUMMIES = ("raises", "nothing")
# A suite that notices less is judged by every test that it has.
WEAK = 0.5


class Variations:
    """What the files of a suite told of the same variants, together."""

    def __init__(self, home):
        self._home = home
        self._detail = ""
        self._mutants = None  # as the first file told them
        self._lines = []
        self._reached = set()
        self._dummies = {name: [] for name in DUMMIES}
        self._passing = []
        self._ran = {}  # by number: `{reached, killer, tried, runsAtImport}`

    def alive(self):
        """Numbers of the mutants that no file has told from the original."""
        numbers = range(1, len(self._mutants or ()) + 1)
        return [number for number in numbers if not self._ran.get(number, {}).get("killer")]

    def waiting(self, tries):
        """Those, each with how many of so many tests are left to it; None before the first file."""
        if self._mutants is None:
            return None
        left = {number: tries - self._ran.get(number, {}).get("tried", 0) for number in self.alive()}
        return [[number, count] for number, count in left.items() if count > 0]

    def given_up(self, tries):
        return [number for number in self.alive() if self._ran.get(number, {}).get("tried", 0) >= tries]

    def is_weak(self):
        """Whether fewer are noticed than are to be, of those that count: that a test runs, or in the home file."""
        if self._mutants is None or self._detail:
            return False
        ran = [(self._mutants[number - 1]["path"], one) for number, one in self._ran.items()]
        counted = [
            one for path, one in ran if one["reached"] or (path == self._home and not one["runsAtImport"])
        ]
        return sum(one["killer"] is not None for one in counted) < WEAK * len(counted)

    def add(self, trial, wrong):
        if self.add_mutants(trial, wrong):
            self._reached.update(trial["reached"])
            self._passing += trial["variants"]["passing"]
            for name in DUMMIES:
                self._dummies[name] += trial["dummies"].get(name, [])

    def add_mutants(self, trial, wrong):
        """Whether it told anything."""
        if wrong is None and self._mutants not in (None, trial["variants"]["mutants"]):
            wrong = "Its code is not the same in two processes."
        if wrong is not None:
            self._detail = self._detail or wrong
            return False
        self._mutants, self._lines = trial["variants"]["mutants"], trial["variants"]["lines"]
        for number, one in trial["mutants"].items():
            before = self._ran.get(number, {"reached": False, "tried": 0, "runsAtImport": False})
            reached = before["reached"] or one["reached"]
            loads = before["runsAtImport"] or one["runsAtImport"]
            self._ran[number] = {
                "reached": reached,
                "killer": one["killer"],
                "tried": before["tried"] + one["tried"],
                "runsAtImport": loads and not reached,
            }
        return True

    def told(self):
        if self._mutants is None:
            return {"detail": self._detail}
        lines = {tuple(line) for line in self._lines}
        executed = {tuple(self._lines[number]) for number in self._reached}
        told = ("reached", "killer", "runsAtImport")
        ran = [
            dict(one, **{name: self._ran[number][name] for name in told})
            for number, one in enumerate(self._mutants, 1)
            if number in self._ran
        ]
        return {
            "detail": self._detail,
            "passing": self._passing,
            "dummies": self._dummies,
            "lines": {"all": len(lines), "executed": len(executed)},
            "drawn": len(self._mutants),
            "mutants": ran,
        }
