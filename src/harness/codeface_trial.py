"""Runs a file's tests on the variants of its component: each variant in a fork of one process that has imported it.

First the original, which shows what each test reaches; then both dummies; then each mutant, against the tests that
reach it, until one fails. What a fork says is unsigned and can be forged by what runs in it: whether the tests pass on
the original is judged elsewhere, but a test that recognises a variant and fails for that looks better than it is.

What test files compute as they are imported is the original's in all of these. So a single variant can be asked for
that is chosen before anything is imported; `codeface_confirm` knows when.
"""

import json
import os
import random
import tempfile
import time

import pytest

from codeface_forks import end, heard, limit
from codeface_leftovers import Leftovers
from codeface_outcome import PhaseJudge, TestOutcome
from codeface_selection import plugin
from codeface_variants import NOTHING, ORIGINAL, RAISES

FAILING = ("failed", "error")
PASSING = ("passed", "xfailed", "xpassed")
# A variant may take so many times as long as the original did, and never less than the first bound.
SHORTEST_PATIENCE, LONGEST_PATIENCE, PATIENCE_FACTOR = 1.0, 10.0, 10
# A test that does not end on a dummy tells it from the original; after so many the others are not waited for.
MOST_HANGS = 5


def create_trial(report, task, variants):
    """A plugin in place of pytest's own loop; `task` has `patience`, `seconds` and `waiting`: numbers of mutants, each
    with how many tests it is put to, None for as many as reach it; when that is None too, all are put to `tries`.

    With `only` in it, `{variant, places, until}`, that variant is imported as well, and nothing else is tried.
    """
    trial = Trial(report, task, variants)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(session):
        trial.run(session.items)
        return True

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(item, call):
        outcome = yield
        error = call.excinfo.value if call.excinfo else None
        trial.note(item, call.when, outcome.get_result(), error)

    def pytest_runtest_logreport(report):
        trial.note_late(report)

    return plugin("codeface_trial", pytest_runtestloop, pytest_runtest_makereport, pytest_runtest_logreport)


