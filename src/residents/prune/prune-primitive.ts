import type { Primitive } from '../../domain/primitive.js';
import type { TestsUnderway } from '../exact/carry/carry-tests.js';
import { readSources } from '../exact/sources/sources.js';
import { coreAround } from './component-core.js';
import { componentGraph } from './component-graph.js';
import { keptPieces, type KeptPieces } from './kept-pieces.js';
import { keptRanges } from './kept-ranges.js';
import { neededDependencies } from './needed-dependencies.js';
import { companyOf } from './prune-suite.js';
import { sliceImplementation } from './slice-implementation.js';

/** A primitive with nothing but what was asked for, and the tests that stay behind for it. */
export interface PrunedPrimitive {
  readonly primitive: Primitive;
  /** The carried test files that are left, and why the other tests stay behind. */
  readonly tests: TestsUnderway;
  /** Exports that are left out; empty when the primitive is whole. */
  readonly leftOut: readonly string[];
  /** What comes along without being asked for, and why, as a sentence. */
  readonly note?: string;
}

const known = new WeakMap<Primitive, Map<string, PrunedPrimitive>>();

/**
 * Slices a primitive again, to the exports that were asked for: its implementation to their executable closure, its
 * carried tests to those that need no more, its provenance to the lines that are left (Code Primitives, section 3.3).
 * Where no test is left that comes to what was asked for, nothing would show that it still does what it did: what the
 * nearest of its tests needs comes along then, or else the whole primitive, with a note. The id stays: it names where the
 * code came from.
 */
export function prunePrimitive(primitive: Primitive, names: readonly string[]): PrunedPrimitive {
  const asked = [...new Set(names)].sort();
  const key = asked.join(' ');
  const results = known.get(primitive) ?? new Map<string, PrunedPrimitive>();
  known.set(primitive, results);
  const result = results.get(key) ?? prune(primitive, asked);
  results.set(key, result);
  return result;
}

/** A primitive as it is. `others` are its exports that come along without being asked for, `why` the end of a sentence. */
export function wholePrimitive(
  primitive: Primitive,
  others: readonly string[] = [],
  why = '',
): PrunedPrimitive {
  const tests = { files: primitive.carriedTests.files, dropped: new Map<string, string>() };
  return { primitive, tests, leftOut: [], ...(others.length > 0 && { note: noteOf(others, why) }) };
}

function prune(primitive: Primitive, names: readonly string[]): PrunedPrimitive {
  const { carriedTests, implementation, interface: donor } = primitive;
  const others = donor.exports.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  if (others.length === 0 || names.length === 0) return wholePrimitive(primitive);
  if (readSources(primitive, carriedTests.files).some(({ tree }) => tree.errors.length > 0))
    return wholePrimitive(primitive, others, 'not all of its files can be read');
  const graph = componentGraph(primitive, carriedTests.files);
  const resources = implementation.filter(({ path }) => !path.endsWith('.py')).map(({ path }) => path);
  const core = coreAround(graph, donor, names, resources);
  if (core === undefined)
    return wholePrimitive(primitive, others, `it cannot be told where ${list(names)} is defined`);
  const leftOut = others.filter(name => (core.unwanted.get(name)?.size ?? 0) > 0);
  if (leftOut.length === 0) return wholePrimitive(primitive);
  const kept = keptPieces(primitive, graph, core);
  if (kept !== undefined) return { ...sliced(primitive, names, kept), leftOut };
  return inCompany(primitive, names, others, companyOf(graph, core) ?? []);
}

/** With the fewest other exports that a carried test of what was asked for needs. */
function inCompany(
  primitive: Primitive,
  names: readonly string[],
  others: readonly string[],
  company: readonly string[],
): PrunedPrimitive {
  const why = `no carried test exercises ${list(names)} alone`;
  const wider = company.length === 0 ? undefined : prunePrimitive(primitive, [...names, ...company]);
  if (wider === undefined || wider.leftOut.length === 0) return wholePrimitive(primitive, others, why);
  const along = others.filter(name => !wider.leftOut.includes(name));
  return { ...wider, note: noteOf(along, why) };
}

function sliced(
  primitive: Primitive,
  names: readonly string[],
  { nodes, files, tests, dropped }: KeptPieces,
): Pick<PrunedPrimitive, 'primitive' | 'tests'> {
  const { implementation, interface: donor, provenance } = primitive;
  const left = sliceImplementation(implementation, nodes);
  const paths = implementation.map(({ path }) => path);
  return {
    primitive: {
      ...primitive,
      implementation: left.files,
      interface: { ...donor, exports: donor.exports.filter(({ name }) => names.includes(name)) },
      dependencies: neededDependencies(primitive, left.files, files),
      carriedTests: { files, tests },
      provenance: { ...provenance, ranges: keptRanges(provenance.ranges, left.slices, paths) },
    },
    tests: { files, dropped },
  };
}

function noteOf(along: readonly string[], why: string): string {
  return `${list(along)} ${along.length === 1 ? 'comes' : 'come'} along: ${why}.`;
}

function list(names: readonly string[]): string {
  return names.map(name => `\`${name}\``).join(', ');
}
