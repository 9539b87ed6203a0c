"""One child process: heard on its own pipe, bounded in time and output, killed with all it started."""

import os
import select
import signal
import subprocess
import time

OUTPUT_BYTES = 16 * 1024
CHUNK_BYTES = 64 * 1024
LONGEST_DRAIN_BYTES = 1024 * 1024
POLL_SECONDS = 0.05


class Ended:
    """How a child ended: `by` is `exit`, `silence` (too long without a word) or `deadline`."""

    def __init__(self, by, exit_code, output):
        self.by = by
        self.exit_code = exit_code
        self.output = output

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


def run_child(command, folder, environment, transcript, deadline):
    """Runs the command until it exits, is silent for too long, or the deadline (monotonic seconds) passes."""
    report, report_end = os.pipe()
    stdout, stdout_end = os.pipe()
    key, key_end = os.pipe()
    os.write(key_end, transcript.key)
    output = HeadAndTail()
    listeners = {report: transcript, stdout: output}
    try:
        child = subprocess.Popen(
            command,
            cwd=folder,
            env=dict(environment, CODEFACE_REPORT_FD=str(report_end), CODEFACE_KEY_FD=str(key)),
            stdin=subprocess.DEVNULL,
            stdout=stdout_end,
            stderr=stdout_end,
            pass_fds=(report_end, key),
            start_new_session=True,
        )
    except OSError:
        close(report, stdout)
        raise
    finally:
        close(report_end, stdout_end, key, key_end)
    by = listen(child, dict(listeners), transcript, deadline)
    kill_group(child)
    for descriptor, listener in listeners.items():
        drain(descriptor, listener)
    close(report, stdout)
    return Ended(by, child.wait(), output.text())


def listen(child, listeners, transcript, deadline):
    """Passes on what the child says and prints; returns what ended it."""
    heard, words = time.monotonic(), transcript.words
    while child.poll() is None:
        now = time.monotonic()
        if transcript.words != words:
            heard, words = now, transcript.words
        left = min(heard + transcript.patience(), deadline) - now
        if left <= 0:
            return "deadline" if now >= deadline else "silence"
        wait = min(POLL_SECONDS, left)
        if not listeners:  # both pipes are closed: it is about to exit, as a rule
            wait_for(child, wait)
        for descriptor in select.select(list(listeners), [], [], wait)[0] if listeners else ():
            chunk = os.read(descriptor, CHUNK_BYTES)
            if chunk:
                listeners[descriptor].hear(chunk)
            else:
                del listeners[descriptor]
    return "exit"


def wait_for(child, seconds):
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        pass


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


def kill_group(child):
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def close(*descriptors):
    for descriptor in descriptors:
        os.close(descriptor)
