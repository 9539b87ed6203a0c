"""Which test files a suite has, and how a process runs one of them: the project's own collection, seen through.

A discovery lets pytest find the files without importing any. A run collects the same way, with every file but one
made empty; so settings, conftests and ignored paths mean what they mean to the whole suite.
"""

import os
import random
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

    `order` is a number from which an order of the tests is drawn; with None they are run as they are written.

    `company` are the files that are imported after them, as when a whole suite is run, and whose tests are left out: a
    list, `all`, or None for nobody.
    """

    def __init__(self, report, paths, company=None, order=None):
        self._relative = report.relative
        self._paths = frozenset(paths)
        self._whole = {os.path.join(os.getcwd(), path) for path in paths}
        self._company = company if company in (None, "all") else frozenset(company)
        self._order = order
        self.collector = None

    def holds(self, node):
        return self._relative(node.path) in self._paths

    def joins(self, node):
        return self._company == "all" or (self._company is not None and self._relative(node.path) in self._company)

    def create_plugin(self):
        holds, joins, whole, isfile = self.holds, self.joins, self._whole, os.path.isfile
        is_alone, paths, seen, order = self._company is None, sorted(self._paths), set(), self._order

        def pytest_configure(config):
            if not is_alone:  # they come first, so that none that is imported beside them can rewrite them
                config.args[:0] = paths
                config.option.keepduplicates = True  # without it pytest 9 takes the folders that they lie in first

        def pytest_ignore_collect(collection_path):
            """Spares the making of collectors; an `__init__.py` may stand for its folder."""
            path = str(collection_path)
            if is_alone and path not in whole and not path.endswith("__init__.py") and isfile(path):
                return True

        @pytest.hookimpl(tryfirst=True)
        def pytest_make_collect_report(collector):
            if not is_file(collector):
                return None
            if not holds(collector):
                return None if joins(collector) else nothing_in(collector)
            self.collector = self.collector or collector

        @pytest.hookimpl(tryfirst=True)
        def pytest_collection_modifyitems(items):
            held = [item for item in items if any(map(holds, item.listchain()))]
            # A file that is named and lies in a folder that is named, too, may come twice.
            items[:] = [item for item in held if not (item.nodeid in seen or seen.add(item.nodeid))]
            if order is not None:
                items[:] = shuffled(items, order)

        hooks = (pytest_configure, pytest_ignore_collect, pytest_make_collect_report, pytest_collection_modifyitems)
        return plugin("codeface_selection", *hooks)


def shuffled(items, order):
    """The same tests in another order; those of a class stay together, since what is set up for it is set up once."""
    chance, groups = random.Random(order), {}
    for item in items:
        groups.setdefault(item.parent.nodeid if item.parent else "", []).append(item)
    together = list(groups.values())
    chance.shuffle(together)
    for group in together:
        chance.shuffle(group)
    return [item for group in together for item in group]


def is_file(collector):
    """Before pytest 8 a package, too, is a file."""
    return isinstance(collector, pytest.File) and not isinstance(collector, pytest.Package)


def nothing_in(collector):
    return pytest.CollectReport(collector.nodeid, "passed", None, [])


def plugin(name, *hooks):
    """A plugin, as a module that can be found by no name: a setting may turn off every plugin whose name is known."""
    module = types.ModuleType("%s_%s" % (name, os.urandom(8).hex()))
    vars(module).update((hook.__name__, hook) for hook in hooks)
    return module
