from attempts import *

with open("hole", "wb") as file:
    for exponent in (40, 50, 60):
        try:
            file.truncate(2**exponent)
            say("a hole of 2 ** %d" % exponent)
        except OSError as error:
            refused("hole", error)
    attempt("allocated", os.posix_fallocate, file.fileno(), 0, 2**40)
