"""The child's side of the report pipe, shared by the reporting plugin and the import check.

The suite under test may patch anything it can reach by name, so every function needed later is held by the
instance; and it may close or reuse the descriptor, so the pipe is recognised before each write.
"""

import importlib
import json
import os
import time

MESSAGE_LIMIT = 4000
FIRST_FRAMES = 10
LAST_FRAMES = 40


class Report:
    """Writes one JSON object a line; paths are told relative to the folder the process started in.

    `hidden` are files of packages whose frames say nothing about the code under test.
    """

    def __init__(self, hidden=()):
        self._descriptor = int(os.environ.pop("CODEFACE_REPORT_FD"))
        os.set_inheritable(self._descriptor, False)
        self._root = os.getcwd()
        machinery = (__file__, importlib.__file__, *hidden)
        self._hidden = tuple(os.path.dirname(file) + os.sep for file in machinery)
        self._encode = json.JSONEncoder().encode
        self._write, self._stat, self._own_id = os.write, os.fstat, os.getpid
        self._pid = os.getpid()
        self._pipe = self._identity()
        self.clock = time.perf_counter

    def say(self, event, **fields):
        """Tells the supervisor; a forked copy of the process, or one that closed the pipe, says nothing."""
        if self._own_id() != self._pid or self._identity() != self._pipe:
            return
        line = self._encode(dict(fields, event=event)).encode("ascii") + b"\n"
        while line:
            line = line[self._write(self._descriptor, line) :]

    def collection_error(self, path, error, **corrections):
        self.say("collection-error", path=self.relative(path), **dict(self.describe(error), **corrections))

    def describe(self, error):
        """The error's type, the first line of its message, and its frames, outermost first."""
        return {
            "errorType": type(error).__name__,
            "message": first_line(error),
            "trace": self._frames(error),
        }

    def relative(self, path):
        """Relative to the root and with slashes where it lies in it, else as it was given."""
        path = str(path)
        if path.startswith("<"):
            return path
        whole = os.path.normpath(os.path.join(self._root, path))
        if not whole.startswith(self._root + os.sep):
            return path
        return whole[len(self._root) + 1 :].replace(os.sep, "/")

    def _frames(self, error):
        frames = []
        step = error.__traceback__
        while step is not None:
            code = step.tb_frame.f_code
            if not self._is_hidden(code.co_filename):
                frames.append(self._frame(code.co_filename, step.tb_lineno, code.co_name))
            step = step.tb_next
        if isinstance(error, SyntaxError) and error.filename:
            frames.append(self._frame(error.filename, error.lineno or 1, "<module>"))
        if len(frames) > FIRST_FRAMES + LAST_FRAMES:
            frames[FIRST_FRAMES:-LAST_FRAMES] = []
        return frames

    def _frame(self, path, line, function):
        return {"path": plain(self.relative(path)), "line": line or 1, "functionName": plain(function)}

    def _is_hidden(self, path):
        return path.startswith("<frozen ") or path.startswith(self._hidden)

    def _identity(self):
        try:
            return self._stat(self._descriptor)[1:3]
        except OSError:
            return None


def first_line(error):
    """The message's first line; an exception whose own `__str__` fails has none."""
    try:
        lines = str(error).strip().splitlines()
    except Exception:  # the code under test wrote that __str__
        return ""
    return plain(lines[0])[:MESSAGE_LIMIT] if lines else ""


def plain(text):
    """Text that any reader can encode: lone surrogates become question marks."""
    return str(text).encode("utf-8", "replace").decode("utf-8")
