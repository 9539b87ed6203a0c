"""What tests are judged by, as it was before any code under test ran: a replacement that stays lets anything pass."""

import functools
import sys
import types

import pytest
from _pytest.unittest import TestCaseFunction

# By the kind of test that relies on them. A class that is not imported yet is known by the file of its functions.
CLASSES = {
    "case": [("unittest.case", "TestCase"), ("unittest.async_case", "IsolatedAsyncioTestCase")],
    "doctest": [("doctest", "OutputChecker"), ("doctest", "DocTestRunner")],
    "any": [
        ("asyncio.runners", "Runner"),
        ("_pytest.recwarn", "WarningsChecker"),
        ("_pytest.python_api", "ApproxBase"),
        ("_pytest.python_api", "ApproxScalar"),
    ],
}
SHORT = {"unittest.case": "unittest", "unittest.async_case": "unittest", "asyncio.runners": "asyncio"}
FUNCTIONS = ("raises", "fail", "skip", "approx", "warns")


def remember():
    """A function that tells, for a set of kinds, the name of what is another one by now, or None."""
    modules, get, contents = sys.modules, getattr, vars
    classes = []
    for kind, places in CLASSES.items():
        for place, name in places:
            known = get(modules.get(place), name, None)
            classes.append((kind, place, name, known, known and methods_of(known)))
    functions = {name: get(pytest, name) for name in FUNCTIONS}
    listed, module_of_pytest, function_type = methods_of, pytest, types.FunctionType

    def replaced(kinds):
        for name, function in functions.items():
            if get(module_of_pytest, name, None) is not function:
                return "pytest." + name
        for kind, place, name, known, methods in classes:
            module = modules.get(place)
            if kind not in kinds or module is None:
                continue
            shown = "%s.%s" % (SHORT.get(place, place), name)
            public = modules.get(SHORT.get(place, place))
            now = get(module, name, None)
            if known is not None and (now is not known or get(public, name, known) is not known):
                return shown
            if now is None:
                continue
            if known is None:
                foreign = [key for key, one in listed(now).items() if is_foreign(one, function_type, module)]
            else:
                inside = contents(now)
                foreign = [key for key, one in methods.items() if inside.get(key) is not one]
            if foreign:
                return "%s.%s" % (shown, foreign[0])
        return None

    return replaced


def methods_of(owner):
    """What a class defines, but for what Python itself writes into it."""
    return {name: one for name, one in vars(owner).items() if callable(one) or isinstance(one, property)}


def is_foreign(one, function_type, module):
    """Whether it is a function of another file than the module's."""
    return isinstance(one, function_type) and one.__code__.co_filename != module.__file__


def all_replaced(items):
    """Whether every test function's body is one that leads nowhere to the function of its name in module or class."""
    functions = [item for item in items if isinstance(item, pytest.Function)]
    functions = [item for item in functions if not isinstance(item, TestCaseFunction)]
    return bool(functions) and all(map(is_replaced, functions))


def is_replaced(item):
    body = vars(item).get("_obj")
    owner = item.cls or item.module
    own = bare(getattr(owner, item.originalname or item.name, None))
    return body is not None and isinstance(own, types.FunctionType) and not leads_to(body, own)


def leads_to(body, own):
    """Through whatever wraps it: a decorator, a partial, a method, or a function that has it in its closure."""
    waiting, seen = [body], set()
    while waiting:
        one = bare(waiting.pop())
        if one is own:
            return True
        if id(one) in seen or not callable(one):
            continue
        seen.add(id(one))
        if isinstance(one, functools.partial):
            waiting.append(one.func)
        if not isinstance(one, types.FunctionType):
            waiting.append(getattr(one, "__wrapped__", None))
        else:  # what it says in `__wrapped__` it need not call
            waiting += map(content_of, one.__closure__ or ())
            waiting += one.__defaults__ or ()
            waiting += (one.__kwdefaults__ or {}).values()
    return False


def content_of(cell):
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None


def bare(function):
    return getattr(function, "__func__", function)
