from attempts import *
import re


def test_forge():
    """Reads all of its own memory; what it finds is only as good as what it does with it."""
    found = 0
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps:
            start, end = (int(part, 16) for part in line.split()[0].split("-"))
            if "rw" not in line or end - start > 2**26:
                continue
            try:
                memory.seek(start)
                found += len(re.findall(rb'[0-9a-f]{32} \{"', memory.read(end - start)))
            except (OSError, OverflowError, ValueError):
                continue
    say("%d signed lines in memory" % found)


