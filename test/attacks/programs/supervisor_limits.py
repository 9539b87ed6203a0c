from attempts import *
import glob
import resource
import signal


def test_disturb():
    for path in glob.glob("/proc/[0-9]*"):
        pid = int(os.path.basename(path))
        if pid in (os.getpid(), 1):
            continue
        for number in (signal.SIGSTOP, signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGALRM):
            try:
                os.kill(pid, number)
                say("sent %d to %d" % (number, pid))
            except OSError as error:
                say(str(error))
        try:
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, 3))
            say("limited %d" % pid)
        except OSError as error:
            say(str(error))


