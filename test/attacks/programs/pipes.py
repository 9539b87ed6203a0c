from attempts import *
import fcntl

F_SETPIPE_SZ = 1031


def fill():
    while True:
        _, end = os.pipe()
        os.set_blocking(end, False)
        try:
            fcntl.fcntl(end, F_SETPIPE_SZ, 1024 * 1024)
            os.write(end, b"x" * 1024 * 1024)
        except (BlockingIOError, PermissionError):  # as large as this user may have it
            pass


attempt("pipes", fill)