class Trial:
    def __init__(self, report, task, variants):
        self._say = report.say
        self._judge = PhaseJudge(report.describe)
        self._variants = variants
        self._waiting = None if task["waiting"] is None else dict(task["waiting"])
        self._tries = task["tries"]
        self._killers = {}  # by id, so often
        self._patience = task["patience"]
        self._until = time.monotonic() + task["seconds"]
        self._only = task["only"]
        if self._only is not None:
            variants.choose(self._only["variant"])
        self._item = self._outcome = self._leftovers = None
        self._clock = time.perf_counter

    def note(self, item, when, said, error):
        if item is self._item:
            self._outcome.record(when, self._judge.phase(item, said, error))

    def note_late(self, said):
        """Failures that pass by `makereport`, as of a subtest."""
        if self._item is not None and said.failed and self._outcome.result()["outcome"] == "passed":
            self._outcome.record(said.when, self._judge.failure(said, None))

    def run(self, items):
        variants, say = self._variants, self._say
        self._leftovers = Leftovers([os.getcwd(), tempfile.gettempdir()])
        if self._only is not None:
            return self._confirm(items, **self._only)
        called = [place for place in marks_of(variants.marks) if place not in variants.loaded]
        known = self._original(items)
        passing = [item for item in items if known.get(item.nodeid, {}).get("outcome") in PASSING]
        told = [{"path": one.path, "line": one.line, "operator": one.operator} for one in variants.mutants]
        statements = [one.statement for one in variants.mutants]
        ids = [item.nodeid for item in passing]
        say("variants", mutants=told, statements=statements, lines=variants.lines, passing=ids)
        marks = [known[item.nodeid]["marks"] for item in passing]
        say("reached", statements=numbers_of([bytes(variants.marks), *marks]), called=called)
        is_first = self._tries is not None
        for number, name in ((RAISES, "raises"), (NOTHING, "nothing")) if is_first else ():
            say("dummy", name=name, passed=self._dummy(number, passing, known))
        for mutant in variants.mutants:
            if self._waiting is None or mutant.number in self._waiting:
                if time.monotonic() >= self._until:
                    break
                tries = self._tries if self._waiting is None else self._waiting[mutant.number]
                say("mutant", number=mutant.number, **self._mutant(mutant, passing, known, tries))

    def _confirm(self, items, variant, places, until):
        """Tells which of the tests at these places pass; with `until`, no further than the first that fails."""
        waiting = [place for place in places if place < len(items)]
        passed, hangs = [], 0
        while waiting and hangs < MOST_HANGS:
            tried = [items[place] for place in waiting]
            is_over = lambda result: until and result["outcome"] not in PASSING
            ended, hung = self._fork(variant, tried, lambda _: min(LONGEST_PATIENCE, self._patience), until=is_over)
            results = list(ended.values())
            passed += [place for place, one in zip(waiting, results) if one["outcome"] in PASSING]
            hangs += hung is not None
            waiting = waiting[len(ended) + 1 :] if hung is not None and not until else []
        self._say("confirmed", passed=passed)

    def _original(self, items):
        """By id, `{outcome, seconds, marks}`; what did not end is not in it."""
        known = {}
        waiting = list(items)
        while waiting:
            ended, hung = self._fork(ORIGINAL, waiting, lambda _: self._patience, until=lambda _: False)
            known.update((test, dict(one, marks=frozenset(one["marks"]))) for test, one in ended.items())
            waiting = waiting[len(ended) + 1 :] if hung is not None else []
        return known

    def _dummy(self, number, items, known):
        """Ids of the tests that pass on it."""
        passed, waiting, hangs = [], items, 0
        while waiting and hangs < MOST_HANGS:
            ended, hung = self._fork(number, waiting, self._bound(known), until=lambda _: False)
            passed += [test for test, result in ended.items() if result["outcome"] in PASSING]
            waiting = waiting[len(ended) + 1 :] if hung is not None else []
            hangs += hung is not None
        return passed

    def _mutant(self, mutant, items, known, tries):
        """Whether any test reaches it, how many were tried, and the id of the one that tells it from the original."""
        place = mutant.statement
        reaching = [item for item in items if place is None or place in known[item.nodeid]["marks"]]
        if not reaching:
            return {"reached": False, "killer": None, "tried": 0, "runsAtImport": place in self._variants.loaded}
        likely = sorted(reaching, key=lambda item: self._likelihood(item.nodeid, known[item.nodeid]))[:tries]
        is_killed = lambda result: result["outcome"] not in PASSING
        ended, hung = self._fork(mutant.number, likely, self._bound(known), until=is_killed)
        killer = next((test for test, result in ended.items() if is_killed(result)), None) or hung
        if killer is not None:
            self._killers[killer] = self._killers.get(killer, 0) + 1
        return {"reached": True, "killer": killer, "tried": len(ended), "runsAtImport": False}

    def _likelihood(self, test, known):
        """Slow ones last; before them those that told much already, then those that go through little besides."""
        return known["seconds"] >= SHORTEST_PATIENCE, -self._killers.get(test, 0), len(known["marks"])

    def _bound(self, known):
        return lambda test: min(
            max(SHORTEST_PATIENCE, known[test]["seconds"] * PATIENCE_FACTOR), LONGEST_PATIENCE, self._patience
        )

    def _fork(self, number, items, patience, until):
        """Results by id of the tests that ended, in order, and the id of the one that did not, or None."""
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            self._perform(number, items, writer, until)
        os.close(writer)
        ended, in_flight = {}, items[0].nodeid
        try:
            for result in heard(reader, pid, lambda: patience(in_flight)):
                self._say("alive")  # which is all that the clock of the supervisor asks
                ended[items[len(ended)].nodeid] = result
                in_flight = items[len(ended)].nodeid if len(ended) < len(items) else None
                if until(result):
                    in_flight = None
                if in_flight is None:
                    break
        finally:
            os.close(reader)
            end(pid)
            self._leftovers.sweep()
        return ended, in_flight

    def _perform(self, number, items, writer, until):
        """In the fork: the tests one after the other; never returns."""
        leave, write, encode = os._exit, os.write, json.dumps
        try:
            os.setsid()
            random.seed(0)
            limit()  # the original too: nothing of its surroundings may tell a variant
            items[0].config.option.tbstyle = "no"  # the whole of a failure nobody reads takes 20 ms
            self._variants.choose(number)
            for position, item in enumerate(items):
                following = items[position + 1] if position + 1 < len(items) else None
                result = self._one(item, following)
                if number != ORIGINAL:
                    del result["marks"]
                line = encode(result).encode("ascii") + b"\n"
                while line:
                    line = line[write(writer, line) :]
                if until(result):
                    break
        finally:
            leave(0)

    def _one(self, item, following):
        marks = self._variants.marks
        marks[:] = bytes(len(marks))
        self._item, self._outcome = item, TestOutcome(item.nodeid)
        started = self._clock()
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        seconds = self._clock() - started
        return {"outcome": self._outcome.result()["outcome"], "seconds": seconds, "marks": marks_of(marks)}


def marks_of(marks):
    """The numbers of the statements that were run."""
    return [place for place, mark in enumerate(marks) if mark]


def numbers_of(parts):
    """The numbers of the statements in any of these: marks, or lists of numbers."""
    found = set()
    for part in parts:
        found.update(marks_of(part) if isinstance(part, bytes) else part)
    return sorted(found)
