import { describe, expect, it } from '@jest/globals';
import type { Primitive } from '../../src/domain/primitive.js';
import { describeList, describePrimitive } from '../../src/cli/describe-primitive.js';
import { samplePrimitive } from '../support/sample-primitive.js';

const CONFLICT = 'pyproject.toml says MIT, but LICENSE is the text of ISC: make them agree.';

function doubtful(): Primitive {
  const made = samplePrimitive('retry');
  const provenance = {
    ...made.provenance,
    licence: 'ISC AND MIT',
    licenceConflicts: [CONFLICT],
    visibility: 'private' as const,
  };
  return { ...made, family: 'cf-0000000000ff', provenance };
}

describe('the library as a list', () => {
  it('shows licence, readers and family, and tells a contradiction once', () => {
    const text = describeList([
      doubtful(),
      { ...doubtful(), id: 'cf-222222222222' },
      samplePrimitive('pause'),
    ]);
    expect(text).toMatch(/acme\/tools\/tools\.retry +ISC AND MIT \(!\) +private +cf-0000000000ff/);
    expect(text).toMatch(/acme\/tools\/tools\.pause +MIT +own folder$/m);
    expect(text.split(CONFLICT)).toHaveLength(2);
  });

  it('has no word of contradictions where there is none', () => {
    expect(describeList([samplePrimitive('pause')])).not.toContain('(!)');
    expect(describeList([])).toContain('codeface mine');
  });
});

describe('a primitive as a person reads it', () => {
  it('says what its licence leaves open, who may read its source and what it is a copy of', () => {
    const text = describePrimitive(doubtful());
    expect(text).toContain(`conflict   ${CONFLICT}`);
    expect(text).toMatch(/^readable +private$/m);
    expect(text).toMatch(/^family +cf-0000000000ff/m);
  });
});
