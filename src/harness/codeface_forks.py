"""A fork of a process under test: what it may take, what it tells, and its end."""

import json
import os
import resource
import select
import signal

MORE_MEMORY_BYTES = 1024**3
LARGEST_FILE_BYTES = 64 * 1024**2
CHUNK_BYTES = 64 * 1024
TICKS = os.sysconf("SC_CLK_TCK")
# A process that gets less of a processor than this is not waiting for its turn.
IDLE_SHARE = 0.01


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
    """The results that a fork tells, until it ends or is silent for too long.

    Patience is in seconds of its processor, so that a busy machine ends nothing; one that waits for something, and uses
    none, is given as many on the clock.
    """
    rest, used, before = b"", 0.0, None
    try:
        ending = os.pidfd_open(pid)
    except (AttributeError, OSError):
        ending = None
    try:
        while True:
            watched = [reader] if ending is None else [reader, ending]
            window = patience() / 2
            ready = select.select(watched, [], [], window)[0]
            if not ready:
                now = processor_seconds(pid)
                spent = window if before is None else now - before
                used, before = used + spent, now
                if spent < IDLE_SHARE * window or used >= patience():
                    return
                continue
            if reader not in ready:
                return  # its end, with nothing left to read
            chunk = os.read(reader, CHUNK_BYTES)
            if not chunk:
                return
            used, before = 0.0, None
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield json.loads(line)
    finally:
        if ending is not None:
            os.close(ending)


def processor_seconds(session):
    """What the processes of a session have used (proc(5), /proc/PID/stat)."""
    ticks = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:  # it has ended
                continue
            if int(fields[3]) == session:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


def end(pid):
    """A fork with what it started in its session."""
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    os.waitpid(pid, 0)
