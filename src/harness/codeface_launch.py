"""Starts children: forks of a zygote where that cannot be told from a fresh process, else fresh processes.

The program of a child travels in its arguments. Its files are read once, before any code under test runs: in some
sandboxes that code can write where they lie.
"""

import json
import os
import signal
import socket
import subprocess
import sys

from codeface_child import Child

HERE = os.path.dirname(os.path.realpath(__file__))
CHILD_MODULES = ("canary", "entered", "forks", "import_check", "leftovers", "lines", "mutants", "originals")
CHILD_MODULES += ("outcome", "own", "report", "reporter", "selection", "settings", "start", "trial", "variants", "zygote")
STARTING_SECONDS = 60
ANSWER_SECONDS = 10
LENGTH_BYTES = 8

# `-c` puts the working folder first on the path: nothing may be imported before it is gone.
BOOT = """
import sys
del sys.path[0]
import json
from importlib.machinery import ModuleSpec
class Program:
    sources = json.loads(sys.argv.pop(1))
    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self) if name in self.sources else None
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        name = module.__name__
        exec(compile(self.sources[name], "<codeface>/" + name + ".py", "exec"), vars(module))
program = Program()
sys.meta_path.insert(0, program)
def forget_program():
    sys.meta_path.remove(program)
    for name in program.sources:
        sys.modules.pop(name, None)
from codeface_start import main
sys.exit(main(forget_program))
"""


def read_program():
    """The words that start Python on the child's program."""
    sources = {}
    for name in CHILD_MODULES:
        with open(os.path.join(HERE, "codeface_%s.py" % name), encoding="utf-8") as file:
            sources["codeface_" + name] = file.read()
    return [sys.executable, "-c", BOOT, json.dumps(sources)]


class ZygoteFault(Exception):
    pass


class Zygote:
    """A fork server under the children's user, and what it says of its environment."""

    def __init__(self, program, user, environment):
        self._channel, end = socket.socketpair()
        self._channel.settimeout(STARTING_SECONDS)
        with end:
            self._process = subprocess.Popen(
                program + ["zygote", str(end.fileno())],
                cwd="/",
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[end.fileno()],
                start_new_session=True,
                **user.identity(),
            )
        self.pid = self._process.pid

    def survey(self):
        """What is installed: `{pytest, coverage, plugins}`; told first, and once."""
        return self._hear()

    def ready(self):
        """The names of all it has imported; told second, and once. A server with threads cannot fork."""
        told = self._hear()
        if told["threads"] != 1:
            raise ZygoteFault("a plugin of the environment starts threads when it is imported")
        return set(told["modules"])

    def fork(self, task, folder, environment, descriptors):
        text = json.dumps({"task": task, "folder": folder, "environment": environment}).encode("ascii")
        self._channel.settimeout(ANSWER_SECONDS)
        try:
            self._process.send_signal(signal.SIGCONT)  # an earlier fork may have stopped it
            socket.send_fds(self._channel, [len(text).to_bytes(LENGTH_BYTES, "big")], descriptors)
            self._channel.sendall(text)
        except OSError as error:
            raise ZygoteFault(str(error)) from error
        pid = self._hear()["pid"]
        if not pid:
            raise ZygoteFault("no process can be forked")
        return Child(pid)

    def end(self):
        self._channel.close()
        self._process.kill()
        self._process.wait()

    def _hear(self):
        try:
            return json.loads(self._take(int.from_bytes(self._take(LENGTH_BYTES), "big")))
        except (OSError, ValueError) as error:
            raise ZygoteFault(str(error)) from error

    def _take(self, size):
        taken = b""
        while len(taken) < size:
            chunk = self._channel.recv(size - len(taken))
            if not chunk:
                raise OSError("the fork server is gone")
            taken += chunk
        return taken


def start_cold(program, task, folder, environment, descriptors, user):
    """A fresh interpreter for the task."""
    report, key, output = descriptors
    process = subprocess.Popen(
        program + [json.dumps(task)],
        cwd=folder,
        env=dict(environment, CODEFACE_REPORT_FD=str(report), CODEFACE_KEY_FD=str(key)),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=(report, key),
        start_new_session=True,
        **user.identity(),
    )
    return Child(process.pid, process)
