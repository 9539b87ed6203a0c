import fc from 'fast-check';

import type { StoredFile } from '../../src/domain/files.js';
import { storeFile } from '../../src/domain/files.js';
import type { Primitive } from '../../src/domain/primitive.js';
import type { ValidationRecord } from '../../src/domain/validation.js';
import type { ExportedSymbol, Parameter, Signature } from '../../src/domain/signature.js';

/** Any text that UTF-8 can hold, hostile characters included. */
export const arbitraryText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\0', '"', "'", '*', '\n', '\u202e', '%', '_'),
  ),
  maxLength: 20,
});

const texts = fc.array(arbitraryText, { maxLength: 3 });
const line = fc.integer({ min: 1, max: 1_000_000 });

const file: fc.Arbitrary<StoredFile> = fc
  .tuple(
    arbitraryText,
    fc.oneof(
      fc.uint8Array({ maxLength: 30 }),
      arbitraryText.map(text => Buffer.from(text)),
    ),
  )
  .map(([path, bytes]) => storeFile(path, bytes));

const parameter: fc.Arbitrary<Parameter> = fc.record(
  {
    name: arbitraryText,
    kind: fc.constantFrom<Parameter['kind']>('positional-only', 'positional-or-keyword', 'keyword-only'),
    annotation: arbitraryText,
    defaultValue: arbitraryText,
  },
  { requiredKeys: ['name', 'kind'] },
);

const signature: fc.Arbitrary<Signature> = fc.record(
  { parameters: fc.array(parameter, { maxLength: 3 }), returns: arbitraryText, isAsync: fc.boolean() },
  { requiredKeys: ['parameters', 'isAsync'] },
);

const symbol: fc.Arbitrary<ExportedSymbol> = fc.record(
  {
    name: arbitraryText,
    kind: fc.constantFrom<ExportedSymbol['kind']>('function', 'class', 'constant'),
    signature,
    methods: fc.array(fc.record({ name: arbitraryText, signature }), { maxLength: 2 }),
    docstring: arbitraryText,
  },
  { requiredKeys: ['name', 'kind'] },
);

const share = fc.double({ min: 0, max: 1, noNaN: true }).filter(value => !Object.is(value, -0));

const validation: fc.Arbitrary<ValidationRecord> = fc.record({
  isolation: fc.constantFrom('forked', 'cold'),
  passes: fc.nat(9),
  lineShare: share,
  mutants: fc.nat(99),
  killScore: share,
  exampleRan: fc.boolean(),
});

/** All that a primitive has beside what a commit may change while its id stays. */
const parts = {
  id: fc.stringMatching(/^cf-[0-9a-f]{12}$/),
  name: arbitraryText,
  implementation: fc.array(file, { maxLength: 3 }),
  sourceRoot: fc.constantFrom('', 'src'),
  interface: fc.record({
    module: arbitraryText,
    exports: fc.array(symbol, { maxLength: 3 }),
    behaviour: arbitraryText,
  }),
  dependencies: fc.record({
    distributions: texts,
    standardLibrary: texts,
    environmentVariables: texts,
    systemTools: texts,
  }),
  carriedTests: fc.record({
    tests: fc.array(fc.record({ id: arbitraryText, path: arbitraryText, name: arbitraryText }), {
      maxLength: 3,
    }),
    files: fc.array(file, { maxLength: 2 }),
  }),
  provenance: fc.record(
    {
      repository: arbitraryText,
      commit: arbitraryText,
      ranges: fc.array(fc.record({ path: arbitraryText, startLine: line, endLine: line }), { maxLength: 2 }),
      licence: arbitraryText,
      licenceText: arbitraryText,
      licenceConflicts: texts,
      copyright: texts,
      usageExample: arbitraryText,
      visibility: fc.constantFrom<'public' | 'private'>('public', 'private'),
      channel: fc.constantFrom<Primitive['provenance']['channel']>('mined', 'harvested', 'target-derived'),
      derivedFrom: arbitraryText,
    },
    {
      requiredKeys: ['repository', 'commit', 'ranges', 'licence', 'licenceText', 'copyright', 'channel'],
    },
  ),
  validation,
  family: arbitraryText,
};

/** Any primitive a store may be given. */
export const arbitraryPrimitive: fc.Arbitrary<Primitive> = fc.record(parts, {
  requiredKeys: [
    'id',
    'name',
    'implementation',
    'sourceRoot',
    'interface',
    'dependencies',
    'carriedTests',
    'provenance',
  ],
});

/** The same primitive as another commit may record it. */
export function recordedAnew(primitive: Primitive): fc.Arbitrary<Primitive> {
  const { provenance, validation: measured, family } = parts;
  const behaviour = arbitraryText.map(text => ({ ...primitive.interface, behaviour: text }));
  return fc
    .record({ provenance, validation: measured, family, interface: behaviour })
    .map(record => ({ ...primitive, ...record }));
}
