"""Which functions of the tree each test enters, by the interpreter's own hooks and in memory.

From Python 3.12 on the interpreter tells the first entry of each code object and is silent about it until the next test
(`sys.monitoring`, PEP 669); before, it tells every call (`sys.setprofile`). Both see the threads that a test starts, and
neither what it starts as a process. A function is known by its file and the first line of its code object, which is that of
its first decorator; bodies of modules and classes are none.
"""

import os
import sys
import threading

from codeface_report import plain

# So many are told of one test and of one process; beyond, it is told that there are more.
MOST_OF_A_TEST = 1000
MOST_OF_A_PROCESS = 20_000
# So many code objects, of whatever file, are kept in mind during one test: a loop may compile without end.
MOST_CODES = 50_000
TOOLS = (4, 3)  # those of `sys.monitoring` that are nobody's by convention
CO_OPTIMIZED = 1  # whether code is a function's (inspect, Code Objects Bit Flags)


def start_entered(report):
    """A recorder of what is entered; to be started before any code under test."""
    met = {}
    hook = monitoring_hook(met) if hasattr(sys, "monitoring") else None
    return Entered(report, met, *(hook or profile_hook(met)))


class Entered:
    def __init__(self, report, met, listen, ignore):
        self._say, self._relative = report.say, report.relative
        self._root = os.getcwd() + os.sep
        self._met, self._listen, self._ignore = met, listen, ignore
        self._numbers = {}  # by path and line: as they were told
        self._paths = {}  # by the file of a code object: its path in the tree, or None

    def begin(self, test):
        self._met.clear()
        self._listen()

    def end(self, test):
        """Tells what the test entered; nothing when it has left the interpreter in a state in which that cannot be said."""
        try:
            self._ignore()
            told = self._told()
        except Exception:
            return
        self._say("entered", id=test, **told)

    def finish(self):
        pass

    def _told(self):
        codes = list(self._met.values())
        self._met.clear()
        places = sorted({place for place in map(self._place_of, codes) if place is not None})
        first = places[:MOST_OF_A_TEST]
        new = [place for place in first if place not in self._numbers]
        new = new[: MOST_OF_A_PROCESS - len(self._numbers)]
        for place in new:
            self._numbers[place] = len(self._numbers)
        numbers = [self._numbers[place] for place in first if place in self._numbers]
        return {"functions": new, "numbers": numbers, "cut": len(numbers) < len(places) or len(codes) >= MOST_CODES}

    def _place_of(self, code):
        if not code.co_flags & CO_OPTIMIZED:
            return None
        file = code.co_filename
        path = self._paths.get(file, "")
        if path == "":
            path = self._path_of(file)
            if len(self._paths) < MOST_CODES:
                self._paths[file] = path
        return None if path is None else (path, code.co_firstlineno)

    def _path_of(self, file):
        """Where it lies in the tree; what is compiled from text has a name that leads nowhere."""
        if not file.startswith(self._root):
            return None
        path = plain(self._relative(file))
        return None if path.startswith(os.sep) else path


def monitoring_hook(met):
    """Functions that start and stop listening; None when others have taken every tool."""
    monitoring, most = sys.monitoring, MOST_CODES
    tool = next((number for number in TOOLS if monitoring.get_tool(number) is None), None)
    if tool is None:
        return None
    started, silent, identity, failure = monitoring.events.PY_START, monitoring.DISABLE, id, ValueError
    restart, set_events = monitoring.restart_events, monitoring.set_events

    def enter(code, offset):
        if len(met) < most:
            met[identity(code)] = code
        return silent

    def listen():
        try:
            set_events(tool, started)
            restart()
        except failure:  # the suite has freed the tool
            pass

    monitoring.use_tool_id(tool, "codeface")
    monitoring.register_callback(tool, started, enter)
    # To stop would instrument every function anew: what is met between two tests is forgotten.
    return listen, lambda: None


def profile_hook(met):
    """Functions that start and stop listening, in this thread and in those that are started meanwhile."""
    most, identity = MOST_CODES, id
    set_here, set_later, profiler = sys.setprofile, threading.setprofile, sys.getprofile
    before = None

    def enter(frame, event, argument):
        if event == "call":
            code = frame.f_code
            if identity(code) not in met and len(met) < most:
                met[identity(code)] = code

    def listen():
        nonlocal before
        before = profiler()
        set_later(enter)
        set_here(enter)

    def ignore():
        set_here(before)
        set_later(before)

    return listen, ignore
