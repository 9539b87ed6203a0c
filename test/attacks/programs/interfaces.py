from attempts import *
import fcntl
import socket
import struct

SIOCSIFADDR, SIOCSIFFLAGS, SIOCADDRT = 0x8916, 0x8914, 0x890B


def tap():
    tunnel = os.open("/dev/net/tun", os.O_RDWR)
    return fcntl.ioctl(tunnel, 0x400454CA, struct.pack("16sH", b"tap0", 2))


with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
    for name in (b"eth0", b"lo"):
        address = struct.pack("16sHH4s8x", name, socket.AF_INET, 0, socket.inet_aton("172.17.0.99"))
        attempt("address of %r" % name, fcntl.ioctl, control, SIOCSIFADDR, address)
    attempt("flags", fcntl.ioctl, control, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", 0))
    attempt("route", fcntl.ioctl, control, SIOCADDRT, bytes(120))
attempt("tap", tap)
