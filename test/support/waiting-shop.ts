import type { ConstructionServices } from '../../src/construction/construction-services.js';
import type { Primitive } from '../../src/domain/primitive.js';
import { createPublisher } from '../../src/publish/publish.js';
import { createExactResident } from '../../src/residents/exact/exact-resident.js';
import { createCountingIds } from '../fakes/fake-ids.js';
import { createFakeSandbox } from '../fakes/fake-sandbox.js';
import { createMemoryLibraryStore } from '../fakes/memory-library-store.js';
import { createMemoryRunStore } from '../fakes/memory-run-store.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { templates } from './templates.js';
import { primitive } from './values.js';

/** A shop that imports a module which nobody wrote, the request for it, and a primitive that fits once its parameters are swapped. */

/** The module that is missing. */
export const WAITING = 'shop/waiting.py';
export const TARGET = {
  LICENSE: 'MIT License',
  'shop/__init__.py': '',
  'shop/cart.py': 'def total(): ...\n',
  'tests/test_cart.py': 'from shop.cart import total\n\ndef test_total(): ...\n',
  'tests/test_waiting.py':
    'from shop.waiting import pause\n\ndef test_pause():\n    assert pause(3, 60.0, 0.5) == 2.0, "PLANTED-IN-A-TEST"\n',
};
export const STUB =
  '```python\n# shop/waiting.py\ndef pause(attempt: int, limit: float, unit: float) -> float: ...\n```\n';
const SOURCE =
  'def backoff(attempt: int, base: float, cap: float) -> float:\n    return min(base * 2 ** (attempt - 1), cap)\n';
export const DONOR: Primitive = primitive({
  id: 'cf-00000000aaaa',
  name: 'acme/kit/kit.backoff',
  implementation: [
    { path: 'kit/__init__.py', encoding: 'utf8', content: '' },
    { path: 'kit/delays.py', encoding: 'utf8', content: SOURCE },
  ],
  interface: {
    module: 'kit.delays',
    behaviour: 'How long to pause before an attempt.',
    exports: [
      {
        name: 'backoff',
        kind: 'function',
        signature: {
          isAsync: false,
          returns: 'float',
          parameters: [
            { name: 'attempt', kind: 'positional-or-keyword', annotation: 'int' },
            { name: 'base', kind: 'positional-or-keyword', annotation: 'float' },
            { name: 'cap', kind: 'positional-or-keyword', annotation: 'float' },
          ],
        },
      },
    ],
  },
  carriedTests: {
    tests: [{ id: 'tests/test_delays.py::test_backoff', path: 'tests/test_delays.py', name: 'test_backoff' }],
    files: [
      {
        path: 'tests/test_delays.py',
        encoding: 'utf8',
        content:
          'from kit.delays import backoff\n\n\ndef test_backoff():\n    assert backoff(3, 0.5, 60.0) == 2.0\n',
      },
    ],
  },
});

/** What a run works with that has the primitive in its library, with the exact resident alone. */
export async function createWaitingServices(
  parts: Pick<ConstructionServices, 'clock' | 'harness'>,
): Promise<ConstructionServices> {
  const library = createMemoryLibraryStore();
  await library.replaceRepository('acme/kit', 'c1', [DONOR]);
  return {
    ...parts,
    library,
    runs: createMemoryRunStore(),
    sandbox: createFakeSandbox(),
    residents: [createExactResident()],
    spent: () => ({ tokens: 0, costUsd: 0 }),
    publisher: createPublisher(templates),
    ids: createCountingIds(),
    logger: createSilentLogger(),
    progress: createSilentProgress(),
  };
}
