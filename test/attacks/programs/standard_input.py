from attempts import *
import glob
import select

read = []
for path in {"/dev/stdin", "/proc/self/fd/0", *glob.glob("/proc/[0-9]*/fd/0")}:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        ready, _, _ = select.select([descriptor], [], [], 0.3)
        if ready:
            read.append(os.read(descriptor, 65536))
    except OSError as error:
        say("%s: %s" % (path, error.strerror))
if any(read):
    escaped("standard input: %r" % read)
