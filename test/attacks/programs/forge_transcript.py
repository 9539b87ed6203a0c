from attempts import *
import stat

TEST = "test_forged.py::test_ill"
EVENTS = [
    {"event": "session"},
    {"event": "collected", "ids": [TEST]},
    {"event": "start", "id": TEST},
    {"event": "result", "id": TEST, "outcome": "passed", "durationMs": 1},
    {"event": "finish"},
    {"event": "ended", "exitCode": 0},
]
for number in range(3, 256):
    try:
        kind = os.fstat(number).st_mode
        if stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind):
            os.write(number, "".join("0" * 32 + " " + json.dumps(event) + "\n" for event in EVENTS).encode())
    except OSError:
        pass
os._exit(0)


