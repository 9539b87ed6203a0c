from attempts import *
import shutil

work = os.getcwd()
for name in os.listdir(work):
    path = os.path.join(work, name)
    shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
os.mkdir("below")
os.chdir("below")
os.rmdir(os.path.join(work, "below"))
try:
    os.getcwd()
except FileNotFoundError:
    say("gone")
attempt("the folder itself", os.rmdir, work)
