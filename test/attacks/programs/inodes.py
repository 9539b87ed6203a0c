from attempts import *


def fill():
    for number in range(20_000_000):
        os.close(os.open("empty-%d" % number, os.O_CREAT | os.O_WRONLY))


attempt("files", fill)
