"""What the kernel lets a supervisor do about processes: adopt orphans, hide itself, leave nobody behind."""

import ctypes
import os
import signal
import time

PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
# `kill -9` reaches every process that cannot be waited for in the kernel.
LONGEST_KILLING_SECONDS = 3
PAUSE_SECONDS = 0.005


def adopt_orphans():
    """Descendants whose parent ends become children of this process (prctl(2), PR_SET_CHILD_SUBREAPER)."""
    control(PR_SET_CHILD_SUBREAPER, 1)


def shield():
    """Closes this process's memory and descriptors to others of the same user."""
    control(PR_SET_DUMPABLE, 0)


def control(option, value):
    try:
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
    except (OSError, AttributeError):  # no such call here
        pass


def kill_others(spared):
    """Ends every descendant but the spared ones, which have no children of their own, and reaps it; says whether it could.

    They are stopped first: what is stopped cannot fork, so a fork bomb runs out of processes that are not found.
    """
    give_up = time.monotonic() + LONGEST_KILLING_SECONDS
    stopped = set()
    while children_of_self() - spared and time.monotonic() < give_up:
        found = descendants(os.getpid()) - spared
        fresh = found - stopped
        send(fresh, signal.SIGSTOP)
        stopped |= fresh
        if not fresh:
            send(found, signal.SIGKILL)
            reap(children_of_self() - spared)
            stopped = set()
            if children_of_self() - spared:
                time.sleep(PAUSE_SECONDS)
    return not children_of_self() - spared


def send(processes, number):
    for pid in processes:
        try:
            os.kill(pid, number)
        except (ProcessLookupError, PermissionError):
            pass


def reap(processes):
    for pid in processes:
        try:
            os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            pass


def children_of_self():
    own = os.getpid()
    try:
        with open("/proc/%d/task/%d/children" % (own, own), "rb") as file:
            return set(map(int, file.read().split()))
    except OSError:  # a kernel without that file
        return {pid for pid, parent in parents().items() if parent == own}


def descendants(root):
    by_parent = {}
    for pid, parent in parents().items():
        by_parent.setdefault(parent, []).append(pid)
    found, waiting = set(), [root]
    while waiting:
        fresh = [pid for pid in by_parent.get(waiting.pop(), ()) if pid not in found]
        found.update(fresh)
        waiting += fresh
    return found


def parents():
    """Each process's parent, as /proc tells (proc(5), /proc/PID/stat)."""
    known = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, "rb") as file:
                    known[int(name)] = int(file.read().rpartition(b")")[2].split()[1])
            except (OSError, IndexError):
                pass  # it has ended
    return known
