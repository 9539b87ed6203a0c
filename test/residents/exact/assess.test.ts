import { describe, expect, it } from '@jest/globals';
import { createExactResident } from '../../../src/residents/exact/exact-resident.js';
import { primitiveOf } from '../../support/primitive-of.js';
import { refused, requestFor, requirementFor } from '../../support/resident-requests.js';

const resident = createExactResident();
const slugs = primitiveOf({
  module: 'kit.slugs',
  exports: ['slugify', 'SlugError'],
  files: {
    'kit/__init__.py': '',
    'kit/slugs.py':
      'class SlugError(ValueError): ...\n\ndef slugify(text: str, sep: str = "-") -> str:\n    return text\n',
  },
  tests: {
    'tests/test_s.py': 'from kit.slugs import slugify\n\ndef test_s():\n    assert slugify("a", "b")\n',
  },
  distributions: ['attrs>=22,<23'],
});

describe('an assessment', () => {
  it('says what is needed when everything can be provided', async () => {
    const requirement = requirementFor('shop.handles', 'def make(joiner: str, title: str) -> str: ...\n', {
      mayAssume: ['attrs'],
    });
    expect(await resident.assess(requestFor(slugs, requirement))).toEqual({
      requirementId: 'r:shop.handles',
      primitiveId: 'cf-0123456789ab',
      verdict: 'SUITABLE',
      capabilityMatch: 1,
      usageProposal: 'Write `from shop.handles import make`, then call `make(joiner, title)`.',
      neededChanges: [
        'Relocate `kit.slugs` to `shop.handles`.',
        'Rename `slugify` to `make`.',
        'Rename the parameter `text` of `make` to `joiner`.',
        'Rename the parameter `sep` of `make` to `title`.',
      ],
      compatibilityNotes: ['One test travels with it.'],
    });
  });

  it('says the share that is covered and why the rest is not', async () => {
    const stub = 'def make(title: str) -> str: ...\ndef count(title: str) -> int: ...\nMOST = 1\n';
    const assessment = await resident.assess(requestFor(slugs, requirementFor('shop.handles', stub)));
    expect(assessment.verdict).toBe('UNSUITABLE');
    expect(assessment.capabilityMatch).toBeCloseTo(1 / 3);
    expect(assessment.compatibilityNotes).toEqual([
      '`count` has no counterpart: `slugify` returns `str`, `int` is required; `SlugError` is a class, a function is required.',
      '`MOST` has no counterpart: `slugify` is a function, a constant is required; `SlugError` is a class, a constant is required.',
      'The target has to declare `attrs>=22,<23`.',
      'One test travels with it.',
    ]);
  });

  it.each([
    [
      'more than the donor takes',
      'def make(a: str, b: str, c: str) -> str: ...\n',
      /cannot be called as required|no parameter/,
    ],
    ['another type', 'def make(a: bytes) -> str: ...\n', /has no parameter that could take `a: bytes`/],
    ['a coroutine', 'async def make(a: str) -> str: ...\n', /is not async, the required one is/],
  ])('is UNSUITABLE for %s', async (_, stub, reason) => {
    const assessment = await resident.assess(requestFor(slugs, requirementFor('shop.handles', stub)));
    expect(assessment.verdict).toBe('UNSUITABLE');
    expect(assessment.compatibilityNotes.join(' ')).toMatch(reason);
  });

  it('is UNSUITABLE when a distribution cannot be installed beside the target’s', async () => {
    const requirement = requirementFor('shop.handles', 'def make(a: str) -> str: ...\n', {
      mayAssume: ['Attrs >=23'],
    });
    const assessment = await resident.assess(requestFor(slugs, requirement));
    expect(assessment.verdict).toBe('UNSUITABLE');
    expect(assessment.compatibilityNotes[0]).toBe(
      "It needs `attrs>=22,<23`, which cannot be installed together with the target's `Attrs >=23`.",
    );
  });

  it('is UNSUITABLE once every mapping was refused', async () => {
    const requirement = requirementFor('shop.handles', 'def make(a: str) -> str: ...\n');
    const attempts = [];
    for (;;) {
      const proposal = await resident.adapt(requestFor(slugs, requirement, attempts));
      if (proposal.status === 'unsuccessful') {
        expect(proposal.reason).toBe('every mapping that fits was refused');
        break;
      }
      attempts.push(refused(proposal.mapping));
    }
    expect(attempts.map(({ mapping }) => mapping.exports[0]?.parameters)).toEqual([
      [{ from: 'text', to: 'a' }],
    ]);
    const assessment = await resident.assess(requestFor(slugs, requirement, attempts));
    expect(assessment.verdict).toBe('UNSUITABLE');
    expect(assessment.compatibilityNotes[0]).toBe('Every mapping that fits was refused.');
  });
});
