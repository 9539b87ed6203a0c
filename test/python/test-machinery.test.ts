import { describe, expect, it } from '@jest/globals';
import { judgingNames, machineryUses } from '../../src/python/test-machinery.js';

describe('machineryUses', () => {
  it.each([
    ['import _pytest.runner\n', '_pytest'],
    ['import ctypes\n', 'ctypes'],
    ['from codeface_report import say\n', 'codeface_report'],
    ['import os\nos._exit(0)\n', '_exit'],
    ['import sys\nsys._getframe(1)\n', '_getframe'],
    ['import gc\ngc.get_objects()\n', 'get_objects'],
    ['import os\nos.write(5, b"x")\n', 'os.write'],
    ['open("/proc/self/fd/5")\n', '/proc/self/fd'],
    ['import sys\nsys.modules["pytest"]\n', 'sys.modules["pytest"]'],
  ])('finds in %j', (content, name) => {
    expect(machineryUses(content, 'implementation').map(use => use.name)).toContain(name);
  });

  it('lets a test look at frames and name the types of fixtures', () => {
    expect(machineryUses('from _pytest.monkeypatch import MonkeyPatch\n', 'test')).toEqual([]);
    expect(machineryUses('import inspect\ninspect.currentframe()\n', 'test')).toEqual([]);
  });
});

describe('judgingNames', () => {
  it.each([
    ['import pytest\n', 'pytest'],
    ['from unittest import mock\n', 'unittest'],
    ['import gc\n', 'gc'],
    ['import atexit as a\n', 'atexit'],
    ['from ctypes import CDLL\n', 'ctypes'],
    ['import builtins\nbuiltins.__import__ = None\n', 'builtins'],
    ['import importlib.abc\n', 'importlib.abc'],
    ['from importlib import machinery\n', 'importlib.machinery'],
    ['import importlib\nimportlib.import_module("x")\n', 'import_module'],
    ['import sys\nsys.meta_path.insert(0, f)\n', 'meta_path'],
    ['from sys import path_hooks as p\n', 'path_hooks'],
    ['import sys\nsys.settrace(f)\n', 'settrace'],
    ['import sys\nsys.setprofile(f)\n', 'setprofile'],
    ['import inspect\n', 'inspect'],
    ['x = e.__traceback__.tb_frame\n', 'tb_frame'],
    ['y = x.f_back\n', 'f_back'],
    ['getattr(sys, "_getframe")\n', '_getframe'],
    ['f.__globals__\n', '__globals__'],
    ['object.__subclasses__()\n', '__subclasses__'],
    ['exec("import gc")\n', 'exec'],
    ['import os\nos._exit(0)\n', '_exit'],
  ])('finds in %j', (content, name) => {
    expect([...judgingNames(content, 'implementation')]).toContain(name);
  });

  it.each([
    'import json\nfrom .inspect import x\nimport importlib.resources\n',
    'model.eval()\nre.compile("x")\nself.exec(1)\n',
    '"""Uses gc and sys.settrace in words."""\n',
  ])('leaves ordinary code alone: %j', content => {
    expect([...judgingNames(content, 'implementation')]).toEqual([]);
  });

  it('lets a test have what tests are made with, and nothing else', () => {
    expect([...judgingNames('import pytest\nimport unittest\nimport inspect\nimport gc\n', 'test')]).toEqual([
      'gc',
    ]);
  });
});
