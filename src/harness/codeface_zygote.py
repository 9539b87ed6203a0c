"""The fork server: has imported pytest and nothing of any tree, and forks one process for each task.

Its forks are orphaned at once, so that the kernel tells the warden, which adopts them, how they end. It shares the
user of what it forks: its memory and descriptors are closed to them (prctl(2), PR_SET_DUMPABLE), and the worst that
a fork can do is kill it, after which the warden starts another.
"""

import ctypes
import gc
import importlib
import importlib.metadata
import importlib.util
import json
import os
import random
import socket
import sys
import time
import warnings

PR_SET_DUMPABLE = 4
# What a session imports besides its plugins, once it has begun.
LATE = ("_pytest._argcomplete", "email.parser", "faulthandler", "pdb")
DESCRIPTORS = 3
LENGTH_BYTES = 8


def serve(number):
    """In a fork: its task and the descriptors of its report and its key. In the server: None, once it is done."""
    set_dumpable(0)
    channel = socket.socket(fileno=number)
    entries = plugin_entries()
    has_pytest, has_coverage = (importlib.util.find_spec(name) is not None for name in ("pytest", "coverage"))
    tell(channel, {"pytest": has_pytest, "coverage": has_coverage, "plugins": [entry.name for entry in entries]})
    if has_pytest:
        warm(entries)
    gc.freeze()  # what is here for good need not be looked at by every fork's collector, nor copied for it
    threads = len(os.listdir("/proc/self/task"))
    tell(channel, {"modules": sorted({name.partition(".")[0] for name in sys.modules}), "threads": threads})
    while True:
        message, descriptors = hear(channel)
        if message is None:
            return None, None, None
        reader, writer = os.pipe()
        middle = os.fork()
        if middle == 0:
            if orphan(writer):
                os.close(reader)
                return take_up(channel, message, descriptors)
            os._exit(0)
        for descriptor in (writer, *descriptors):
            os.close(descriptor)
        pid = int(os.read(reader, 20) or 0)
        os.close(reader)
        os.waitpid(middle, 0)
        tell(channel, {"pid": pid})


def orphan(writer):
    """Forks again: true in the new process once its parent is gone, false in that parent."""
    parent = os.getpid()
    try:
        child = os.fork()
    except OSError:  # the limit of processes: no number is told
        return False
    if child:
        os.write(writer, b"%d" % child)
        return False
    os.close(writer)
    while os.getppid() == parent:
        time.sleep(0.0002)
    return True


def take_up(channel, message, descriptors):
    """Makes the fork what a process started for the task would be."""
    report, key, output = descriptors
    channel.close()
    os.setsid()
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    os.close(null)
    os.close(output)
    os.environ.clear()
    os.environ.update(message["environment"])
    os.chdir(message["folder"])
    set_dumpable(1)
    random.seed()
    return message["task"], report, key


def plugin_entries():
    found = importlib.metadata.distributions()
    return [entry for one in found for entry in one.entry_points if entry.group == "pytest11"]


def warm(entries):
    """Imports what every session of pytest imports, and what the environment's plugins do."""
    from _pytest.config import default_plugins

    for name in ("pytest.__main__", "unittest", "codeface_reporter", "codeface_import_check"):
        importlib.import_module(name)
    for name in default_plugins:
        importlib.import_module("_pytest." + name)
    for name in LATE:
        importlib.import_module(name)
    filters = warnings.filters[:]
    for entry in entries:
        try:
            entry.load()
        except BaseException:  # the session that loads it says why
            pass
    warnings.filters[:] = filters


def set_dumpable(value):
    """Whether others of the same user may read this process's memory and descriptors."""
    try:
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, value, 0, 0, 0)
    except (OSError, AttributeError):
        pass


def tell(channel, message):
    text = json.dumps(message).encode("ascii")
    channel.sendall(len(text).to_bytes(LENGTH_BYTES, "big") + text)


def hear(channel):
    """A message and the descriptors that came with it, or None twice when the warden is gone."""
    header, descriptors, _, _ = socket.recv_fds(channel, LENGTH_BYTES, DESCRIPTORS, socket.MSG_WAITALL)
    if len(header) < LENGTH_BYTES:
        return None, None
    left, text = int.from_bytes(header, "big"), b""
    while left > len(text):
        chunk = channel.recv(left - len(text))
        if not chunk:
            return None, None
        text += chunk
    return json.loads(text), descriptors
