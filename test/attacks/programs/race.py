from attempts import *
import threading
import time

# One name is by turns a folder of ours and a link to one of the host's, while files are written below it.
os.mkdir("real")
os.symlink(lures["folder"], "link")
os.symlink("/etc", "system")
stop = time.monotonic() + 1.5


def swap():
    while time.monotonic() < stop:
        for name in ("real", "link", "real", "system"):
            try:
                os.rename(name, "turning")
                os.rename("turning", name)
            except OSError:
                pass


def write():
    while time.monotonic() < stop:
        for name in (marker, "precious", "hosts"):
            try:
                with open("turning/" + name, "w") as file:
                    file.write("spoilt")
            except OSError:
                pass


threads = [threading.Thread(target=work) for work in (swap, write, write)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for name in ("link", "system"):
    attempt(name, write_to, os.path.join(name, marker))
