from attempts import *

NEW_USER, NEW_MOUNT = 0x10000000, 0x20000


def become_root():
    """All the way: a namespace by itself is worth nothing."""
    user, group = os.getuid(), os.getgid()
    call("unshare", NEW_USER | NEW_MOUNT)
    for name, text in (("setgroups", "deny"), ("uid_map", "0 %d 1" % user), ("gid_map", "0 %d 1" % group)):
        write_to("/proc/self/" + name, text)
    call("mount", b"none", b"/tmp", b"tmpfs", 0, None)
    return open("/proc/self/status").read()


attempt("unshare", become_root)
attempt("unshare(1)", subprocess.check_output, ["unshare", "--user", "--map-root-user", "id"], 4096)
attempt("bwrap", subprocess.check_output, ["bwrap", "--bind", "/", "/", "id"], 4096)
