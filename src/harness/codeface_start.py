"""Where a child begins: it takes the key of its report before anything under test can be imported.

Usage: python codeface_start.py pytest|imports ARGUMENT..., with the folders of the job in CODEFACE_PATH. They come
onto `sys.path` only here, so that no `sitecustomize` of the job runs earlier and no module of it stands in for one of
these.
"""

import os
import sys

from codeface_report import open_pipe

PROGRAM = sys.path[0]


def main():
    say = open_pipe()
    kind, arguments = sys.argv[1], sys.argv[2:]
    folders = os.environ.pop("CODEFACE_PATH")
    os.environ["PYTHONPATH"] = folders
    sys.path[:1] = [PROGRAM, os.getcwd(), *folders.split(os.pathsep)]
    code = run_pytest(say, arguments) if kind == "pytest" else run_import_check(say, arguments)
    say("ended", exitCode=code)
    return code


def run_import_check(say, modules):
    from codeface_import_check import check_imports

    sys.argv[:] = ["-m"]
    forget_program()
    check_imports(say, modules)
    return 0


def run_pytest(say, arguments):
    """Its exit status. Found on the job's own path: a suite may be that of a part of pytest."""
    import pytest
    import pytest.__main__ as entry

    from codeface_reporter import create_plugin

    plugin, run, number, flush = create_plugin(say), pytest.main, int, sys.stdout.flush
    sys.argv[:] = [entry.__file__, *arguments]
    sys.modules["__main__"] = entry  # as after `python -m pytest`: what multiprocessing starts again
    forget_program()
    code = number(run(arguments, plugins=[plugin]))
    flush()
    return code


def forget_program():
    """Leaves nothing of the harness to be imported by name."""
    sys.path.remove(PROGRAM)
    for name in [name for name in sys.modules if name.startswith("codeface_")]:
        del sys.modules[name]


if __name__ == "__main__":
    sys.exit(main())
