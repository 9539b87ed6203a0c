from attempts import *
import glob


def test_spy():
    own = {os.getpid()}
    for path in glob.glob("/proc/[0-9]*"):
        pid = int(os.path.basename(path))
        if pid in own or pid == 1:
            continue
        for name in ("mem", "environ", "maps", "fd/0", "fd/1", "fd/3"):
            attempt("%d %s" % (pid, name), read_start, os.path.join(path, name))


