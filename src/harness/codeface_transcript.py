"""What a child said of itself, in order. None of it is believed before `codeface_verdict` has judged it."""

import hmac
import json
import os
from hashlib import blake2b

STARTUP_SECONDS = 10
CODE_BYTES = 16
KEY_BYTES = 32
# A flood ends here: a reporter's longest line is an id of a test with its trace, and 100,000 tests take 40 MB.
LONGEST_LINE_BYTES = 4 * 1024 * 1024
LONGEST_BYTES = 128 * 1024 * 1024


class Transcript:
    def __init__(self, test_timeout_seconds):
        self.key = os.urandom(KEY_BYTES)  # for the reporter alone: it signs each line
        self.words = 0  # how many events came: any of them is a sign of life
        self.began = False
        self.finished = False
        self.said_exit_code = None  # the last word, once nothing under test is left to run
        self.garbled = False
        self.files = []  # of a discovery: the paths of test files
        self.collected = None  # node ids, once collection has ended
        self.collecting = None  # path of the file being imported, if any
        self.in_flight = None  # node id of the test being run
        self.tests = {}
        self.functions = []  # `(path, line)` of those that tests entered, as they came up
        self.entered = {}  # by node id: `{entered}`, some of those functions, and `entersMore` when that is not all
        self.canaries = {}
        self.replaced = []  # names of what the tests are judged by, where it is no longer the original
        self.settings = None  # of a discovery: the path of the file that pytest reads them from, if any
        self.taken = []  # modules of the component that pytest had imported: `{module, path}`
        self.foreign = []  # and those that came from elsewhere than its folder: `{module, path, origin}`
        self.trial = None  # of a run on variants: `{variants, reached, called, dummies, mutants}`
        self.confirmed = None  # of a run on one variant that was imported as well: the places of the tests that pass
        self.collection_errors = []
        self._ids = []
        self._timeout = test_timeout_seconds
        self._rest = bytearray()
        self._heard = 0
        self._lines = 0

    def patience(self):
        """Seconds it may stay silent: one test, one file; an interpreter and its plugins need longer."""
        return self._timeout if self.began else self._timeout + STARTUP_SECONDS

    def hear(self, chunk):
        self._heard += len(chunk)
        if self.garbled:
            return
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            self._hear_line(bytes(self._rest) + line)
            self._rest.clear()
        self._rest += rest
        if len(self._rest) > LONGEST_LINE_BYTES or self._heard > LONGEST_BYTES:
            self.garbled = True
            self._rest.clear()

    def _hear_line(self, line):
        if self.garbled:
            return
        self.words += 1
        try:
            self._note(json.loads(self._signed(line)))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            self.garbled = True

    def _signed(self, line):
        """The text of a line; a forged, repeated or missing one breaks the order that the codes attest."""
        code, _, text = line.partition(b" ")
        own = blake2b(b"%d %s" % (self._lines, text), key=self.key, digest_size=CODE_BYTES).hexdigest()
        if not hmac.compare_digest(code, own.encode("ascii")):
            raise ValueError("not of the reporter")
        self._lines += 1
        return text

    def _note(self, event):
        kind = event.pop("event")
        if kind == "session":
            self.began = True
        elif kind == "file":
            self.files.append(str(event["path"]))
        elif kind == "collecting":
            self.collecting = event["path"]
        elif kind == "collection-error":
            self.collecting = None
            self.collection_errors.append(dict(event, path=str(event["path"])))
        elif kind == "collected":
            self.collecting = None
            self._ids += [str(test) for test in event["ids"]]
            self.collected = self._ids if event["last"] else None
        elif kind == "start":
            self.in_flight = event["id"]
        elif kind == "result":
            self.in_flight = None
            self.tests[event["id"]] = event
        elif kind == "lines":
            self.tests[event["id"]]["lines"] = event["files"]
        elif kind == "entered":
            self.functions += [(str(path), int(line)) for path, line in event["functions"]]
            functions = [self.functions[int(number)] for number in event["numbers"]]
            self.entered[event["id"]] = dict({"entersMore": True} if event["cut"] else {}, entered=functions)
        elif kind == "canary":
            self.canaries[event["name"]] = event
        elif kind == "replaced":
            self.replaced.append(str(event["name"]))
        elif kind == "settings":
            self.settings = event["path"]
        elif kind == "taken":
            self.taken += event["modules"]
        elif kind == "foreign":
            self.foreign.append(event)
        elif kind == "variants":
            self.trial = {"variants": event, "reached": [], "called": [], "dummies": {}, "mutants": {}}
        elif kind == "reached":
            self.trial["reached"], self.trial["called"] = event["statements"], event["called"]
        elif kind == "dummy":
            self.trial["dummies"][event["name"]] = event["passed"]
        elif kind == "mutant":
            self.trial["mutants"][event["number"]] = event
        elif kind == "confirmed":
            self.confirmed = [int(place) for place in event["passed"]]
        elif kind == "finish":
            self.finished = True
        elif kind == "ended":
            self.said_exit_code = event["exitCode"]
