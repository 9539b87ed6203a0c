import type { AdaptationProposal, Mapping } from '../../domain/adaptation.js';
import type { CarriedTests } from '../../domain/primitive.js';
import { parsePython } from '../../syntax/parse-python.js';
import type { PrunedPrimitive } from '../prune/prune-primitive.js';
import { accountForTests, leaveBehind, type TestsUnderway } from './carry/carry-tests.js';
import { importedTops } from './carry/skip-without.js';
import { carriedPaths } from './carry/test-paths.js';
import { describeMapping } from './describe.js';
import { newInterface } from './new-interface.js';
import { placeImplementation, placeTests } from './place-files.js';
import { isPython } from './sources/sources.js';
import { transform, type Destination, type Transformed } from './transform.js';

/** Why a mapping cannot be applied exactly. */
export interface RefusedMapping {
  readonly refusal: string;
  /** The export whose own mapping is at fault, by its new name: any mapping with that part is refused as well. */
  readonly blame?: string | undefined;
  /** No other mapping can be applied either. */
  readonly isFinal?: boolean;
  /** Nothing stands in the way in the implementation, but no test could come along. */
  readonly isForTests?: boolean;
}

/**
 * The complete proposal for one mapping, or in words why it cannot be applied exactly. Whatever stands in the way in
 * the implementation refuses the mapping; in a test file it leaves behind the tests that cannot do without it, and
 * the rest is tried again. All of `carried` is accounted for, what was pruned too.
 */
export function applyMapping(
  pruned: PrunedPrimitive,
  carried: CarriedTests,
  mapping: Mapping,
  destination: Destination,
): AdaptationProposal | RefusedMapping {
  const { primitive } = pruned;
  const unread = primitive.implementation.find(file => file.path.endsWith('.py') && !isPython(file));
  if (unread) return { refusal: `\`${unread.path}\` is not UTF-8`, isFinal: true };
  let { tests } = pruned;
  for (;;) {
    const transformed = transform(primitive, tests.files, mapping, destination);
    if (!('obstacles' in transformed))
      return propose(pruned, carried, mapping, destination, transformed, tests);
    const refusal = transformed.obstacles.find(({ isTest }) => !isTest);
    if (refusal !== undefined)
      return { refusal: refusal.reason, blame: refusal.blame, isFinal: refusal.isFinal === true };
    tests = leaveBehind(tests, transformed.obstacles);
  }
}

function propose(
  { primitive, leftOut, note }: PrunedPrimitive,
  carried: CarriedTests,
  mapping: Mapping,
  destination: Destination,
  { sources, layout, resources, notes, homes }: Transformed,
  tests: TestsUnderway,
): AdaptationProposal | RefusedMapping {
  const files = placeImplementation(primitive, sources, layout, resources);
  const paths = carriedPaths(primitive.carriedTests.files, destination.module);
  const known = new Set(files.filter(isPython).flatMap(file => importedTops(file.content)));
  known.add(destination.module.split('.')[0] ?? destination.module);
  const testFiles = placeTests(primitive, tests.files, sources, paths, known);
  const broken = [...files, ...testFiles].find(
    file => isPython(file) && parsePython(file.content).errors.length > 0,
  );
  if (broken) return { refusal: `\`${broken.path}\` would not be valid Python` };
  const carriedTests = accountForTests(carried, tests, sources, notes, paths);
  if (carried.tests.length > 0 && !carriedTests.some(({ status }) => status !== 'dropped'))
    return {
      refusal: `no carried test can be rewritten exactly: ${carriedTests[0]?.reason ?? 'there is none'}`,
      isForTests: true,
    };
  return {
    status: 'adapted',
    reason: describeMapping(mapping),
    mapping,
    files,
    interface: newInterface(primitive.interface, mapping, destination.module, sources, homes),
    dependencies: primitive.dependencies,
    outgoing: [],
    carriedTests,
    testFiles,
    ...(leftOut.length > 0 && { ranges: primitive.provenance.ranges }),
    ...noteOf(note, carried),
  };
}

/** What is to be told besides: above all that nothing of its own shows that a component still does what it did. */
function noteOf(note: string | undefined, carried: CarriedTests): Pick<AdaptationProposal, 'note'> {
  const untested =
    'no test of its own comes along: they need more of the repository it is from, and stay in the library.';
  const notes = [...(note === undefined ? [] : [note]), ...(carried.tests.length === 0 ? [untested] : [])];
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}
