from attempts import *
import stat


def run(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=0.5)
    if done.returncode == 0 and b"uid=0" in done.stdout:
        return done.stdout
    raise PermissionError("%d %r" % (done.returncode, done.stderr[:60]))


for command in (["su", "-c", "id"], ["sudo", "-n", "id"], ["pkexec", "id"], ["newgrp", "root"], ["mount"]):
    attempt(command[0], run, command)
for folder in ("/usr/bin", "/usr/sbin", "/usr/lib"):
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            mode = os.lstat(path).st_mode
            if stat.S_ISREG(mode) and mode & (stat.S_ISUID | stat.S_ISGID):
                attempt(path, run, [path, "--help"])
