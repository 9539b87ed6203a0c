from attempts import *
import glob

for kind, options in ((b"cgroup", b"rdma"), (b"cgroup", b"memory"), (b"cgroup", b"pids"), (b"cgroup2", None)):
    os.makedirs("/tmp/cgroup", exist_ok=True)
    attempt("mount %r %r" % (kind, options), call, "mount", b"none", b"/tmp/cgroup", kind, 0, options)
found = glob.glob("/sys/fs/cgroup/**/release_agent", recursive=True) + glob.glob("/tmp/cgroup/**/release_agent")
for path in found or ["/sys/fs/cgroup/release_agent"]:
    attempt(path, open_for_writing, path)
for folder in glob.glob("/sys/fs/cgroup/*") or ["/sys/fs/cgroup"]:
    attempt("cgroup in " + folder, os.mkdir, os.path.join(folder, marker))
