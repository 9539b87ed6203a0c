from attempts import *

written = 0


def fill():
    global written
    with open(os.path.join(FOLDER, "fill"), "wb", 0) as file:
        while written <= 2 * LIMIT:
            written += file.write(b"x" * 1024 * 1024)


attempt("disk", fill)
if written > LIMIT:
    escaped("%d bytes written" % written)
