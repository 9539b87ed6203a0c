import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Visibility } from '../../src/domain/primitive.js';
import { type EligibilityRules, isEligible } from '../../src/library/eligibility.js';
import { samplePrimitive } from '../support/sample-primitive.js';

const RULES: EligibilityRules = {
  target: 'acme/shop',
  targetLicence: 'MIT',
  targetVisibility: 'private',
  excludeSameRepository: false,
};

function donor(provenance: { repository?: string; licence?: string; visibility?: Visibility }) {
  const primitive = samplePrimitive('retry', { repository: provenance.repository ?? 'acme/tools' });
  return { ...primitive, provenance: { ...primitive.provenance, ...provenance } };
}

describe('who may read it', () => {
  const levels: readonly Visibility[] = ['public', 'internal', 'private'];

  it.each(levels.flatMap(from => levels.map(to => [from, to] as const)))(
    'decides whether %s code goes to a repository that is %s',
    (from, to) => {
      const answer = isEligible(donor({ visibility: from }), { ...RULES, targetVisibility: to });
      const allowed = levels.indexOf(from) <= levels.indexOf(to);
      expect(answer).toEqual(
        allowed
          ? { eligible: true }
          : { eligible: false, reason: `acme/tools is ${from} and the target is ${to}.` },
      );
    },
  );

  it('does not matter between folders of the caller', () => {
    expect(
      isEligible(donor({ visibility: 'private' }), { ...RULES, targetVisibility: undefined }).eligible,
    ).toBe(true);
    expect(isEligible(donor({}), { ...RULES, targetVisibility: 'public' }).eligible).toBe(true);
  });

  it('holds whatever else is allowed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('MIT', 'LicenseRef-Owner', 'GPL-3.0-only'),
        fc.boolean(),
        (licence, same) => {
          const rules = { ...RULES, targetVisibility: 'public' as const, excludeSameRepository: same };
          expect(isEligible(donor({ licence, visibility: 'private' }), rules).eligible).toBe(false);
        },
      ),
    );
  });
});

describe('code without a licence', () => {
  it.each([
    ['acme/tools', 'acme/shop', true],
    ['ACME/tools', 'acme/shop', true],
    ['other/tools', 'acme/shop', false],
    ['tools', 'acme/shop', false],
    ['tools', 'shop', true],
    ['pypi:tools', 'pypi:shop', false],
    ['pypi:tools', 'shop', false],
  ])('of %s goes to %s: %s', (repository, target, allowed) => {
    for (const targetLicence of [undefined, 'MIT', 'GPL-3.0-only'])
      expect(
        isEligible(donor({ repository, licence: 'LicenseRef-Owner' }), { ...RULES, target, targetLicence })
          .eligible,
      ).toBe(allowed);
  });

  it('that was found beside other code must satisfy both', () => {
    const mixed = donor({ licence: 'GPL-3.0-only AND LicenseRef-Owner' });
    expect(isEligible(mixed, RULES)).toEqual({
      eligible: false,
      reason: expect.stringContaining('GPL-3.0-only'),
    });
    expect(isEligible(mixed, { ...RULES, targetLicence: 'GPL-3.0-only' }).eligible).toBe(true);
    expect(isEligible(mixed, { ...RULES, target: 'b/c', targetLicence: 'GPL-3.0-only' })).toEqual({
      eligible: false,
      reason: "It states no licence that we know: only its owner's other repositories may take it.",
    });
  });
});

it('keeps the target itself out where that is asked for', () => {
  const rules = { ...RULES, target: 'acme/tools', excludeSameRepository: true };
  expect(isEligible(donor({}), rules)).toEqual({
    eligible: false,
    reason: 'It comes from the target itself.',
  });
});
