from attempts import *

# These belong to a namespace, so a sandbox has its own; on older kernels they are the host's, and refused.
OWN = ("/proc/sys/net/", "/proc/sys/user/", "/proc/sys/fs/mqueue/", *("/proc/sys/kernel/" + name for name in (
    "auto_msgmni", "msg", "sem", "shm", "ns_last_pid", "pid_max")))
count = 0
for folder, _, names in os.walk("/proc/sys"):
    for name in names:
        path = os.path.join(folder, name)
        if not path.startswith(OWN):
            count += 1
            attempt(path, open_for_writing, path)
assert count > 100
# The host looks whether its own are what they were.
for path in lures["settings"]:
    try:
        with open(path) as file:
            value = int(file.read())
        write_to(path, str(value - 1))
    except OSError as error:
        refused(path, error)
