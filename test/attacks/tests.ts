import type { SuiteAttack, Texts } from './attack.js';
import { text } from './programs.js';
import { ILL, suiteAttack } from './suites.js';

/** In the file that is run first; the failing test is in the one that is run last. */
const first = (name: string, lines: readonly string[], more: Texts = {}): SuiteAttack =>
  suiteAttack('tests', name, {
    'test_a_first.py': text('import os, glob, pathlib, sys', ...lines, 'def test_well(): pass'),
    'test_z_last.py': ILL,
    ...more,
  });

const WELL = '"def test_ill(): pass\\n"';

/** A test that changes those after it, and what they are run with. */
export const TESTS: readonly SuiteAttack[] = [
  first('a test that deletes a later file', ['def test_delete(): os.unlink("test_z_last.py")']),
  first('a test that rewrites a later file', [
    `def test_write(): pathlib.Path("test_z_last.py").write_text(${WELL})`,
  ]),
  first('an import that rewrites a later file', [`pathlib.Path("test_z_last.py").write_text(${WELL})`]),
  first('a later file replaced, with the old one’s times and size', [
    'def test_replace():',
    '    path = pathlib.Path("test_z_last.py")',
    '    kept = path.stat()',
    `    well = ${WELL}`,
    '    path.write_text(well + "#" * (kept.st_size - len(well)))',
    '    os.utime(path, ns=(kept.st_atime_ns, kept.st_mtime_ns))',
  ]),
  first('a conftest planted for later files', [
    'def test_plant():',
    '    pathlib.Path("conftest.py").write_text("def pytest_pyfunc_call(pyfuncitem): return True\\n")',
  ]),
  first('a sitecustomize planted for later processes', [
    'def test_plant():',
    '    for name in ("sitecustomize.py", "usercustomize.py", "pytest.py", "_pytest.py", "pluggy.py", "signal.py"):',
    '        pathlib.Path(name).write_text("import os; os._exit(0)\\n")',
  ]),
  first('bytecode planted for later files', [
    'import py_compile',
    'def test_plant():',
    `    pathlib.Path("well.py").write_text(${WELL})`,
    '    os.makedirs("__pycache__", exist_ok=True)',
    '    for tag in ("", "-pytest-7.2.1", "-pytest-8.0.0", "-pytest-" + __import__("pytest").__version__):',
    '        target = "__pycache__/test_z_last.%s%s.pyc" % (sys.implementation.cache_tag, tag)',
    '        py_compile.compile("well.py", target, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)',
  ]),
  first('settings planted for later files', [
    'def test_plant(): pathlib.Path("pytest.ini").write_text("[pytest]\\naddopts = --deselect test_z_last.py\\n")',
  ]),
  first('a later file turned into a link, to have something else restored through it', [
    'def test_link():',
    '    os.unlink("test_z_last.py")',
    '    os.symlink("/etc/passwd", "test_z_last.py")',
  ]),
  first('the whole tree moved away', [
    'def test_move():',
    '    here = os.getcwd()',
    '    os.mkdir("/tmp/away")',
    '    for name in os.listdir(here):',
    '        try: os.rename(name, "/tmp/" + name)',
    '        except OSError: pass',
    '    try: os.rmdir(here)',
    '    except OSError: pass',
  ]),
  first('a process left behind to rewrite later files', [
    'import subprocess, attempts',
    'LOOP = "import pathlib, time\\nwhile True:\\n  try: pathlib.Path(%r).write_text(%r)\\n  except OSError: pass\\n  time.sleep(0.001)"',
    'def test_leave():',
    `    loop = LOOP % (os.path.abspath("test_z_last.py"), ${WELL})`,
    '    subprocess.Popen([sys.executable, "-c", loop, attempts.marker], start_new_session=True)',
  ]),
  first('a folder in which nothing can be changed any more', [
    'def test_close():',
    `    pathlib.Path("test_z_last.py").write_text(${WELL})`,
    '    os.chmod("test_z_last.py", 0o444)',
    '    os.chmod(".", 0o555)',
  ]),
  first('a full disk for those after it', [
    'def test_fill():',
    `    pathlib.Path("test_z_last.py").write_text(${WELL})`,
    '    for folder in (".", "/tmp"):',
    '        try:',
    '            with open(folder + "/fill", "wb", 0) as file:',
    '                while True: file.write(b"x" * 65536)',
    '        except OSError: pass',
  ]),
];
