"""Imports modules without pytest around, and shows that each comes from the job's own folder.

Run in that folder with `-m`, the module names as arguments.
"""

import importlib
import os
import sys

from codeface_report import Report


def main():
    report = Report()
    root = os.getcwd() + os.sep
    report.say("session")
    modules, sys.argv[1:] = sys.argv[1:], []
    for module in modules:
        path = expected_path(module, root)
        report.say("collecting", path=path)
        try:
            origins = origins_of(importlib.import_module(module))
            if not any(origin.startswith(root) for origin in origins):
                where = ", ".join(origins) or "the interpreter itself"
                raise ImportError("module %r was imported from %s, not from the tree" % (module, where))
        except BaseException as error:  # a module may end in SystemExit too
            report.collection_error(path, error)
    report.say("finish")


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


if __name__ == "__main__":
    main()
