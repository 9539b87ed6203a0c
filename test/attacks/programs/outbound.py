"""What code tries that runs while it is installed, or whenever an interpreter starts; told to whoever imports `report`."""
import glob
import os
import re
import socket
import urllib.request

import attempts

report = []
attempts.say = lambda text: report.append(text[:500])
FOUND = re.compile(r"planted-[0-9a-f-]{36}")


def datagram(host, port):
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(0.3)
        asking.sendto(b"out", (host, port))
        return asking.recv(100)


def tunnel(host, port):
    """By the proxy that leads to the package indexes."""
    proxy = os.environ.get("https_proxy") or os.environ.get("HTTPS_PROXY") or os.environ.get("PIP_PROXY", "")
    place = re.sub("^.*//", "", proxy).rstrip("/").rpartition(":")
    with socket.create_connection((place[0], int(place[2] or 0)), timeout=3) as asking:
        asking.sendall(b"CONNECT %s:%d HTTP/1.1\r\nHost: x\r\n\r\n" % (host.encode(), port))
        answer = asking.recv(1000)
    if b" 200 " in answer:
        return answer
    raise PermissionError(answer[:80])


def fetch(host, port):
    with urllib.request.urlopen("http://%s:%d/" % (host, port), timeout=3) as answer:
        return answer.read(100)


def main():
    lures = attempts.lures
    for host, port in lures["tcp"]:
        attempts.attempt("connect", lambda: socket.create_connection((host, port), timeout=1).recv(100))
        name = "[%s]" % host if ":" in host else host
        attempts.attempt("tunnel", tunnel, name, port)
        attempts.attempt("fetch", fetch, name, port)
    for host, port in lures["udp"]:
        attempts.attempt("datagram", datagram, host, port)
    for name in ("localhost", "LOCALHOST.", "127.1", "0.0.0.0", "2130706433"):
        attempts.attempt("tunnel", tunnel, name, lures["tcp"][0][1])
    for path in (lures["secretFile"], "/proc/1/root" + lures["secretFile"], "/var/run/docker.sock"):
        attempts.attempt("read", attempts.read_start, path)
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            report.extend(FOUND.findall(attempts.read_start(path).decode("utf-8", "replace")))
        except OSError:
            pass
    attempts.attempt("write", attempts.write_to, os.path.join(lures["folder"], attempts.marker))


try:
    main()
except Exception as error:  # an installation must not fail for it
    report.append("failed: %r" % error)
