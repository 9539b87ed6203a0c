"""Which lines of the tree each test executes, by coverage's own tracer and in memory."""

import os
import warnings


def start_lines(report):
    """A recorder of lines, or None where the environment has no coverage. To be started before any code under test."""
    os.environ.setdefault("COVERAGE_CORE", "ctrace")  # the monitoring core cannot tell tests apart
    try:
        import coverage

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            recorder = coverage.Coverage(
                data_file=None, config_file=False, include=[os.path.join(os.getcwd(), "*")], messages=False
            )
            recorder.start()
    except Exception:  # another version of it, or one that the project has replaced
        return None
    finally:
        os.environ.pop("COVERAGE_CORE", None)
    return Lines(report, recorder)


class Lines:
    def __init__(self, report, recorder):
        self._report, self._recorder = report, recorder

    def begin(self, test):
        self._switch(test)

    def end(self, test):
        self._switch("")

    def finish(self):
        for test, files in recorded(self._recorder, self._report.relative).items():
            self._report.say("lines", id=test, files=files)

    def _switch(self, context):
        try:
            self._recorder.switch_context(context)
        except Exception:  # the suite has stopped it
            pass


def recorded(recorder, relative):
    """By test, `[{path, ranges}]`: inclusive ranges of lines in order."""
    by_test = {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            recorder.stop()
            data = recorder.get_data()
            for file in sorted(data.measured_files()):
                lines_of = {}
                for line, contexts in data.contexts_by_lineno(file).items():
                    for context in contexts:
                        lines_of.setdefault(context, []).append(line)
                for context, lines in lines_of.items():
                    by_test.setdefault(context, []).append({"path": relative(file), "ranges": ranges(lines)})
    except Exception:
        return {}
    by_test.pop("", None)
    return by_test


def ranges(lines):
    found = []
    for line in sorted(line for line in lines if line > 0):
        if found and line == found[-1][1] + 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return found
