import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBubblewrapSandbox } from '../../src/adapters/bubblewrap/bubblewrap-sandbox.js';
import { probeBubblewrap } from '../../src/adapters/bubblewrap/probe.js';
import { createDockerSandbox } from '../../src/adapters/docker/docker-sandbox.js';
import { DEFAULT_IMAGE } from '../../src/adapters/docker/options.js';
import { probeDocker } from '../../src/adapters/docker/probe.js';
import type { Sandbox } from '../../src/ports/sandbox.js';
import { sandboxSurroundings } from '../support/sandbox-surroundings.js';
import { describeWithDriver } from '../support/sandboxes.js';
import { PREPARE_TIMEOUT_MS, SUITE_LIMITS, outcomes, source, suiteRunner } from '../support/suites.js';
import type { SuiteRunner } from '../support/suites.js';

const dataDirectory = await mkdtemp(join(tmpdir(), 'codeface-harness-test-'));
await chmod(dataDirectory, 0o755);
afterAll(() => rm(dataDirectory, { recursive: true, force: true }));
const bubblewrap = { dataDirectory, ...sandboxSurroundings() };
const docker = { image: process.env.CODEFACE_DOCKER_IMAGE ?? DEFAULT_IMAGE, ...sandboxSurroundings() };

describeWithDriver(await probeBubblewrap(bubblewrap), () => suites(createBubblewrapSandbox(bubblewrap)));
describeWithDriver(await probeDocker(docker), () => suites(createDockerSandbox(docker)));

function suites(sandbox: Sandbox): void {
  const limits = { ...SUITE_LIMITS, memoryBytes: 256 * 1024 ** 2 };
  let runner: SuiteRunner;
  beforeAll(async () => {
    runner = await suiteRunner([], sandbox);
  }, PREPARE_TIMEOUT_MS);

  it('runs a suite whose code can read neither the results nor the word around them', async () => {
    const execution = await runner.run(
      {
        'test_spy.py': source(
          'import os, pytest',
          '@pytest.mark.parametrize("what", ["mem", "environ", "fd/1"])',
          'def test_spy(what):',
          '    with pytest.raises(PermissionError): open(f"/proc/{os.getppid()}/{what}", "rb")',
          'def test_ill(): assert False',
        ),
      },
      {},
      limits,
    );
    expect(execution).toMatchObject({ status: 'completed', driver: sandbox.driver });
    expect(outcomes(execution)).toEqual({
      'test_spy.py::test_spy[mem]': 'passed',
      'test_spy.py::test_spy[environ]': 'passed',
      'test_spy.py::test_spy[fd/1]': 'passed',
      'test_spy.py::test_ill': 'failed',
    });
  });

  it('restores the tree and leaves no process before the next file, whoever its user is', async () => {
    const execution = await runner.run({
      'test_a.py': source(
        'import os, time',
        'def test_deletes(): os.unlink("test_b.py"); os.chmod(".", 0o500); os.mkdir("/tmp/left")',
        'def test_leaves():',
        '    try:',
        '        with open("../pytest.ini", "w") as file: file.write("[pytest]\\naddopts = -k nothing")',
        '        os.chmod("..", 0o500)',
        '    except PermissionError: pass',
        'def test_daemon():',
        '    if os.fork() == 0:',
        '        os.setsid()',
        '        if os.fork() == 0: time.sleep(600)',
        '        os._exit(0)',
        '    os.wait()',
      ),
      'test_b.py': 'def test_ill(): assert False\n',
      'test_c.py': source(
        'import os, pathlib',
        'def test_alone():',
        '    stats = [one.read_text() for one in pathlib.Path("/proc").glob("[0-9]*/stat")]',
        '    parents = [stat.rpartition(")")[2].split()[1] for stat in stats]',
        '    assert parents.count(str(os.getppid())) <= 2, stats  # this one, and what it was forked from',
        'def test_writes(): open("new.txt", "w").close()',
        'def test_nothing_above(): assert not os.path.exists("../pytest.ini")',
      ),
    });
    expect([execution.status, execution.detail]).toEqual(['completed', '']);
    expect(outcomes(execution)).toEqual({
      'test_a.py::test_deletes': 'passed',
      'test_a.py::test_leaves': 'passed',
      'test_a.py::test_daemon': 'passed',
      'test_b.py::test_ill': 'failed',
      'test_c.py::test_alone': 'passed',
      'test_c.py::test_writes': 'passed',
      'test_c.py::test_nothing_above': 'passed',
    });
  });

  it('blames the suite that takes all memory, and no other', async () => {
    const well = runner.suite({ 'test_well.py': 'def test_well(): pass\n' });
    const greedy = runner.suite({
      'test_greedy.py': source(
        'def test_greedy():',
        '    kept = bytearray(1024 ** 3)',
        '    kept[:] = b"x" * len(kept)',
      ),
    });
    const [first, second, third] = await runner.harness.runEach([well, greedy, well], limits);
    expect([first?.status, third?.status]).toEqual(['completed', 'completed']);
    // A sandbox that limits address space lets the test fail with a MemoryError instead.
    const failed = second?.tests.some(test => test.errorType === 'MemoryError');
    expect(second?.status === 'crashed' || failed).toBe(true);
  });
}
