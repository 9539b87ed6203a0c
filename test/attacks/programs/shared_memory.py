from attempts import *

IPC_CREAT, KEY = 0o1000, 0x0C0DEFACE & 0x7FFFFFFF
for name, arguments in (("shmget", (KEY, 4096, IPC_CREAT | 0o666)), ("semget", (KEY, 1, IPC_CREAT | 0o666)), ("msgget", (KEY, IPC_CREAT | 0o666))):
    try:
        call(name, *arguments)
        say("made by " + name)
    except OSError as error:
        refused(name, error)
