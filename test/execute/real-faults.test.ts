import { beforeAll, describe, expect, it } from '@jest/globals';
import type { FileTree } from '../../src/domain/files.js';
import { environmentFaults } from '../../src/execute/faults/environment-faults.js';
import { PREPARE_TIMEOUT_MS, suiteRunner, type SuiteRunner } from '../support/suites.js';
import { treeOfTexts } from '../support/values.js';

let runner: SuiteRunner;
beforeAll(async () => {
  runner = await suiteRunner();
}, PREPARE_TIMEOUT_MS);

const TREE = {
  'pkg/__init__.py': 'from pkg import _fast\n',
  'pkg/_fast.pyx': '',
  'data/model.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1\n',
  'tests/test_extension.py': 'import pkg\n\ndef test_pkg(): ...\n',
  'tests/test_distribution.py': 'import no_such_distribution.part\n\ndef test_it(): ...\n',
  'tests/test_rest.py': `import asyncio, importlib.metadata, pickle, subprocess

def test_fixture(mocker): ...

def test_pointer():
    with open("data/model.bin", "rb") as file:
        pickle.load(file)

def test_service():
    asyncio.run(asyncio.open_connection("127.0.0.1", 6379))

def test_tool():
    subprocess.run(["frobnicate", "--version"])

def test_metadata():
    importlib.metadata.version("no-such-distribution")

def test_memory():
    raise MemoryError

async def test_async():
    assert False

def test_own():
    assert 1 == 2
`,
};

/** What a real pytest said of a tree, as faults by the tests that they explain. */
async function faultsOf(tree: FileTree): Promise<unknown> {
  const execution = await runner.run(Object.fromEntries(tree));
  const faults = environmentFaults(execution, tree);
  return Object.fromEntries(
    faults.flatMap(({ kind, subject, explains }) =>
      (explains.length === 0 ? ['suite'] : explains).map(id => [id.split('::').at(-1), `${kind} ${subject}`]),
    ),
  );
}

describe('environmentFaults, in the words of a real pytest', () => {
  it('recognises what each failure is due to, and leaves what is the code’s own', async () => {
    expect(await faultsOf(treeOfTexts(TREE))).toEqual({
      'tests/test_extension.py': 'missing-c-extension pkg._fast',
      'tests/test_distribution.py': 'missing-distribution no_such_distribution',
      test_fixture: 'missing-pytest-plugin pytest-mock',
      test_pointer: 'lfs-pointer data/model.bin',
      test_service: 'missing-service Redis',
      test_tool: 'missing-system-tool frobnicate',
      test_metadata: 'missing-metadata no-such-distribution',
      test_memory: 'out-of-memory memory',
      test_async: 'missing-pytest-plugin pytest-asyncio',
    });
  }, 60_000);

  it('recognises the plug-in whose options keep a suite from being begun', async () => {
    const settings = '[pytest]\naddopts = --snapshot-update\n';
    const tree = treeOfTexts({ 'pytest.ini': settings, 'test_a.py': 'def test_a(): ...\n' });
    expect(await faultsOf(tree)).toEqual({ suite: 'missing-pytest-plugin syrupy' });
  }, 60_000);
});
