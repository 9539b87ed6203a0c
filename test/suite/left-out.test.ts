import { describe, expect, it } from '@jest/globals';
import { judgeSuite } from '../../src/suite.js';
import { createFakeClock } from '../fakes/fake-clock.js';
import { createFakeHarness } from '../fakes/fake-harness.js';
import { createFakeSandbox } from '../fakes/fake-sandbox.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { test, treeOfTexts } from '../support/values.js';

const ID = 'tests/test_a.py::test_a';

function judgeWithout(...leftOut: readonly string[]) {
  const services = {
    harness: createFakeHarness(() => ({ tests: [test(ID)] })),
    sandbox: createFakeSandbox(),
    clock: createFakeClock(),
    progress: createSilentProgress(),
  };
  const files = treeOfTexts({ 'tests/test_a.py': '' });
  return judgeSuite(services, { tree: { repository: 'acme/app', commit: 'c', files, leftOut } });
}

describe('a suite of which something was not read', () => {
  it('tells of data and stays green', async () => {
    const report = await judgeWithout('data/big.bin', 'latest_test.pyc', 'src/contest.py');
    expect(report.verdict).toBe('green');
    expect(report.findings).toMatchObject([
      { kind: 'left-out', message: expect.stringContaining('"data/big.bin"') },
    ]);
    expect((await judgeWithout()).findings).toEqual([]);
  });

  it.each(['tests/test_big.py', 'test_big.py', 'pkg/big_test.py', 'tests/conftest.py', 'conftest.py'])(
    'is not green without %s, which is named first',
    async path => {
      const report = await judgeWithout('1', '2', '3', '4', '5', path);
      expect(report.verdict).toBe('red');
      expect(report.findings[0]?.message).toContain(`: "${path}", "1"`);
      expect(report.findings[0]?.message).toContain('and 1 more');
    },
  );
});
