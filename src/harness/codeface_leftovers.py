"""What a fork leaves behind on disk, taken away before the next: what the original wrote would judge its variants."""

import os


class Leftovers:
    """Whatever comes to lie in these folders from now on, but for what changes in files that are there."""

    def __init__(self, folders):
        self._folders = folders
        self._known = {path for folder in folders for path in paths_below(folder)}

    def sweep(self):
        for folder in self._folders:
            for path in paths_below(folder):
                if path not in self._known:
                    remove(path)


def paths_below(folder):
    """Files and folders, those inside of others first; no link is followed."""
    found = []
    for place, folders, files in os.walk(folder, topdown=False):
        found += [os.path.join(place, name) for name in files + folders]
    return found


def remove(path):
    try:
        if os.path.isdir(path) and not os.path.islink(path):
            os.rmdir(path)
        else:
            os.unlink(path)
    except OSError:  # somebody else's, or gone
        pass
