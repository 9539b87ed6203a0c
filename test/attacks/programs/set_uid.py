from attempts import *
import shutil
import stat
import sys


def run(path):
    shown = subprocess.check_output([path, "-c", "import os; print(os.geteuid())"], stderr=subprocess.DEVNULL)
    if int(shown) != os.getuid():
        return shown
    raise PermissionError("it ran as this user")


for folder in (".", "/tmp", "/dev/shm"):
    path = os.path.join(folder, "rooted")
    shutil.copy(os.path.realpath(sys.executable), path)
    attempt("owner in " + folder, os.chown, path, 0, 0)
    os.chmod(path, 0o6777)
    attempt("run in " + folder, run, path)
    attempt("capabilities in " + folder, os.setxattr, path, "security.capability", bytes.fromhex("0100000200000020" + "00" * 12))
    os.unlink(path)
