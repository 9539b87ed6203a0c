"""Shows whose modules a process has: the component's own, from its own folder, and none that pytest imported for itself."""

import os
import sys

from codeface_import_check import expected_path


def tell_taken(say, own, error=None):
    """Tells which of the component's modules are there before any test asked for one: pytest runs on them, too.

    One that does not even import is gone again, and is known by the error that ended the import of pytest.
    """
    root = os.getcwd() + os.sep
    paths = {name: expected_path(name, root) for name in own}
    guilty = files_of(error)
    taken = [name for name in own if name in sys.modules or root + paths[name] in guilty]
    if taken:
        say("taken", modules=[{"module": name, "path": paths[name]} for name in taken])
    return bool(taken)


def files_of(error):
    """The files whose code an exception passed through."""
    files, step = set(), getattr(error, "__traceback__", None)
    while step is not None:
        files.add(os.path.realpath(step.tb_frame.f_code.co_filename))
        step = step.tb_next
    return files | ({os.path.realpath(error.filename)} if isinstance(error, SyntaxError) and error.filename else set())


def create_origins(say, own):
    """A function that tells which of the component's modules came from another folder than its own."""
    root, modules, places, place = os.getcwd() + os.sep, sys.modules, origins_of, expected_path

    def tell_foreign():
        for name in own:
            origins = places(modules.get(name))
            if origins and not any(origin.startswith(root) for origin in origins):
                say("foreign", module=name, path=place(name, root), origin=origins[0])

    return tell_foreign


def origins_of(module):
    """Where it was loaded from: its file, the folders of a namespace package, or what its loader calls it."""
    file, spec = getattr(module, "__file__", None), getattr(module, "__spec__", None)
    if isinstance(file, str):
        return [os.path.realpath(file)]
    folders = getattr(module, "__path__", None)
    if folders is not None:
        return [os.path.realpath(folder) for folder in folders if isinstance(folder, str)]
    origin = getattr(spec, "origin", None)
    return [origin] if isinstance(origin, str) else []
