"""Where a child begins: it takes the key of its report before anything under test can be imported.

It runs from memory (`codeface_launch`), either as a process of its own or as a fork of the zygote. The folders of the
job come onto `sys.path` only here, so that no `sitecustomize` of the job runs earlier and no module of it stands in
for one of these.
"""

import atexit
import json
import os
import sys
import threading

from codeface_report import open_pipe


def main(forget_program):
    """The exit status. Words: `zygote DESCRIPTOR`, or the task with both descriptors in the environment."""
    if sys.argv[1] == "zygote":
        from codeface_zygote import serve

        task, report, key = serve(int(sys.argv[2]))
        if task is None:
            return 0
    else:
        task = json.loads(sys.argv[1])
        report, key = (int(os.environ.pop(name)) for name in ("CODEFACE_REPORT_FD", "CODEFACE_KEY_FD"))
    say = open_pipe(report, key)
    os.environ["PYTHONPATH"] = os.pathsep.join(task["roots"])
    sys.path[:0] = [os.getcwd(), *task["roots"]]
    run = run_import_check if task["kind"] == "imports" else run_pytest
    leave = create_leave()
    code = run(say, task, forget_program)
    say("ended", exitCode=code)
    return leave(code)


def create_leave():
    """Ends the process as the interpreter does, but for taking every module apart, which takes 10 ms or more."""
    join_threads, run_exit_functions, streams, end = (
        threading._shutdown,
        atexit._run_exitfuncs,
        (sys.stdout, sys.stderr),
        os._exit,
    )

    def leave(code):
        join_threads()
        run_exit_functions()
        for stream in streams:
            try:
                stream.flush()
            except (OSError, ValueError):  # the suite has closed it
                pass
        end(code)

    return leave


def run_import_check(say, task, forget_program):
    from codeface_import_check import check_imports

    sys.argv[:] = ["-m"]
    forget_program()
    check_imports(say, task["arguments"])
    return 0


def run_pytest(say, task, forget_program):
    """Its exit status. Found on the job's own path: a suite may be that of a part of pytest."""
    from codeface_own import tell_taken

    try:
        import pytest
        import pytest.__main__ as entry

        from codeface_reporter import create_plugins
        from codeface_settings import pinned
    except BaseException as error:
        if tell_taken(say, task["own"], error):
            return 0
        raise
    if tell_taken(say, task["own"]):
        return 0

    plugins, run, number, flush = create_plugins(say, task), pytest.main, int, sys.stdout.flush
    arguments = pinned(task.get("settings")) + task["arguments"]
    sys.argv[:] = [entry.__file__, *arguments]
    if hasattr(sys, "orig_argv"):  # from Python 3.10 on
        sys.orig_argv[:] = [sys.executable, "-m", "pytest", *arguments]
    sys.modules["__main__"] = entry  # as after `python -m pytest`: what multiprocessing starts again
    forget_program()
    code = number(run(arguments, plugins=plugins))
    flush()
    return code
