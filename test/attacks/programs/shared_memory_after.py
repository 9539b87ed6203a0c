from attempts import *

KEY = 0x0C0DEFACE & 0x7FFFFFFF
attempt("shared memory", call, "shmget", KEY, 4096, 0o666)
attempt("semaphore", call, "semget", KEY, 1, 0o666)
attempt("queue", call, "msgget", KEY, 0o666)
for table in ("shm", "sem", "msg"):
    with open("/proc/sysvipc/" + table) as file:
        rows = file.read().splitlines()[1:]
    if rows:
        escaped("%s of others: %r" % (table, rows))
