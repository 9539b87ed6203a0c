from attempts import *
import re

FOUND = re.compile(rb"planted-[0-9a-f-]{36}")
LARGEST = 64 * 1024 * 1024
regions = 0
for pid in {"1", str(os.getppid()), "self"}:
    try:
        with open("/proc/%s/maps" % pid) as maps, open("/proc/%s/mem" % pid, "rb", 0) as memory:
            for line in maps:
                start, end = (int(part, 16) for part in line.split()[0].split("-"))
                try:
                    memory.seek(start)
                    bytes_read = memory.read(min(end - start, LARGEST))
                except (OSError, OverflowError, ValueError):
                    continue
                regions += 1
                for secret in FOUND.findall(bytes_read):
                    say("found %r" % secret)
    except OSError as error:
        say("%s: %s" % (pid, error))
say("%d regions" % regions)
