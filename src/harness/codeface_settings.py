"""Which file's settings a process of pytest obeys: the one that the suite was discovered with, and no other.

pytest looks for it above whatever it is asked to run, so it could be another for each file, or one that a test wrote.
"""

import os
from pathlib import Path

import pytest
from _pytest.config.findpaths import load_config_dict_from_file

TOML_SINCE = 9
NAMES = ("pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")
TOML_NAMES = ("pytest.toml", ".pytest.toml")


def pinned(settings):
    """Arguments for pytest.

    Settings are `{file}`, a path or None for none; `root`, where the file has to be found; or None for pytest's choice.
    """
    if settings is None:
        return []
    file = root_settings() if settings == "root" else settings["file"]
    # That such a file has no folder that says anything of the project is made good by `forget_null`.
    return ["-c", os.devnull, "--confcutdir=."] if file is None else ["-c", file]


def root_settings():
    """The file that pytest would use if it were run in the working folder and found nothing above; None without one."""
    version = pytest.__version__.split(".")[0]  # of a checkout it may be no number
    has_toml = not version.isdigit() or int(version) >= TOML_SINCE
    for name in (TOML_NAMES if has_toml else ()) + NAMES:
        if os.path.isfile(name) and is_chosen(name):
            return name
    return "pyproject.toml" if os.path.isfile("pyproject.toml") else None


def is_chosen(name):
    try:
        return load_config_dict_from_file(Path(name)) is not None
    except (Exception, pytest.fail.Exception):  # pytest says what is wrong with it
        return True


def forget_null(config):
    """Makes a session that was told to have no settings one that found none."""
    if str(config.inipath) == os.devnull:
        config._inipath = None


def found_settings(config, relative):
    """The path of the file in use, relative to the tree; None for none there."""
    path = None if config.inipath is None else relative(config.inipath)
    return None if path is None or os.path.isabs(path) else path
