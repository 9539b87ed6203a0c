from attempts import *
import site
import sys
import sysconfig

PAYLOAD = "import os; os.environ['PLANTED'] = '1'\n"
folders = {sysconfig.get_path("purelib"), sysconfig.get_path("stdlib"), *site.getsitepackages(), sys.prefix}
for folder in folders:
    for name in ("planted.pth", "sitecustomize.py", "usercustomize.py"):
        attempt("%s/%s" % (folder, name), write_to, os.path.join(folder, name), PAYLOAD)
attempt("pytest", open_for_writing, os.path.join(sysconfig.get_path("purelib"), "pytest", "__init__.py"))
attempt("python", os.symlink, "/tmp/python", os.path.join(sys.prefix, "bin", marker))
for folder in ("/tmp/.local", os.path.expanduser("~/.local")):  # its own, and gone with it
    place = os.path.join(folder, "lib", "python%d.%d" % sys.version_info[:2], "site-packages")
    os.makedirs(place, exist_ok=True)
    write_to(os.path.join(place, "planted.pth"), PAYLOAD)
