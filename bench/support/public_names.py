"""
The public names of a source distribution, read off its files alone: `python3 public_names.py FOLDER` prints a JSON list
of {module, name, path, lines, isDeclaration}. A name is a function or class at the top level of a module whose dotted name
has no underscore in front, or a name in the `__all__` of such a module; it is told once, at the place that defines it.
`lines` are ranges of the bodies of functions in it: one of them being executed shows that somebody used it. A declaration
has none: it is executed when its module is imported.
"""

import ast
import json
import os
import sys

SERVICE = {"test", "tests", "testing", "doc", "docs", "example", "examples", "bench", "benchmark", "benchmarks", "scripts",
           "tools", "ci", "build", "dist", "requirements"}
NO_MODULES = {"setup", "conftest", "noxfile", "fabfile", "tasks", "versioneer", "conf", "ez_setup", "manage", "tests", "test"}


def main(folder):
    roots = [os.path.join(folder, root) for root in ("src", "lib") if has_python(os.path.join(folder, root))] or [folder]
    modules = {}
    for root in roots:
        for path in python_files(root, folder):
            dotted = os.path.relpath(path, root)[:-3].replace(os.sep, ".")
            is_package = dotted.endswith("__init__")
            module = Module(dotted[: -len(".__init__")] if is_package else dotted, is_package, path, folder)
            if module.tree is not None:
                modules[module.dotted] = module
    found = {}
    for module in modules.values():
        if any(part.startswith("_") and not part.startswith("__") for part in module.dotted.split(".")):
            continue
        names = {name for name in module.definitions if not name.startswith("_")}
        for name in sorted(names | set(module.listed(modules, set()))):
            place = defining(modules, module, name, set())
            if place is not None:
                home, own = place
                found[home.dotted, own] = dict(module=home.dotted, name=own, path=home.path, **home.body_of(own))
    print(json.dumps([found[key] for key in sorted(found)]))


def has_python(root):
    return os.path.isdir(root) and any(python_files(root, root))


def python_files(root, folder):
    for place, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if is_code(place, name, root))
        for name in sorted(names):
            stem = name[:-3]
            if not name.endswith(".py") or stem.startswith("test_") or stem.endswith("_test") or stem in NO_MODULES:
                continue
            yield os.path.join(place, name)


def is_code(place, name, root):
    if name.lower() in (SERVICE if place == root else ("test", "tests")) or not name.isidentifier():
        return False
    # At the top a folder is code when it says that it is a package.
    return place != root or os.path.exists(os.path.join(place, name, "__init__.py"))


class Module:
    def __init__(self, dotted, is_package, path, folder):
        self.dotted, self.path = dotted, os.path.relpath(path, folder)
        self.package = dotted if is_package else dotted.rpartition(".")[0]
        self.definitions, self.assigned, self.imports, self.stars, self.all = {}, set(), {}, [], []
        try:
            with open(path, "rb") as file:
                self.tree = ast.parse(file.read())
        except (SyntaxError, ValueError, RecursionError):
            self.tree = None
            return
        self.read(self.tree.body)

    def read(self, statements):
        for node in statements:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.definitions[node.name] = node
            elif isinstance(node, ast.ImportFrom):
                source = self.absolute(node)
                for alias in node.names:
                    if alias.name == "*":
                        self.stars.append(source)
                    else:
                        self.imports[alias.asname or alias.name] = (source, alias.name)
            elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    if isinstance(target, ast.Name) and target.id == "__all__":
                        self.add_listed(node.value)
                    self.assigned.update(one.id for one in ast.walk(target) if isinstance(one, ast.Name))
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                called = node.value.func
                if isinstance(called, ast.Attribute) and getattr(called.value, "id", "") == "__all__":
                    for argument in node.value.args:
                        self.add_listed(argument)
            for part in ("body", "orelse", "handlers", "finalbody"):
                inner = getattr(node, part, [])
                if isinstance(node, (ast.If, ast.Try, ast.With, ast.ExceptHandler)):
                    self.read(inner)

    def absolute(self, node):
        if not node.level:
            return node.module or ""
        parts = self.package.split(".")
        base = parts[: len(parts) - node.level + 1]
        return ".".join(base + ([node.module] if node.module else []))

    def add_listed(self, value):
        for node in ast.walk(value) if value is not None else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.all.append(node.value)
            elif isinstance(node, ast.Attribute) and node.attr == "__all__":
                name = getattr(node.value, "id", "")
                source, symbol = self.imports.get(name, (self.package, name))
                self.all.append((source + "." + symbol).strip("."))

    def listed(self, modules, visited):
        if self.dotted in visited:
            return []
        visited.add(self.dotted)
        names = []
        for entry in self.all:
            if entry in modules and entry not in self.assigned:
                names += modules[entry].listed(modules, visited)
            elif entry.isidentifier() and not (entry.startswith("__") and entry.endswith("__")):
                names.append(entry)
        return names

    def body_of(self, name):
        node = self.definitions.get(name)
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        bodies = [one for one in ast.walk(node) if isinstance(one, functions)] if node is not None else []
        lines = [line for one in bodies for line in body_lines(one)]
        return {"lines": lines, "isDeclaration": not lines}


def body_lines(node):
    first = node.body[0]
    is_docstring = isinstance(first, ast.Expr) and isinstance(getattr(first, "value", None), ast.Constant)
    body = node.body[1:] if is_docstring and len(node.body) > 1 else node.body
    return [[one.lineno, one.end_lineno] for one in body]


def defining(modules, module, name, visited):
    if (module.dotted, name) in visited:
        return None
    visited.add((module.dotted, name))
    if name in module.definitions or name in module.assigned:
        return module, name
    if name in module.imports:
        source, symbol = module.imports[name]
        if source in modules and f"{source}.{symbol}" not in modules:
            return defining(modules, modules[source], symbol, visited)
        return None
    for source in module.stars:
        found = defining(modules, modules[source], name, visited) if source in modules else None
        if found is not None:
            return found
    return None


main(sys.argv[1])
