import { beforeAll, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

it('finds the tree as it was delivered before each file, whatever an earlier one did to it', async () => {
  const execution = await runner.run({
    'test_a.py': source(
      'import os, mmap, shutil',
      'def test_rewrites():',
      '    with open("test_b.py", "r+b") as file:',
      '        mapped = mmap.mmap(file.fileno(), 0)',
      '        at = mapped.find(b"assert 0"); mapped[at:at + 8] = b"assert 1"; mapped.flush()',
      'def test_deletes(): os.unlink("test_c.py")',
      'def test_hides(): os.chmod("test_d.py", 0)',
      'def test_moves(): os.rename("data", "other")',
      'def test_adds():',
      '    open("conftest.py", "w").write("def pytest_collection_modifyitems(items): items.clear()")',
      '    os.makedirs("deep/" * 40); os.symlink("/", "deep/root")',
    ),
    'test_b.py': 'def test_ill(): assert 0\n',
    'test_c.py': 'def test_there(): pass\n',
    'test_d.py': source(
      'import os',
      'def test_tree():',
      '    names = [name for name in os.listdir() if name[0] not in "._"]',
      '    assert sorted(names) == ["data", "test_a.py", "test_b.py", "test_c.py", "test_d.py"]',
      '    assert open("data/orders.csv").read() == "1,2"',
    ),
    'data/orders.csv': '1,2',
  });
  expect(execution.status).toBe('completed');
  expect(outcomes(execution)).toEqual({
    'test_a.py::test_rewrites': 'passed',
    'test_a.py::test_deletes': 'passed',
    'test_a.py::test_hides': 'passed',
    'test_a.py::test_moves': 'passed',
    'test_a.py::test_adds': 'passed',
    'test_b.py::test_ill': 'failed',
    'test_c.py::test_there': 'passed',
    'test_d.py::test_tree': 'passed',
  });
});

it('finds no process that an earlier file left behind, and no file in the place for temporary ones', async () => {
  const execution = await runner.run({
    'test_a.py': source(
      'import os, tempfile, time',
      'def test_daemon():',
      '    reader, writer = os.pipe()',
      '    if os.fork() == 0:',
      '        os.setsid()',
      '        if os.fork() == 0:',
      '            os.write(writer, b"%d" % os.getpid())',
      '            time.sleep(600)',
      '        os._exit(0)',
      '    os.environ["DAEMON"] = os.read(reader, 20).decode()',
      '    assert os.path.exists("/proc/" + os.environ["DAEMON"])',
      '    tempfile.mkstemp()',
    ),
    'test_b.py': source(
      'import os, pathlib, tempfile',
      'def test_alone():',
      '    commands = pathlib.Path("/proc").glob("[0-9]*/stat")',
      '    family = [one.read_text().rpartition(")")[2].split() for one in commands if one.exists()]',
      '    siblings = [one for one in family if one[1] == str(os.getppid())]',
      '    assert len(siblings) <= 2, siblings  # this process, and the server it was forked from',
      'def test_empty(): assert os.listdir(tempfile.gettempdir()) == []',
    ),
  });
  expect([execution.status, execution.detail]).toEqual(['completed', '']);
  expect(outcomes(execution)).toEqual({
    'test_a.py::test_daemon': 'passed',
    'test_b.py::test_alone': 'passed',
    'test_b.py::test_empty': 'passed',
  });
});

it.each([
  ['kills', 'SIGKILL'],
  ['stops', 'SIGSTOP'],
])('goes on after a file that %s the process which others are forked from', async (_, signal) => {
  const execution = await runner.run({
    'test_a.py': source(
      'import os, signal, pathlib',
      'def test_siblings():',
      '    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):',
      '        try: parent = stat.read_text().rpartition(")")[2].split()[1]',
      '        except OSError: continue',
      '        pid = int(stat.parent.name)',
      `        if parent == str(os.getppid()) and pid != os.getpid(): os.kill(pid, signal.${signal})`,
    ),
    'test_b.py': 'def test_well(): pass\n',
  });
  expect(outcomes(execution)).toEqual({
    'test_a.py::test_siblings': 'passed',
    'test_b.py::test_well': 'passed',
  });
});

it('runs every other file when one ends its process, and tells what was not run', async () => {
  const execution = await runner.run({
    'test_a.py': source('import os', 'def test_exit(): os._exit(0)', 'def test_after(): pass'),
    'test_b.py': 'def test_well(): pass\n',
  });
  expect(execution.status).toBe('crashed');
  expect(outcomes(execution)).toEqual({
    'test_a.py::test_exit': 'failed',
    'test_a.py::test_after': 'error',
    'test_b.py::test_well': 'passed',
  });
});

it('tells the files that the time of the whole run did not reach', async () => {
  const execution = await runner.run(
    { 'test_a.py': 'import time\ndef test_long(): time.sleep(60)\n', 'test_b.py': 'def test_well(): pass\n' },
    {},
    { wallTimeMs: 5_000 },
  );
  expect(execution.status).toBe('timed-out');
  expect(execution.collectionErrors).toMatchObject([
    {
      path: 'test_b.py',
      errorType: 'NotRun',
      message: 'It was not run: the time of the whole run was over.',
    },
  ]);
});
