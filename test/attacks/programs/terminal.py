from attempts import *
import fcntl
import glob
import termios

# A character pushed into the input of the terminal that Codeface was started from would be run by its shell.
for path in ["/dev/tty", "/dev/console", *glob.glob("/dev/tty[0-9]*"), *glob.glob("/proc/[0-9]*/fd/[012]")]:
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError as error:
        refused(path, error)
        continue
    attempt(path, fcntl.ioctl, descriptor, termios.TIOCSTI, b"#")
for descriptor in (0, 1, 2):
    attempt(descriptor, fcntl.ioctl, descriptor, termios.TIOCSTI, b"#")
