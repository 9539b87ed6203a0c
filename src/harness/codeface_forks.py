"""A fork of a process under test: what it may take, what it tells, and its end."""

import json
import os
import resource
import select
import signal

MORE_MEMORY_BYTES = 1024**3
LARGEST_FILE_BYTES = 64 * 1024**2
CHUNK_BYTES = 64 * 1024


def limit():
    """A variant may go wild: it gets no more memory than the original has and a gigabyte, and no large file."""
    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    for kind, amount in ((resource.RLIMIT_AS, used + MORE_MEMORY_BYTES), (resource.RLIMIT_FSIZE, LARGEST_FILE_BYTES)):
        try:
            resource.setrlimit(kind, (amount, amount))
        except (OSError, ValueError):  # it has less already
            pass


def heard(reader, pid, patience):
    """The results that a fork tells, until it ends or is silent for too long."""
    rest = b""
    try:
        ending = os.pidfd_open(pid)
    except (AttributeError, OSError):
        ending = None
    try:
        while True:
            watched = [reader] if ending is None else [reader, ending]
            ready = select.select(watched, [], [], patience())[0]
            if reader not in ready:
                return  # silence, or the end with nothing left to read
            chunk = os.read(reader, CHUNK_BYTES)
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield json.loads(line)
    finally:
        if ending is not None:
            os.close(ending)


def end(pid):
    """A fork with what it started in its session."""
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    os.waitpid(pid, 0)
