"""Finds what of a file can be mutated: one small change each, by the operators that mutation testing has in common.

Only what runs when the code is used is changed, the bodies of functions: what runs at import has run before a variant
is chosen. Left alone is what hardly any test speaks of: annotations, messages of exceptions, logging, docstrings.
"""

import ast

COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COMPUTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
UNSPOKEN = ("log", "logger", "logging", "_log", "_logger", "warnings")
# Fields that hold no code that runs, or whose constants the grammar fixes.
UNCHANGED = {"annotation", "returns", "type_comment", "type_params", "pattern", "decorator_list"}
TEXTS = ("JoinedStr", "TemplateStr")


class Candidate:
    """A possible mutant: the node, what is done to it, and how, given a copy of the node that may be changed."""

    def __init__(self, node, operator, build, statement):
        self.node = node
        self.operator = operator
        self.build = build
        self.statement = statement  # its number, or None where it may run when that statement does not


class Finder:
    """Numbers a module's statements from `first` and collects its candidates, in the order of the text."""

    def __init__(self, first=0):
        self.candidates = []
        self.statements = {}  # number by node
        self._next = first
        self._statement = None

    def module(self, tree):
        self._block(tree.body, used=False)

    def _block(self, body, used):
        for position, node in enumerate(body):
            if position == 0 and is_text(node):
                continue
            if not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
                self.statements[node] = self._next
                self._next += 1
            outer, self._statement = self._statement, self.statements.get(node)
            if used:
                self._change_statement(node)
            self._fields(node, used)
            self._statement = outer

    def _fields(self, node, used):
        for name, value in ast.iter_fields(node):
            if name in UNCHANGED:
                continue
            inside = used or (name == "body" and isinstance(node, FUNCTIONS))
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                self._block(value, inside)
            else:
                for one in value if isinstance(value, list) else [value]:
                    if isinstance(one, ast.AST):
                        self._expression(one, inside, node)

    def _expression(self, node, used, parent):
        if isinstance(parent, ast.Raise) or (isinstance(parent, ast.Assert) and node is parent.msg):
            return
        if type(node).__name__ in TEXTS:  # of its parts only those in braces are expressions
            for part in node.values:
                if not isinstance(part, ast.Constant):
                    self._expression(part.value, used, part)
            return
        if isinstance(node, ast.Lambda):
            outer, self._statement = self._statement, None  # it runs later than the statement that makes it
            self._fields(node.args, used)
            self._expression(node.body, True, node)
            self._statement = outer
            return
        if used and isinstance(node, ast.expr):
            self._change_expression(node, parent)
        if isinstance(node, ast.Call) and is_unspoken(node):
            return
        self._fields(node, used)

    def _add(self, node, operator, build):
        self.candidates.append(Candidate(node, operator, build, self._statement))

    def _change_statement(self, node):
        if isinstance(node, ast.Expr) and isinstance(unawaited(node.value), ast.Call):
            if not is_unspoken(unawaited(node.value)):
                self._add(node, "call removed", removed)
        elif isinstance(node, ast.Assign) and all(map(is_place, node.targets)):
            self._add(node, "assignment removed", removed)
        elif isinstance(node, ast.Raise):
            self._add(node, "raise removed", removed)
        elif isinstance(node, ast.AugAssign) and type(node.op) in COMPUTED and not is_text_value(node.value):
            self._add(node, "arithmetic", computed)
        elif isinstance(node, (ast.Break, ast.Continue)):
            self._add(node, "loop", lambda one: [ast.Continue() if isinstance(one, ast.Break) else ast.Break()])

    def _change_expression(self, node, parent):
        is_test = isinstance(parent, (ast.If, ast.While, ast.IfExp)) and node is parent.test
        if is_test or (isinstance(parent, ast.comprehension) and node in parent.ifs):
            self._add(node, "condition negated", negated)
        if isinstance(parent, ast.Return) and not is_nothing(node):
            self._add(node, "return value", nothing)
        if isinstance(node, ast.Compare):
            for place in range(len(node.ops)):
                self._add(node, "comparison", lambda one, place=place: compared(one, place))
        elif isinstance(node, ast.BinOp) and type(node.op) in COMPUTED:
            if not is_text_value(node.left) and not is_text_value(node.right):
                self._add(node, "arithmetic", computed)
        elif isinstance(node, ast.BoolOp):
            self._add(node, "boolean", connected)
        elif isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.UAdd):
            self._add(node, "sign or negation removed", lambda one: one.operand)
        elif isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float, str)):
            self._add(node, "constant", other_constant)
        elif isinstance(node, ast.Call) and can_swap(node) and not is_unspoken(node):
            self._add(node, "arguments swapped", swapped)


def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def is_text_value(node):
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)))


def is_nothing(node):
    return isinstance(node, ast.Constant) and node.value is None


def is_place(node):
    return isinstance(node, (ast.Attribute, ast.Subscript))


def unawaited(node):
    return node.value if isinstance(node, ast.Await) else node


def is_unspoken(call):
    """Whether it only tells somebody something."""
    function = call.func
    if isinstance(function, ast.Attribute):
        owner = function.value
        return getattr(owner, "id", getattr(owner, "attr", "")) in UNSPOKEN
    return False


def can_swap(call):
    first, second = (call.args + [None, None])[:2]
    if first is None or second is None or isinstance(first, ast.Starred) or isinstance(second, ast.Starred):
        return False
    return ast.dump(first) != ast.dump(second)


def removed(_):
    return [ast.Pass()]


def negated(node):
    return ast.UnaryOp(ast.Not(), node)


def nothing(_):
    return ast.Constant(None)


def compared(node, place):
    node.ops[place] = COMPARED[type(node.ops[place])]()
    return node


def computed(node):
    node.op = COMPUTED[type(node.op)]()
    return [node] if isinstance(node, ast.AugAssign) else node


def connected(node):
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return node


def other_constant(node):
    value = node.value
    if isinstance(value, bool):
        return ast.Constant(not value)
    return ast.Constant(value + "~" if isinstance(value, str) else value + 1)


def swapped(node):
    node.args[0], node.args[1] = node.args[1], node.args[0]
    return node
