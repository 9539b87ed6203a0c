import { describe, expect, it } from '@jest/globals';
import type { Primitive } from '../../src/domain/primitive.js';
import { EMPTY_CONTEXT } from '../../src/domain/context.js';
import { activate, retrieve } from '../../src/library/library.js';
import { createExactResident } from '../../src/residents/exact/exact-resident.js';
import type { ExportedSymbol } from '../../src/domain/signature.js';
import { openDatabase } from '../../src/adapters/sqlite/database.js';
import { createLibraryStore } from '../../src/adapters/sqlite/library-store.js';
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

describe('activation', () => {
  const text = (name: string, behaviour: string): ExportedSymbol => ({
    name,
    kind: 'function',
    docstring: behaviour,
    signature: {
      parameters: [{ name: 'text', kind: 'positional-or-keyword', annotation: 'str' }],
      returns: 'str',
      isAsync: false,
    },
  });
  const slug = text('slugify', 'Turn a title into a slug for an address.');
  const mask = text('mask_secrets', 'Replace tokens and passwords in a line by stars.');
  const exporting = (repository: string, ...exports: ExportedSymbol[]): Primitive => {
    const name = exports[0]?.name ?? '';
    const code = exports.map(one => `def ${one.name}(text: str) -> str:\n    return text\n`).join('\n');
    const made = samplePrimitive(name, { repository, code });
    return { ...made, interface: { ...made.interface, exports } };
  };
  const asked = (symbol: ExportedSymbol) => ({
    ...requirement({
      module: `shop.${symbol.name}`,
      exports: [symbol],
      retrievalRequest: `${symbol.name} ${symbol.docstring ?? ''}`,
    }),
    behaviour: symbol.docstring ?? '',
  });
  const activated = async (primitives: readonly Primitive[]) => {
    const database = await openDatabase(':memory:');
    try {
      const library = createLibraryStore(database);
      for (const one of primitives) await library.replaceRepository(one.provenance.repository, 'c1', [one]);
      const plan = { requirements: [asked(slug), asked(mask)] };
      const retrieval = await retrieve(
        { library, residents: [createExactResident()] },
        {
          plan,
          context: EMPTY_CONTEXT,
          snapshot: await library.snapshot(),
          rules: {
            target: 'acme/shop',
            targetLicence: 'MIT',
            targetVisibility: 'public',
            excludeSameRepository: false,
          },
        },
      );
      return activate(plan, retrieval, [], new Map()).activations.map(({ primitiveId }) => primitiveId);
    } finally {
      await database.close();
    }
  };

  it('takes the function that was asked for, and not another of its shape from a primitive that serves already', async () => {
    const wrong = exporting('acme/text', slug, text('shout', 'Write a line in capitals.'));
    const right = exporting('acme/logs', mask);
    expect(await activated([wrong, right])).toEqual([wrong.id, right.id]);
  });

  it('takes one primitive that has both, where each could be had apart', async () => {
    const both = exporting('acme/text', slug, mask);
    const apart = [exporting('bob/slugs', slug), exporting('eve/logs', mask)];
    expect(await activated([...apart, both])).toEqual([both.id, both.id]);
  });
});
