import { expect, it } from '@jest/globals';
import type { Attempt, Mapping } from '../../../src/domain/adaptation.js';
import { createExactResident } from '../../../src/residents/exact/exact-resident.js';
import { lines } from '../../support/mined.js';
import { primitiveOf, type Texts } from '../../support/primitive-of.js';
import { bodyOf, refused, requestFor, requirementFor } from '../../support/resident-requests.js';

const KIT = lines(
  'def pause(seconds):',
  '    return seconds + 1',
  '',
  '',
  'def retry(work):',
  '    return work(pause(1))',
);
const TESTS = lines(
  'from kit import pause, retry',
  '',
  '',
  'def test_pause():',
  '    assert pause(1) == 2',
  '',
  '',
  'def test_retry():',
  '    assert retry(print) is None',
);

function adapt(attempts: readonly Attempt[] = [], tests: Texts = { 'tests/test_kit.py': TESTS }) {
  const donor = primitiveOf({ module: 'kit', exports: ['pause', 'retry'], files: { 'kit.py': KIT }, tests });
  const ranges = [{ path: 'kit.py', startLine: 1, endLine: 6 }];
  const primitive = { ...donor, provenance: { ...donor.provenance, ranges } };
  const requirement = requirementFor('app.waiting', 'def wait(seconds): ...\n');
  return createExactResident().adapt(requestFor(primitive, requirement, attempts));
}
const failed = (mapping: Mapping): Attempt => ({
  mapping,
  outcome: 'carried-tests-failed',
  diagnostics: ['NameError'],
});

it('delivers what is asked for alone, from its own lines, and accounts for every test', async () => {
  const proposal = await adapt();
  expect(bodyOf(proposal, 'app/waiting.py')).toBe(lines('def wait(seconds):', '    return seconds + 1'));
  expect(bodyOf(proposal, 'tests/carried/test_app_waiting.py')).not.toContain('retry');
  expect(proposal.interface.exports.map(({ name }) => name)).toEqual(['wait']);
  expect(proposal.ranges).toEqual([{ path: 'kit.py', startLine: 1, endLine: 2 }]);
  expect(proposal.note).toBeUndefined();
  expect(proposal.carriedTests.map(({ id, status, reason }) => [id, status, reason])).toEqual([
    ['tests/test_kit.py::test_pause', 'rewritten', 'renamed pause to wait'],
    ['tests/test_kit.py::test_retry', 'dropped', 'it needs `retry`, which was not asked for'],
  ]);
});

it('delivers the whole primitive once when the carried tests of a part of it fail, and says why', async () => {
  const { mapping } = await adapt();
  const whole = await adapt([failed(mapping)]);
  expect(whole).toMatchObject({ status: 'adapted', mapping });
  expect(bodyOf(whole, 'app/waiting.py')).toContain('def retry(work)');
  expect(whole.note).toBe('`retry` comes along: the carried tests fail without it.');
  expect(whole.ranges).toBeUndefined();
  // Nothing is proposed a third time, and what the target refused not even twice.
  for (const attempts of [[failed(mapping), failed(mapping)], [refused(mapping)]])
    expect((await adapt(attempts)).mapping).not.toEqual(mapping);
});

it('delivers the whole primitive where no test shows what is asked for alone', async () => {
  const both = lines('from kit import pause, retry', '', 'def test_both():', '    assert retry(pause) is 3');
  const proposal = await adapt([], { 'tests/test_kit.py': both });
  expect(bodyOf(proposal, 'app/waiting.py')).toContain('def retry(work)');
  expect(proposal.note).toBe('`retry` comes along: no carried test exercises `pause` alone.');
});
