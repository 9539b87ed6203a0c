"""One child process: heard on its own pipe, bounded in time and output, killed with all it started."""

import os
import select
import signal
import time

from codeface_processes import kill_others

OUTPUT_BYTES = 16 * 1024
CHUNK_BYTES = 64 * 1024
LONGEST_DRAIN_BYTES = 1024 * 1024
POLL_SECONDS = 0.05


class Child:
    """A process whose exit status this one receives from the kernel."""

    def __init__(self, pid, process=None):
        self.pid = pid
        self.exit_code = None
        self._process = process  # of `subprocess`, which must not wait for it as well
        try:
            self.descriptor = os.pidfd_open(pid)
        except (AttributeError, OSError):  # an older kernel
            self.descriptor = None

    def poll(self, flags=os.WNOHANG):
        if self.exit_code is None:
            pid, status = os.waitpid(self.pid, flags)
            if pid:
                self.exit_code = os.waitstatus_to_exitcode(status)
                if self._process is not None:
                    self._process.returncode = self.exit_code
        return self.exit_code

    def kill(self):
        """Its group and itself, which may be another's by now."""
        for kill in (os.killpg, os.kill):
            try:
                kill(self.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass

    def close(self):
        if self.descriptor is not None:
            os.close(self.descriptor)


class Ended:
    """How a child ended: `by` is `exit`, `silence` (too long without a word), `deadline` or `noise` (a forgery)."""

    def __init__(self, by, exit_code):
        self.by = by
        self.exit_code = exit_code

    def from_outside(self):
        """Whether the kernel, a neighbour or the clock of all may have ended it."""
        return self.by == "deadline" or (self.by == "exit" and self.exit_code == -signal.SIGKILL)


class HeadAndTail:
    """Keeps the beginning and the end of a stream that may never stop."""

    def __init__(self):
        self._half = OUTPUT_BYTES // 2 - 32
        self._head, self._tail, self._cut = bytearray(), bytearray(), 0

    def hear(self, chunk):
        room = self._half - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:]
        excess = max(0, len(self._tail) - self._half)
        del self._tail[:excess]
        self._cut += excess

    def text(self):
        seam = b"\n[%d bytes cut]\n" % self._cut if self._cut else b""
        return (bytes(self._head) + seam + bytes(self._tail)).decode("utf-8", "replace")


def run_child(start, transcript, output, deadline, spared):
    """Runs what `start(report, key, stdout)` starts until it exits, is silent for too long, lies, or time is over.

    The deadline is in monotonic seconds. Afterwards no process is left below this one but the spared.
    """
    report, report_end = os.pipe()
    stdout, stdout_end = os.pipe()
    key, key_end = os.pipe()
    os.write(key_end, transcript.key)
    listeners = {report: transcript, stdout: output}
    try:
        child = start([report_end, key, stdout_end])
    except BaseException:
        close(report, stdout)
        raise
    finally:
        close(report_end, stdout_end, key, key_end)
    by = listen(child, dict(listeners), transcript, deadline)
    child.kill()
    exit_code = child.poll(0)
    everybody_ended = kill_others(spared)
    for descriptor, listener in listeners.items():
        drain(descriptor, listener)
    close(report, stdout)
    child.close()
    if not everybody_ended:
        raise OSError("processes that the suite left behind could not be ended")
    return Ended(by, exit_code)


def listen(child, listeners, transcript, deadline):
    """Passes on what the child says and prints; returns what ended it."""
    heard, words = time.monotonic(), transcript.words
    while child.poll() is None:
        now = time.monotonic()
        if transcript.garbled:
            return "noise"
        if transcript.words != words:
            heard, words = now, transcript.words
        left = min(heard + transcript.patience(), deadline) - now
        if left <= 0:
            return "deadline" if now >= deadline else "silence"
        watched = list(listeners) + ([] if child.descriptor is None else [child.descriptor])
        wait = left if child.descriptor is not None else min(POLL_SECONDS, left)
        for descriptor in select.select(watched, [], [], wait)[0]:
            if descriptor not in listeners:
                continue  # it has ended, which the next poll finds
            chunk = os.read(descriptor, CHUNK_BYTES)
            if chunk:
                listeners[descriptor].hear(chunk)
            else:
                del listeners[descriptor]
    return "exit"


def drain(descriptor, listener):
    """What the pipe still holds; its end is not waited for, since an escaped process may keep it open."""
    os.set_blocking(descriptor, False)
    taken = 0
    try:
        while taken < LONGEST_DRAIN_BYTES:
            chunk = os.read(descriptor, CHUNK_BYTES)
            if not chunk:
                return
            listener.hear(chunk)
            taken += len(chunk)
    except BlockingIOError:
        pass


def close(*descriptors):
    for descriptor in descriptors:
        os.close(descriptor)
