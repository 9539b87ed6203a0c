"""What hostile programs start from: where the lures are, and a way to try what must be refused.

Everything is said on descriptor 1 itself, since a program may have replaced the rest.
"""

import ctypes
import json
import os
import platform
import subprocess

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "lures.json"), encoding="utf-8") as file:
    lures = json.load(file)
marker = lures["marker"]
libc = ctypes.CDLL(None, use_errno=True)
# By machine, since the C library wraps none of these.
NUMBERS = {
    "x86_64": {"keyctl": 250, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323},
    "aarch64": {"keyctl": 219, "bpf": 280, "perf_event_open": 241, "userfaultfd": 282},
}.get(platform.machine(), {})
NUMBERS.update(io_uring_setup=425, open_tree=428, fsopen=430)


def say(text, write=os.write):
    write(1, (text[:2000] + "\n").encode("utf-8", "backslashreplace"))


def refused(what, why=""):
    say("refused %s: %s" % (what, why))


def escaped(what):
    say("ESCAPED " + what)


def attempt(what, action, *arguments):
    """Tries what must end in an error of the system; whatever succeeds is an escape."""
    try:
        result = action(*arguments)
    except (OSError, subprocess.SubprocessError) as error:
        refused(what, error)
    else:
        escaped("%s: %r" % (what, result))


def call(name, *arguments):
    """A function of the C library, or a system call by its number; -1 becomes an OSError."""
    ctypes.set_errno(0)
    function = getattr(libc, name) if name not in NUMBERS else libc.syscall
    words = arguments if name not in NUMBERS else (NUMBERS[name], *arguments)
    result = function(*words)
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, "%s: %s" % (name, os.strerror(number)))
    return result


def write_to(path, text="spoilt"):
    with open(path, "w") as file:
        file.write(text)


def open_for_writing(path):
    """Never writes: an open that succeeds is enough to know."""
    os.close(os.open(path, os.O_WRONLY))


def read_start(path):
    with open(path, "rb") as file:
        return file.read(4096)
