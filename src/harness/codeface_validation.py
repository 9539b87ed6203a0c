"""What a component's suite is put to once it passes: other orders, its usage example, dummies and mutants.

Pure but for the runs it is given. It stops at the first thing that has to be mended before the rest can say anything.
"""

from codeface_variations import Variations
from codeface_verdict import COMPLETED, FAILING, NOT_FAILING

# Mutants of one file of tests are not run for longer than this; those that it does not reach are not counted.
LONGEST_SECONDS = 120
# A mutant that so many tests run and none notices counts as unnoticed, unless the suite would be judged by that.
MOST_TRIES = 20


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
    merge = Variations(trial["home"])

    def put_to(path, waiting, tries):
        return try_variants(
            path,
            implementation=trial["implementation"],
            seed=trial["seed"],
            mutants=trial["mutants"],
            waiting=waiting,
            tries=tries,
            seconds=LONGEST_SECONDS,
        )

    for path in files:
        transcript, wrong = put_to(path, merge.waiting(MOST_TRIES), MOST_TRIES)
        merge.add(transcript.trial, wrong)
    if merge.is_weak():
        given_up = merge.given_up(MOST_TRIES)
        for path in files:
            waiting = [number for number in given_up if number in merge.alive()]
            if waiting:
                transcript, wrong = put_to(path, [[number, None] for number in waiting], None)
                merge.add_mutants(transcript.trial, wrong)
    return dict(told, **merge.told())


def unstable(result):
    """The tests that passed in one order and not in another."""
    failing = [test for test in result["tests"] if test["outcome"] in FAILING]
    errors = [{"id": one["path"], "message": one["message"]} for one in result["collectionErrors"]]
    return [{"id": test["id"], "message": test.get("message", "")} for test in failing] + errors


def first_message(result):
    problems = [test for test in result["tests"] if test["outcome"] in FAILING] + result["collectionErrors"]
    return problems[0].get("message", "") if problems else result.get("detail", "")
