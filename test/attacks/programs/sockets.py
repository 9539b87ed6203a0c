from attempts import *
import socket

kept = []


def fill():
    while True:
        kept.append(socket.socketpair())
        one, _ = kept[-1]
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**24)
        one.setblocking(False)
        try:
            while True:
                one.send(b"x" * 65536)
        except BlockingIOError:
            pass


attempt("sockets", fill)
