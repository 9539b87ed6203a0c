"""Where a suite runs: its tree, its metadata and a folder for what its processes write elsewhere."""

import configparser
import os
import tempfile

from codeface_tree import Tree, clear, ensure_folder, mode_of, remove

TRIES = 100


class Workspace:
    """To be made before any code under test runs; `alone` when no other suite shares the sandbox."""

    def __init__(self, job, alone):
        self.tree = Tree(job["folder"])
        self._metadata = Tree(job["metadata"]) if job["metadata"] else None
        self._source_roots = job["sourceRoots"]
        self._base = os.environ.get("TMPDIR", "/tmp")
        self._alone = alone
        self._environment = job["environment"]
        self._above = delivered_above(self.tree.folder)
        self._scratch = None
        self._user = None

    def give_to(self, user):
        self._user = user
        self.tree.give_to(user)

    def refresh(self):
        """Makes everything as it was delivered; returns the environment of the next child."""
        if self._scratch is not None:
            self._user.do(self._clean)
        self._scratch = tempfile.mkdtemp(prefix="", dir=self._base)
        self._user.own(self._scratch)
        return {**self._environment, **child_environment(), "HOME": self._scratch, "TMPDIR": self._scratch}

    def close(self):
        if self._scratch is not None:
            self._user.do(lambda: remove(self._scratch))

    def roots(self):
        """Folders that come first on the path of modules; what is installed may be a release of the project itself."""
        folder = self.tree.folder
        first = [os.path.normpath(os.path.join(folder, root)) for root in self._source_roots] + [folder]
        return first + ([self._metadata.folder] if self._metadata else [])

    def modules(self):
        """Names of the modules that those folders may provide."""
        inside = [root for root in self.roots() if not self._metadata or root != self._metadata.folder]
        prefixes = [os.path.relpath(root, self.tree.folder) for root in inside]
        names = set()
        for path in self.tree.files:
            for prefix in prefixes:
                rest = path if prefix == "." else path[len(prefix) + 1 :] if path.startswith(prefix + "/") else ""
                names.add(rest.split("/")[0].split(".")[0])
        for path in self._metadata.files if self._metadata else ():
            names.add(path.split("/")[0].split(".")[0])
        return names

    def own_plugins(self):
        """Names of pytest's plugins among the project's own entry points."""
        names = []
        for path, (_, content) in self._metadata.files.items() if self._metadata else ():
            if path.endswith(".dist-info/entry_points.txt"):
                parser = configparser.RawConfigParser(delimiters=("=",), strict=False)
                parser.optionxform = str
                try:
                    parser.read_string(content.decode("utf-8", "replace"))
                except configparser.Error:  # whoever reads it next says why
                    continue
                names += parser.options("pytest11") if parser.has_section("pytest11") else []
        return names

    def _clean(self):
        """As the children's user; what they wrote elsewhere goes only where that user is of this sandbox alone."""
        remove(self._scratch)
        if self._alone and self._user.uid is not None:
            clear(self._base, self._user.uid)
        for folder, (mode, delivered) in self._above.items():
            ensure_folder(folder, mode)
            if os.access(folder, os.W_OK):
                keep_only(folder, delivered)
        self.tree.restore()
        if self._metadata is not None and self._user.uid is None:
            self._metadata.restore()


def delivered_above(folder):
    """Mode and content of the folders above a tree, from the working folder down: pytest looks for settings there."""
    above, top = [], os.path.realpath(".")
    while folder.startswith(top + os.sep):
        folder = os.path.dirname(folder)
        above.insert(0, (folder, (mode_of(folder), set(os.listdir(folder)))))
    return dict(above)


def keep_only(folder, names):
    """Removes everything else, which another slot may be doing as well."""
    for name in set(os.listdir(folder)) - names:
        path = os.path.join(folder, name)
        for _ in range(TRIES):
            try:
                remove(path)
            except FileNotFoundError:
                continue
            break


def child_environment():
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return dict(
        inherited,
        PYTHONDONTWRITEBYTECODE="1",
        PYTHONHASHSEED="0",
        PYTHONNOUSERSITE="1",
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
    )
