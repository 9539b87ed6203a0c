from attempts import *
import signal

ATTACH, DETACH, SEIZE, PEEK = 16, 17, 0x4206, 2
SECRETS = ("/proc/%d/root" % 1 + lures["secretFile"],)


def trace(pid):
    """Whether it may be traced; a process of the same user in the same sandbox has nothing that this one has not."""
    call("ptrace", ATTACH, pid, None, None)
    os.waitpid(pid, 0)
    call("ptrace", DETACH, pid, None, None)
    with open("/proc/%d/status" % pid) as status:
        fields = dict(line.partition(":")[::2] for line in status)
    effective, user = int(fields["CapEff"], 16), int(fields["Uid"].split()[0])
    if effective or user != os.getuid():
        escaped("traced process %d of user %d with capabilities %x" % (pid, user, effective))
    say("traced %d, which has no more than this one" % pid)


for pid in sorted({1, os.getppid()}):
    if pid > 0:
        try:
            trace(pid)
        except OSError as error:
            refused("process %d" % pid, error)
for path in SECRETS:
    attempt(path, read_start, path)
