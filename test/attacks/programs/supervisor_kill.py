from attempts import *
import glob


def test_kill():
    for path in glob.glob("/proc/[0-9]*"):
        pid = int(os.path.basename(path))
        if pid != os.getpid():
            try:
                os.kill(pid, 9)
            except OSError:
                pass
    os.kill(-1, 9)


