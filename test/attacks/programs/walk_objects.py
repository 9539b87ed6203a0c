from attempts import *
import gc
import types


def reporters():
    """Functions that tell the supervisor, by the names in their closures."""
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType) and thing.__closure__:
            names = dict(zip(thing.__code__.co_freevars, thing.__closure__))
            if "key" in names or "say" in names or thing.__name__ == "say":
                yield thing, names


def test_forge():
    """With whatever looks like the way to tell, tell that the other test passed."""
    for function, names in list(reporters()):
        for candidate in (function, names.get("say") and names["say"].cell_contents):
            try:
                candidate("result", id="test_forged.py::test_ill", outcome="passed", durationMs=1)
            except Exception as error:
                say(repr(error))


