from attempts import *
import glob
import re
import time

FOUND = re.compile(rb"planted-[0-9a-f-]{36}")
time.sleep(1.2)  # the victim has begun by now
roots = ["/", *glob.glob("/proc/[0-9]*/root/"), *glob.glob("/proc/[0-9]*/cwd/")]
for root in roots:
    for place in ("work/victim", "work/secret", "tmp/victim", "dev/shm/victim", "victim", "secret"):
        try:
            say("found %r" % read_start(os.path.join(root, place)))
        except OSError:
            pass
for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):
    try:
        if FOUND.search(read_start(path)):
            say("found %r" % read_start(path))
    except OSError:
        pass
for folder, _, names in os.walk("/var/lib"):
    if "victim" in names:
        say("found %r" % read_start(os.path.join(folder, "victim")))
say("looked everywhere")
