import { describe, expect, it } from '@jest/globals';
import { machineryUses } from '../../src/python/test-machinery.js';

function lines(...text: readonly string[]): string {
  return text.map(line => `${line}\n`).join('');
}

function usesIn(...text: readonly string[]): readonly string[] {
  return machineryUses(lines('import os', 'import sys', ...text), 'implementation').map(({ name }) => name);
}

describe('reading a name off a frame', () => {
  it.each([
    ['module = sys._getframe(1).f_globals.get("__name__", "__main__")'],
    ["module = sys._getframe(1).f_globals['__name__']"],
    ['line = sys._getframe().f_lineno'],
    ['name = sys._getframe(depth).f_code.co_name'],
  ])('reaches nothing: %s', statement => {
    expect(usesIn(statement)).toEqual([]);
  });

  it('reaches nothing where the frame is kept for that alone', () => {
    expect(
      usesIn(
        'def make(name):',
        '    frame = sys._getframe(1)',
        "    module = frame.f_globals.get('__name__')",
        '    return module, frame.f_lineno',
      ),
    ).toEqual([]);
  });

  it.each([
    [['frame = sys._getframe(1)', 'frame.f_globals["outcome"] = 1']],
    [['names = sys._getframe(1).f_globals']],
    [['value = sys._getframe(1).f_globals.get("reporter")']],
    [['def f():', '    frame = sys._getframe(1)', '    frame.f_lineno', '    return frame']],
    [['def f():', '    frame = sys._getframe(1)', '    frame.f_back.f_lineno']],
    [['def f():', '    frame = [sys._getframe(1)]', '    frame.f_lineno']],
    [['def f():', '    frame = g = sys._getframe(1)', '    g.f_globals.clear()']],
    [['def f():', '    frame = sys._getframe(1); use(frame)']],
  ])('reaches when more is done with it: %j', text => {
    expect(usesIn(...text)).toContain('_getframe');
  });
});

describe('a function of the file that is called as something of the interpreter', () => {
  it('reaches nothing where it is defined, and where it is called by its name', () => {
    expect(
      usesIn(
        'class Loop:',
        '    def _exit(self): return self.parent',
        'def get_objects(): return []',
        'found = get_objects()',
      ),
    ).toEqual([]);
  });

  it.each([
    [['def _exit(): pass', 'os._exit(0)']],
    [['def _exit(): pass', 'getattr(os, "_exit")(0)']],
    [['def _exit(): pass', 'from os import _exit', '_exit(0)']],
    [['def _exit(): pass', 'def f():', '    from os import *', '    _exit(0)']],
    [['class Loop:', '    def _exit(self): pass', 'os._exit(0)']],
    [['class Loop:', '    def _exit(self): pass', '_exit(0)']],
    [['def _exit(): os._exit(0)']],
  ])('excuses nothing of the interpreter: %j', text => {
    expect(usesIn(...text)).toContain('_exit');
  });
});

describe('code for Windows alone', () => {
  it('reaches nothing where the sandbox runs', () => {
    expect(
      usesIn(
        "if os.name == 'nt':",
        '    import ctypes',
        'if sys.platform == "win32" and FAST:',
        '    import ctypes',
      ),
    ).toEqual([]);
  });

  it('is what stands in for what Linux always has', () => {
    const wayOut = ['except ImportError:', '    import ctypes'];
    expect(usesIn('try:', '    from socket import inet_pton', ...wayOut)).toEqual([]);
    expect(usesIn('try:', '    from socket import nothing', ...wayOut)).toEqual(['ctypes']);
    expect(usesIn('try:', '    import fcntl', '    raise ImportError', ...wayOut)).toEqual(['ctypes']);
  });

  it('may be a whole module that asserts it, after imports', () => {
    expect(usesIn('from ctypes import Structure', 'assert sys.platform == "win32"', 'os._exit(0)')).toEqual(
      [],
    );
    expect(usesIn('os._exit(0)', 'assert sys.platform == "win32"')).toEqual(['_exit']);
  });

  it.each([
    [['if os.name == "nt" or True:', '    import ctypes']],
    [['if not os.name == "nt":', '    import ctypes']],
    [['if os.name != "nt":', '    import ctypes']],
    [['if os.name == "nt":', '    pass', 'else:', '    import ctypes']],
    [['import ctypes', 'assert sys.platform']],
  ])('is no other code: %j', text => {
    expect(usesIn(...text)).toContain('ctypes');
  });
});
