import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EntityGraph } from '../../src/domain/entity.js';
import { discoverComponents } from '../../src/mine/components/discover.js';
import { readTree } from '../support/graph-of.js';
import { KeptRegions } from '../../src/mine/kept-regions.js';
import { readOne } from '../../src/python/outline/read-one.js';

async function graphOf(texts: Readonly<Record<string, string>>): Promise<EntityGraph> {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
  return (await readTree(files, async unread => unread.map(readOne))).graph;
}

/** Throws when a folder is grouped that should have been remembered. */
const noRandomness = () => {
  throw new Error('A folder was grouped again.');
};

const BEFORE = {
  'pkg/__init__.py': '',
  'pkg/a/__init__.py': '',
  'pkg/a/one.py': 'def first(): return second()\ndef second(): return 1\n',
  'pkg/b/__init__.py': '',
  'pkg/b/two.py': 'class Third: ...\n',
};

describe('kept regions', () => {
  it('spare the next mining what did not change, over bytes', async () => {
    const graph = await graphOf(BEFORE);
    const first = new KeptRegions();
    const plans = discoverComponents(graph, { memory: first });
    const second = new KeptRegions(first.encode());
    expect(discoverComponents(graph, { memory: second, randomness: noRandomness })).toEqual(plans);
    expect(second.isChanged).toBe(false);
  });

  it('hold what the last mining asked for, and nothing older', async () => {
    const first = new KeptRegions();
    discoverComponents(await graphOf(BEFORE), { memory: first });
    const second = new KeptRegions(first.encode());
    const changed = { ...BEFORE, 'pkg/b/two.py': 'class Third: ...\ndef fourth(): return Third()\n' };
    const graph = await graphOf(changed);
    expect(discoverComponents(graph, { memory: second })).toEqual(discoverComponents(graph));
    expect(second.isChanged).toBe(true);
    expect(second.size).toBe(first.size);
    expect([...second.keys()].filter(key => !first.has(key))).toHaveLength(1);
  });

  it('are empty when what was kept cannot be read', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map(text => new TextEncoder().encode(text)),
        ),
        bytes => {
          const kept = new KeptRegions(bytes);
          expect(kept.size).toBe(0);
          expect(kept.get('no key')).toBeUndefined();
        },
      ),
    );
  });
});
