"""The tree of a suite as it was delivered, and how it becomes so again, whatever the code under test did to it."""

import os
import stat


class Tree:
    """Files and folders below a folder, kept in this process's memory, where no child reaches."""

    def __init__(self, folder):
        os.makedirs(folder, exist_ok=True)
        self.folder = os.path.realpath(folder)
        self.files = {}
        self._modes = {}
        self._content = {"": (set(), set())}
        for place, folders, files in os.walk(self.folder):
            relative = os.path.relpath(place, self.folder)
            relative = "" if relative == "." else relative
            self._modes[relative] = mode_of(place)
            self._content[relative] = (set(folders), set(files))
            for name in files:
                path = os.path.join(place, name)
                with open(path, "rb") as file:
                    self.files[os.path.join(relative, name)] = (mode_of(path), file.read())

    def give_to(self, user):
        """Gives it to that user; of others only the supervisor's group may look into it."""
        if user.uid is None:
            return
        self._modes[""] = 0o750
        os.chmod(self.folder, 0o750)
        for relative in (*self.files, *self._content):
            os.chown(os.path.join(self.folder, relative), user.uid, 0)

    def restore(self):
        """Writes again what was changed or deleted and removes what is new. Ends in an OSError when it cannot.

        Bytes are compared, not times: those can be set, and a mapping need not touch them.
        """
        ensure_folder(os.path.dirname(self.folder), None)
        waiting = [""]
        while waiting:
            relative = waiting.pop()
            path = os.path.join(self.folder, relative) if relative else self.folder
            ensure_folder(path, self._modes[relative])
            folders, files = self._content[relative]
            kept = set()
            with os.scandir(path) as entries:
                for entry in list(entries):
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name not in folders:
                            remove(entry.path)
                    elif entry.name in files and self._is_pristine(os.path.join(relative, entry.name)):
                        kept.add(entry.name)
                    else:
                        os.unlink(entry.path)
            for name in files - kept:
                self._write(os.path.join(relative, name))
            waiting += [os.path.join(relative, name) for name in folders]

    def _is_pristine(self, relative):
        path = os.path.join(self.folder, relative)
        mode, content = self.files[relative]
        found = os.lstat(path)
        if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1 or found.st_size != len(content):
            return False
        if stat.S_IMODE(found.st_mode) != mode:
            return False
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb", buffering=0) as file:
            return file.read() == content

    def _write(self, relative):
        mode, content = self.files[relative]
        path = os.path.join(self.folder, relative)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "wb") as file:
            os.chmod(descriptor, mode)
            file.write(content)


def mode_of(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


def ensure_folder(path, mode):
    """A real folder, of that mode where one is given."""
    if os.path.islink(path) or not os.path.isdir(path):
        if os.path.lexists(path):
            os.unlink(path)
        os.mkdir(path)
    if mode is not None and mode_of(path) != mode:
        os.chmod(path, mode)


def remove(path):
    """Removes a folder of any depth, if it is there: subfolders are moved up beside it, so that no path gets long."""
    if not os.path.lexists(path):
        return
    if os.path.islink(path) or not os.path.isdir(path):
        os.unlink(path)
        return
    waiting, number = [path], 0
    while waiting:
        folder = waiting.pop()
        os.chmod(folder, 0o700)
        with os.scandir(folder) as entries:
            for entry in list(entries):
                if entry.is_dir(follow_symlinks=False):
                    number += 1
                    os.chmod(entry.path, 0o700)
                    above = "%s.%d.%d" % (path, os.getpid(), number)
                    os.rename(entry.path, above)
                    waiting.append(above)
                else:
                    os.unlink(entry.path)
        os.rmdir(folder)


def clear(folder, uid):
    """Removes from a folder what belongs to a user, who has to be this process's own and no real one's."""
    if os.geteuid() != uid or uid == 0:
        raise OSError("only a user of the sandbox may clear a folder of it")
    with os.scandir(folder) as entries:
        for entry in list(entries):
            if entry.stat(follow_symlinks=False).st_uid != uid:
                continue
            if entry.is_dir(follow_symlinks=False):
                remove(entry.path)
            else:
                os.unlink(entry.path)
