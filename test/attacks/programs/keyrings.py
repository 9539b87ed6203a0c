from attempts import *

READ, SEARCH, DESCRIBE, JOIN = 11, 10, 6, 1
for ring in (-1, -2, -3, -4, -5):  # thread, process, session, user, user session
    text = ctypes.create_string_buffer(4096)
    try:
        key = call("keyctl", SEARCH, ring, b"user", b"codeface-attack", 0)
        length = call("keyctl", READ, key, text, len(text), 0)
        say("found %r" % text.raw[:length])
    except OSError as error:
        refused("ring %d" % ring, error)
try:
    with open("/proc/keys") as keys:
        say(keys.read())
except OSError as error:
    refused("/proc/keys", error)
