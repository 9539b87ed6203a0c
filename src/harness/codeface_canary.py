"""Tests of the harness's own that must fail, run among the suite's: whatever hides a failure hides theirs as well.

They are functions of a module beside the test file, pass through every hook and autouse fixture of the project, and
are neither reported nor counted. A canary that does not get as far as its body is tried once more in the shape of a
test that passed (in a class, with its markers) and without fixtures, since hooks may be made for such tests alone.
"""

import ast
import types

import pytest
from _pytest.assertion.rewrite import rewrite_asserts
from _pytest.unittest import TestCaseFunction, UnitTestCase

from codeface_originals import all_replaced, remember
from codeface_selection import plugin

SOURCE = '''
import pytest, unittest
def assertion(): assert "seen" == "hidden"
def exception(): 1 / 0
def unittest_assertion(): unittest.TestCase().assertEqual(1, 2)
def raises():
    with pytest.raises(ValueError): pass
def fails(): pytest.fail("hidden")
def passing(): pass
class Case(unittest.TestCase):
    class failureException(AssertionError): pass
    def test_case(self): self.assertTrue(False)
'''
BODIES = {
    "assertion": "assertion",
    "exception": "exception",
    "unittest": "unittest_assertion",
    "raises": "raises",
    "fail": "fails",
    "case": "Case",
    "passing": "passing",
}
# Markers that say how a test is judged or run, not what it is.
UNCOPIED = {"skip", "skipif", "xfail", "parametrize", "usefixtures", "asyncio", "anyio", "trio"}


def compiled(rewritten):
    tree = ast.parse(SOURCE)
    if rewritten:
        rewrite_asserts(tree, SOURCE.encode())
    return compile(tree, "<codeface>/canary.py", "exec")


class Followed(list):
    """The items of a session, the last of which is followed by one that iteration does not reach.

    So what lives as long as the session, or a folder, is not torn down before the canaries have run.
    """

    def __init__(self, items, follower):
        super().__init__([*items, follower])

    def __iter__(self):
        return iter(self[:-1])


def create_canaries(say, selection, judged):
    """A plugin that runs them after the file's tests.

    `judged` has `passed` and `passed_case`, the items of tests, and `late_error`.
    """
    from_call, leaving = pytest.CallInfo.from_call, (pytest.exit.Exception,)
    tell, shape, swapped, replaced = say, make_canary, all_replaced, remember()

    def phase(item, when, action):
        """Report and exception of a phase, through the project's hooks; nothing is logged."""
        call = from_call(action, when=when, reraise=leaving)
        return item.ihook.pytest_runtest_makereport(item=item, call=call), call.excinfo

    def try_canary(item, follower):
        """What became of it: `(outcome, phase, exception's type or None)`."""
        hook, seen = item.ihook, ("broken", "setup", None)
        try:
            report, error = phase(item, "setup", lambda: hook.pytest_runtest_setup(item=item))
            seen = (report.outcome, "setup", error and error.type.__name__)
            if report.passed:
                report, error = phase(item, "call", lambda: hook.pytest_runtest_call(item=item))
                outcome = "xfailed" if hasattr(report, "wasxfail") else report.outcome
                seen = (outcome, "call", error and error.type.__name__)
            phase(item, "teardown", lambda: hook.pytest_runtest_teardown(item=item, nextitem=follower))
        except Exception as error:  # a hook of the project that expects another test
            seen = ("broken", seen[1], type(error).__name__)
            from_call(lambda: item.session._setupstate.teardown_exact(follower), when="teardown")
        return seen

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtestloop(session):
        items = session.items
        if not items:
            yield
            return
        if swapped(items):
            tell("replaced", name="the body of every test")
        canaries = {name: shape(session, selection, name, None) for name in BODIES}
        follower = shape(session, selection, "passing", None)  # never run
        session.items = Followed(items, follower)
        outcome = yield
        session.items = items
        if outcome.excinfo:
            return
        name = replaced(judged.kinds | ({"case"} if judged.passed_case else set()))
        if name is not None:
            tell("replaced", name=name)
        option = session.config.option
        style, option.tbstyle = option.tbstyle, "value"  # the whole of a failure nobody reads takes 20 ms
        for name, item in canaries.items():
            example = judged.passed if name != "case" else judged.passed_case
            if name == "case" and example is None:
                continue  # no test of this kind has passed
            seen = try_canary(item, follower)
            if seen[1] != "call" and example is not None:
                seen = try_canary(shape(session, selection, name, example), follower)
            tell("canary", name=name, outcome=seen[0], when=seen[1], errorType=seen[2])
        option.tbstyle = style
        call = from_call(lambda: session._setupstate.teardown_exact(None), when="teardown", reraise=leaving)
        if call.excinfo:
            judged.late_error(call)

    return plugin("codeface_canaries", pytest_runtestloop)


def make_canary(session, selection, name, example):
    """An item beside the file; one in the shape of an example has no fixtures."""
    collector = selection.collector
    module = types.ModuleType("test_canary")
    vars(module).update(vars(getattr(collector, "_obj", None) or module))
    exec(compiled(session.config.getoption("assertmode", "rewrite") == "rewrite"), vars(module))
    parent, path = (session, session.path) if collector is None else (collector.parent, collector.path)
    # The path is the file's own, since conftests are looked for around a file that is there.
    node = pytest.Module.from_parent(parent, path=path, nodeid=beside(collector.nodeid if collector else ""))
    node._obj = module
    body = getattr(module, BODIES[name])
    item = case_of(node, body) if isinstance(body, type) else function_of(node, name, body, example)
    if example is not None:
        item.fixturenames = []
        for marker in example.iter_markers():
            if marker.name not in UNCOPIED:
                item.add_marker(getattr(pytest.mark, marker.name)(*marker.args, **marker.kwargs))
    return item


def function_of(node, name, body, example):
    """A test function; in a class where the example is in one."""
    if getattr(example, "cls", None) is not None:
        case = type("TestCanary", (), {"test_" + name: staticmethod(body)})
        node._obj.TestCanary = case
        node = pytest.Class.from_parent(node, name="TestCanary")
        node._obj = case
    return pytest.Function.from_parent(node, name="test_" + name, callobj=body)


def case_of(node, case):
    """The test of a `unittest.TestCase`, which pytest hands to unittest to run."""
    collector = UnitTestCase.from_parent(node, name=case.__name__, obj=case)
    collector._obj = case
    return TestCaseFunction.from_parent(collector, name="test_case")


def beside(node_id):
    """An id of its own, so that the fixtures of the file's module are not set up again."""
    folder, slash, _ = node_id.rpartition("/")
    return folder + slash + "test_canary.py"
