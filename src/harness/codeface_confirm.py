"""Asks again, of variants that are chosen before anything is imported, where tests may compare a component with itself.

`EXPECTED = [slug(text) for text in TEXTS]` at the top of a test file is computed by the original, whichever variant is
run after: its tests seem to notice every change. Imported as well, a variant computes them itself, and they pass.
Pure but for the runs it is given.
"""

from codeface_variants import NOTHING, RAISES

# So many of the mutants that were noticed are tried first; only when one of them is not noticed again are all.
SAMPLE = 5


def confirm(trial, collected, run):
    """Corrects what a trial told of the dummies, and of mutants that its test files run as they are imported.

    `collected` are the ids of its tests in order; `run(variant, places, until)` gives the places of those that pass, or
    None where they cannot be imported: then the variant is noticed. With `until`, it goes no further than a failure.
    """
    if not trial["called"]:
        return
    passing = set(trial["variants"]["passing"])
    places = [place for place, test in enumerate(collected) if test in passing]
    if places and trial["dummies"]:
        confirm_dummies(trial["dummies"], collected, places, run)
    if places:
        confirm_mutants(trial, collected, places, run)


def confirm_dummies(dummies, collected, places, run):
    """What passes on a dummy that was imported as well is what passes on it."""
    on_nothing = [collected[place] for place in run(NOTHING, places, False) or ()]
    on_raises = run(RAISES, places, False)
    if on_raises is None:
        # It says nothing of a single test: those that compare with what the original made are among these.
        is_idle = lambda test: test in dummies["raises"] or test not in dummies["nothing"]
        dummies["raises"] = list(filter(is_idle, on_nothing))
    else:
        dummies["raises"] = [collected[place] for place in on_raises]
    dummies["nothing"] = on_nothing


def confirm_mutants(trial, collected, places, run):
    """Those that only a test file's import reaches are tried for the first time."""
    called, statements = set(trial["called"]), trial["variants"]["statements"]
    runs_at_import = lambda number: statements[number - 1] is None or statements[number - 1] in called
    of_import = {number: one for number, one in trial["mutants"].items() if runs_at_import(number)}
    unreached = [number for number, one in of_import.items() if not one["reached"] and statements[number - 1] in called]
    noticed = [number for number, one in of_import.items() if one["killer"] is not None]
    for number in unreached:
        passed = run(number, places, True)
        failing = [place for place in places if place not in (passed or ())]
        killer = collected[failing[0]] if failing else None
        of_import[number].update(reached=True, killer=killer, tried=len(places), runsAtImport=False)
    for turn, part in enumerate((noticed[:SAMPLE], noticed[SAMPLE:])):
        unnoticed = [number for number in part if run(number, places, True) == places]
        for number in unnoticed:
            of_import[number]["killer"] = None
        if turn == 0 and not unnoticed:
            return
