"""A component with its variants asleep in it: one import serves the original, both dummies and every mutant.

The files are read as they are, and compiled from a tree in which a number chooses: 0 is the original, -1 lets every
function raise, -2 lets every one return nothing, and each positive number is a mutant. Places in the text stay what
they were, so that traces, warnings and `inspect` say the same as on the original. Each statement also marks that it
was run, by which the tests that reach a mutant are known.
"""

import ast
import builtins
import copy
import os
import random
from importlib.machinery import SourceFileLoader

from codeface_mutants import FUNCTIONS, Finder, is_text

ORIGINAL, RAISES, NOTHING = 0, -1, -2


class Dummy(Exception):
    """What every function of the raising dummy raises."""


def dummy(number):
    if number == RAISES:
        raise Dummy("a dummy has no behaviour")


class Mutant:
    def __init__(self, number, path, candidate):
        self.number = number
        self.path = path
        self.line = getattr(candidate.node, "lineno", 0)
        self.operator = candidate.operator
        self.statement = candidate.statement
        self.candidate = candidate


class Variants:
    """To be made before anything of the tree is imported; `paths` are the component's files, relative to the folder."""

    def __init__(self, paths, seed, count):
        self._trees = {}  # by whole path, each with the relative one
        self._woven = {}
        self._statements = {}
        self._number = "cf%s" % os.urandom(8).hex()
        self._marks = "cf%s" % os.urandom(8).hex()
        self._raise = "cf%s" % os.urandom(8).hex()
        self._load = "cf%s" % os.urandom(8).hex()
        self.lines = []  # (path, line) by statement
        found = [one for path in sorted(paths) for one in self._read(path)]
        # In the order of the draw: when time is up, those that were run are still a fair sample.
        chosen = random.Random(seed).sample(range(len(found)), min(count, len(found)))
        self.mutants = [Mutant(number, *found[place]) for number, place in enumerate(chosen, 1)]
        self.marks = bytearray(len(self.lines))
        loads = Loads(self.marks)
        self.loaded = loads.statements  # numbers of those that were run as a module of the component was loaded
        names = {self._number: ORIGINAL, self._marks: self.marks, self._raise: dummy, self._load: loads.tell}
        vars(builtins).update(names)
        self._install()

    def choose(self, number, chosen=vars(builtins)):
        chosen[self._number] = number

    def _read(self, path):
        try:
            with open(path, "rb") as file:
                tree = ast.parse(file.read(), path)
            finder = Finder(len(self.lines))
            finder.module(tree)
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            return []  # whoever imports it says what is wrong with it
        self._trees[os.path.realpath(path)] = (path, tree)
        self._statements.update(finder.statements)
        self.lines += [(path, node.lineno) for node in finder.statements]
        return [(path, candidate) for candidate in finder.candidates]

    def _install(self):
        """Lets the ordinary import compile these files so; nothing else of it changes."""
        plain, trees, woven = SourceFileLoader.source_to_code, self._trees, self._woven
        real, compiled = os.path.realpath, compile

        def source_to_code(loader, data, path, **options):
            known = trees.get(real(path)) if isinstance(path, str) else None
            if known is None:
                return plain(loader, data, path, **options)
            optimisation = options.get("_optimization", -1)
            if path not in woven:
                woven[path] = self._varied(*known)
            return compiled(woven[path], path, "exec", dont_inherit=True, optimize=optimisation)

        SourceFileLoader.source_to_code = source_to_code

    def _varied(self, path, tree):
        by_node = {}
        for mutant in self.mutants:
            if mutant.path == path:
                by_node.setdefault(id(mutant.candidate.node), []).append(mutant)
        names = (self._number, self._marks, self._raise)
        woven = Weaver(by_node, self._statements, names).visit(tree)
        self._tell_loading(woven.body)
        return ast.fix_missing_locations(woven)

    def _tell_loading(self, body):
        """Has a module say when its statements begin and end; no frame stands above them that a warning could name."""
        begins, ends = (
            ast.Expr(ast.Call(ast.Name(self._load, ast.Load()), [ast.Constant(value)], [])) for value in (True, False)
        )
        is_future = lambda node: isinstance(node, ast.ImportFrom) and node.module == "__future__"
        after = 1 if body and is_text(body[0]) else 0
        future = [place + 1 for place, node in enumerate(body) if is_future(node)]
        place = max([after, *future])
        for node, where in ((begins, body[place - 1] if place else None), (ends, body[-1] if body else None)):
            if where is not None:
                locate(node, where)
        body.insert(place, begins)
        body.append(ends)


class Loads:
    """The statements that were run as modules were loaded, those of functions that modules call themselves among them.

    What a test file calls as it is imported is not among them: that is for its tests to notice.
    """

    def __init__(self, marks):
        self.statements = set()
        self._marks = marks
        self._before = []

    def tell(self, begins):
        if begins:
            self._before.append(bytes(self._marks))
        elif self._before:
            before = self._before.pop()
            new = (place for place, mark in enumerate(self._marks) if mark and not before[place])
            self.statements.update(new)


class Weaver(ast.NodeTransformer):
    """Writes the choices and the marks into a tree."""

    def __init__(self, mutants, statements, names):
        self._mutants = mutants
        self._statements = statements
        self._number, self._marks, self._raise = names

    def visit(self, node):
        mutants = self._mutants.get(id(node), ())
        copies = [(mutant, copy.deepcopy(node)) for mutant in mutants]  # before what is in it is changed as well
        statement = self._statements.get(node)
        varied = self.generic_visit(node)
        if isinstance(node, FUNCTIONS):
            self._prepend_dummy(node)
        elif isinstance(node, ast.Lambda):
            call = ast.Call(ast.Name(self._raise, ast.Load()), [ast.Name(self._number, ast.Load())], [])
            node.body = ast.IfExp(self._compared(ast.Lt, ORIGINAL), call, node.body)
            locate(node.body, node)
        if isinstance(node, ast.expr):
            for mutant, changed in copies:
                changed = mutant.candidate.build(changed)
                varied = locate(ast.IfExp(self._compared(ast.Eq, mutant.number), changed, varied), node)
            return varied
        if statement is None:
            return varied
        varied = [varied]
        for mutant, changed in copies:
            changed = mutant.candidate.build(changed)
            varied = [locate(ast.If(self._compared(ast.Eq, mutant.number), changed, varied), node)]
        place = ast.Subscript(ast.Name(self._marks, ast.Load()), ast.Constant(statement), ast.Store())
        return [locate(ast.Assign([place], ast.Constant(1)), node), *varied]

    def _prepend_dummy(self, function):
        if function.name == "__del__":  # nobody hears what it raises
            return
        after = 1 if is_text(function.body[0]) else 0
        call = ast.Call(ast.Name(self._raise, ast.Load()), [ast.Name(self._number, ast.Load())], [])
        choice = ast.If(self._compared(ast.Lt, ORIGINAL), [ast.Expr(call), ast.Return()], [])
        function.body.insert(after, locate(choice, function))

    def _compared(self, operator, number):
        return ast.Compare(ast.Name(self._number, ast.Load()), [operator()], [ast.Constant(number)])


def locate(node, place):
    """Gives what is new the place of what it stands for."""
    for one in ast.walk(node):
        if "lineno" in one._attributes and not hasattr(one, "lineno"):
            ast.copy_location(one, place)
    return node
