"""The child's side of the report pipe, shared by the reporting plugin and the import check.

The suite under test may patch anything it can reach by name, so every function needed later is held in a closure;
it may write to the pipe, so each line carries a code that only the holder of the key can compute; and it may close
or reuse the descriptor, so the pipe is recognised before each write.
"""

import importlib
import json
import os
import time
from hashlib import blake2b
from json import encoder as json_encoder

CODE_BYTES = 16
KEY_BYTES = 32
MESSAGE_LIMIT = 4000
FIRST_FRAMES = 10
LAST_FRAMES = 40


def open_pipe(descriptor, key_descriptor):
    """A function that tells the supervisor one event; to be called once, before any code under test is loaded.

    The key comes through a pipe of its own, which is empty and closed afterwards: it is in no file, argument or
    environment variable. The function says nothing in a forked copy, or once the pipe has been closed.
    """
    key = os.read(key_descriptor, KEY_BYTES)
    os.close(key_descriptor)
    os.set_inheritable(descriptor, False)
    write, stat, own_id, code_of, encode = os.write, os.fstat, os.getpid, blake2b, unpatchable_encoder()
    failure = OSError

    def identity():
        try:
            return stat(descriptor)[1:3]
        except failure:
            return None

    process, pipe, number = own_id(), identity(), 0

    def say(event, **fields):
        nonlocal number
        if own_id() != process or identity() != pipe:
            return
        fields["event"] = event
        text = encode(fields).encode("ascii")
        code = code_of(b"%d %s" % (number, text), key=key, digest_size=CODE_BYTES).hexdigest()
        number += 1
        line = b"%s %s\n" % (code.encode("ascii"), text)
        while line:
            line = line[write(descriptor, line) :]

    return say


def unpatchable_encoder():
    """JSON by the interpreter's own compiled encoder where it has one: the methods of the class can be replaced."""
    make, string = json_encoder.c_make_encoder, json_encoder.c_encode_basestring_ascii
    if make is None or string is None:
        return json.JSONEncoder().encode
    compiled = make(None, None, string, None, ": ", ", ", False, False, True)
    return lambda value: "".join(compiled(value, 0))


class Report:
    """Describes errors and places; paths are told relative to the folder the process started in.

    `hidden` are files of packages whose frames say nothing about the code under test.
    """

    def __init__(self, say, hidden=()):
        self._root = os.getcwd()
        machinery = (importlib.__file__, *hidden)
        self._hidden = tuple(os.path.dirname(file) + os.sep for file in machinery)
        self.say = say
        self.clock = time.perf_counter

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
        return path.startswith(("<frozen ", "<codeface>")) or path.startswith(self._hidden)


def first_line(error):
    """The message's first line; an exception whose own `__str__` fails has none."""
    try:
        example = getattr(error, "example", None)
        if type(error).__name__ == "DocTestFailure" and example is not None:
            told = (example.source.strip(), example.want.strip(), str(error.got).strip())
            return plain("%s: expected %s, got %s" % told).replace("\n", " ")[:MESSAGE_LIMIT]
        lines = str(error).strip().splitlines()
    except Exception:  # the code under test wrote that __str__
        return ""
    return plain(lines[0])[:MESSAGE_LIMIT] if lines else ""


def plain(text):
    """Text that any reader can encode: lone surrogates become question marks."""
    return str(text).encode("utf-8", "replace").decode("utf-8")
