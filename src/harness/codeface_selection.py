"""Which test files a suite has, and how a process runs one of them: the project's own collection, seen through.

A discovery lets pytest find the files without importing any. A run collects the same way, with every file but one
made empty; so settings, conftests and ignored paths mean what they mean to the whole suite.
"""

import os
import types

import pytest


def create_discovery(report):
    """Tells the files in order; ends the process before pytest would run anything."""
    leave = os._exit
    found = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_make_collect_report(collector):
        if is_file(collector):
            path = report.relative(collector.path)
            if path not in found:
                found.add(path)
                report.say("file", path=path)
            return nothing_in(collector)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(items):
        for item in items:  # of a folder's own collector
            path = report.relative(item.path)
            if path not in found:
                found.add(path)
                report.say("file", path=path)
        report.say("finish")
        report.say("ended", exitCode=0)
        leave(0)

    return plugin("codeface_discovery", pytest_make_collect_report, pytest_collection_modifyitems)


class Selection:
    """Files of a suite, as a rule one; `collector` is the first that pytest made for them, None until then.

    In company the others are imported as well, as when a whole suite is run, and their tests left out.
    """

    def __init__(self, report, paths, in_company=False):
        self._relative = report.relative
        self._paths = frozenset(paths)
        self._whole = {os.path.join(os.getcwd(), path) for path in paths}
        self._in_company = in_company
        self.collector = None

    def holds(self, node):
        return self._relative(node.path) in self._paths

    def create_plugin(self):
        holds, whole, in_company, isfile = self.holds, self._whole, self._in_company, os.path.isfile

        def pytest_ignore_collect(collection_path):
            """Spares the making of collectors; an `__init__.py` may stand for its folder."""
            path = str(collection_path)
            if not in_company and path not in whole and not path.endswith("__init__.py") and isfile(path):
                return True

        @pytest.hookimpl(tryfirst=True)
        def pytest_make_collect_report(collector):
            if not is_file(collector):
                return None
            if not holds(collector):
                return None if in_company else nothing_in(collector)
            self.collector = self.collector or collector

        @pytest.hookimpl(tryfirst=True)
        def pytest_collection_modifyitems(items):
            items[:] = [item for item in items if any(map(holds, item.listchain()))]

        hooks = (pytest_ignore_collect, pytest_make_collect_report, pytest_collection_modifyitems)
        return plugin("codeface_selection", *hooks)


def is_file(collector):
    """Before pytest 8 a package, too, is a file."""
    return isinstance(collector, pytest.File) and not isinstance(collector, pytest.Package)


def nothing_in(collector):
    return pytest.CollectReport(collector.nodeid, "passed", None, [])


def plugin(name, *hooks):
    """A plugin, as a module that can be found by no name."""
    module = types.ModuleType(name)
    vars(module).update((hook.__name__, hook) for hook in hooks)
    return module
