import { describe, expect, it } from '@jest/globals';
import type { Primitive } from '../../src/domain/primitive.js';
import { EMPTY_CONTEXT } from '../../src/domain/context.js';
import { retrieve } from '../../src/library/library.js';
import { createExactResident } from '../../src/residents/exact/exact-resident.js';
import { createMemoryLibraryStore } from '../fakes/memory-library-store.js';
import { samplePrimitive } from '../support/sample-primitive.js';
import { requirement } from '../support/values.js';

/** What is retrieved for one requirement, best first. */
async function retrieved(primitives: readonly Primitive[], target = 'acme/shop'): Promise<readonly string[]> {
  const library = createMemoryLibraryStore();
  const repositories = new Set(primitives.map(({ provenance }) => provenance.repository));
  for (const repository of repositories) {
    const own = primitives.filter(({ provenance }) => provenance.repository === repository);
    await library.replaceRepository(repository, 'c1', own);
  }
  const wanted = requirement({ retrievalRequest: 'retry', exports: [{ name: 'retry', kind: 'constant' }] });
  const { candidates } = await retrieve(
    { library, residents: [createExactResident()] },
    {
      plan: { requirements: [wanted] },
      context: EMPTY_CONTEXT,
      snapshot: await library.snapshot(),
      rules: { target, targetLicence: 'MIT', targetVisibility: 'public', excludeSameRepository: false },
    },
  );
  return candidates.map(({ primitiveId }) => primitiveId);
}

describe('retrieval', () => {
  it('settles who may donate before it searches: what may not takes no place', async () => {
    const secret = (at: number) => {
      const made = samplePrimitive(`retry_retry_${at}`, { repository: 'acme/secret', behaviour: 'retry' });
      return { ...made, provenance: { ...made.provenance, visibility: 'private' as const } };
    };
    const open = samplePrimitive('attempt', {
      repository: 'bob/open',
      code: '# retry\ndef attempt(): ...\n',
    });
    expect(await retrieved([...Array.from({ length: 60 }, (_, at) => secret(at)), open])).toEqual([open.id]);
  });

  it('offers one of a family, the newest version of those that fit as well', async () => {
    const copy = (repository: string, family?: string) => ({
      ...samplePrimitive('retry', { repository }),
      ...(family !== undefined && { family }),
    });
    const old = copy('tools-1.9');
    const newest = copy('tools-1.10', old.id);
    const other = samplePrimitive('retry_other', { repository: 'eve/other' });
    expect(new Set(await retrieved([old, newest, other]))).toEqual(new Set([newest.id, other.id]));
  });
});
