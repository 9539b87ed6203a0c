from attempts import *
import threading
import time

# Without a limit of its own, a thread costs the kernel more than the program.
threading.stack_size(64 * 1024)
made = 0
try:
    while made < 2000:
        threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
        made += 1
    escaped("%d threads" % made)
except RuntimeError as error:
    refused("thread %d" % made, error)
os._exit(0)
