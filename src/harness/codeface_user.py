"""Whose processes the children are: another user's where the supervisor is root of a sandbox, else its own."""

import os

FIRST_USER_ID = 10001
CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_KILL, CAP_SETGID, CAP_SETUID = 0, 1, 5, 6, 7
NEEDED = sum(1 << bit for bit in (CAP_CHOWN, CAP_KILL, CAP_SETGID, CAP_SETUID))


class User:
    """`uid` is None where the children share the supervisor's user."""

    def __init__(self, uid):
        self.uid = uid

    def identity(self):
        """Arguments of `subprocess.Popen`."""
        return {} if self.uid is None else {"user": self.uid, "group": self.uid, "extra_groups": []}

    def own(self, path):
        if self.uid is not None:
            os.chown(path, self.uid, self.uid)

    def do(self, action):
        """Runs an action of ours as that user; what it raises comes back as an OSError. Nothing is returned.

        The supervisor can read and change nobody's files: as root of the sandbox it has no such capability.
        """
        if self.uid is None:
            action()
            return
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            said = b""
            try:
                os.setgroups([])
                os.setgid(self.uid)
                os.setuid(self.uid)
                action()
            except BaseException as error:
                said = repr(error).encode("utf-8", "replace")[:4000]
            os.write(writer, said)
            os._exit(0 if not said else 1)
        os.close(writer)
        with open(reader, "rb") as pipe:
            said = pipe.read()
        status = os.waitpid(pid, 0)[1]
        if status != 0:
            raise OSError(said.decode("utf-8", "replace") or "a process of ours ended with status %d" % status)


def user_of_slot(slot):
    """A user for each slot, where this process is root of a sandbox: able to change users, unable to pass by modes.

    Root of a whole machine is none: what it may reach, another user may not, and the sandbox there isolates nothing.
    """
    capabilities = effective_capabilities() if os.geteuid() == 0 else 0
    is_root = capabilities & NEEDED == NEEDED and not capabilities & (1 << CAP_DAC_OVERRIDE)
    return User(FIRST_USER_ID + slot if is_root else None)


def effective_capabilities():
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:
            for line in file:
                if line.startswith("CapEff:"):
                    return int(line.split()[1], 16)
    except OSError:
        pass
    return 0
