"""Imports modules without pytest around, and shows that each comes from the job's own folder.

`codeface_start` runs it in that folder.
"""

import importlib
import os
import sys

from codeface_report import Report


def check_imports(say, modules):
    """Imports each in turn and tells which does not come from the tree."""
    tell, load, places, place = Report(say).collection_error, importlib.import_module, origins_of, expected_path
    root = os.getcwd() + os.sep
    say("session")
    for module in modules:
        path = place(module, root)
        say("collecting", path=path)
        try:
            origins = places(load(module))
            if not any(origin.startswith(root) for origin in origins):
                where = ", ".join(origins) or "the interpreter itself"
                raise ImportError("module %r was imported from %s, not from the tree" % (module, where))
        except BaseException as error:  # a module may end in SystemExit too
            tell(path, error)
    say("finish")


def origins_of(module):
    """The module's file, or the folders of a namespace package."""
    file = getattr(module, "__file__", None)
    return [os.path.realpath(place) for place in ([file] if file else getattr(module, "__path__", []))]


def expected_path(module, root):
    """The file in the tree that would be imported, or the one that is missing."""
    stem = module.replace(".", os.sep)
    for base in sys.path:
        for name in (stem + ".py", os.path.join(stem, "__init__.py")):
            path = os.path.join(os.path.realpath(base), name)
            if path.startswith(root) and os.path.exists(path):
                return path[len(root) :].replace(os.sep, "/")
    return stem.replace(os.sep, "/") + ".py"
