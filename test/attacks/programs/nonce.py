from attempts import *
import glob
import re

# A random UUID; the only other one around is that of the lures.
WORD = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
KNOWN = marker.encode().partition(b"-")[2]


def places():
    for folder in ("/work", "/tmp", "/dev/shm"):
        for parent, folders, names in os.walk(folder):
            folders[:] = [name for name in folders if name != "site-packages"]
            yield from (os.path.join(parent, name) for name in names)
    for name in ("environ", "cmdline", "fd/*"):
        yield from glob.glob("/proc/[0-9]*/" + name)


def test_search():
    for place in places():
        try:
            descriptor = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
            found = set(WORD.findall(os.read(descriptor, 2**20))) - {KNOWN}
            os.close(descriptor)
        except OSError:
            continue
        if found:
            escaped("%r in %s" % (found, place))


