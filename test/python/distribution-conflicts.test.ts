import { expect, it } from '@jest/globals';
import { conflictingRequirements } from '../../src/python/distribution-conflicts.js';

it.each([
  ['attrs>=22,<23', 'attrs>=23', true],
  ['attrs==22.1', 'Attrs >= 22.1', false],
  ['attrs==22.1', 'attrs==22.2', true],
  ['attrs', 'attrs==22.2', false],
  ['attrs>22', 'attrs<=22', true],
  ['attrs>22', 'attrs<23', false],
  ['attrs~=22.1', 'attrs>=22.5', false],
  ['attrs!=22.1', 'attrs==22.1', true],
  ['attrs[extra]>=22 ; python_version > "3"', 'attrs<22', true],
  ['attrs>=22', 'other<22', false],
  ['zope.interface<5', 'Zope_Interface>=5', true],
  ['attrs @ https://example.org/attrs.whl', 'attrs==1', false],
])('%s beside %s: conflict %s', (own, other, isConflict) => {
  expect(conflictingRequirements([own], [other])).toHaveLength(isConflict ? 1 : 0);
});
