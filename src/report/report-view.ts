import { shortCommit } from '../domain/commit-name.js';
import type { Exclusion, MiningReport, OwnSuiteRun } from '../domain/mined.js';
import type { Primitive } from '../domain/primitive.js';
import { KINDS_IN_ORDER, nextStepFor } from './next-steps.js';
import { count, percent } from './numbers.js';

/** A mining report as both formats tell it: numbers and words, nothing escaped yet. */
export interface ReportView {
  readonly title: string;
  readonly commit: string;
  /** The answer in one sentence. */
  readonly verdict: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly primitives: readonly PrimitiveRow[];
  readonly groups: readonly ExclusionGroup[];
  readonly skipped: readonly ExclusionGroup[];
  readonly durations: readonly (readonly [phase: string, milliseconds: number])[];
}

export interface PrimitiveRow {
  readonly id: string;
  /** Without the repository. */
  readonly name: string;
  readonly exports: string;
  readonly lines: number;
  readonly files: number;
  readonly tests: number;
  readonly licence: string;
  /** Shares of 0 to 1; absent when they were not measured. */
  readonly lineShare?: number;
  readonly killScore?: number;
}

/** What is left out for one reason, with the next step. */
export interface ExclusionGroup {
  readonly title: string;
  readonly step: string;
  readonly entries: readonly Exclusion[];
}

const NO_MODEL = 'None is set: evidence alone drew the components.';

/** Counts and groups what mining gave. */
export function viewOf(report: MiningReport): ReportView {
  const { repository, commit, admitted, excluded, files, lines, entities, edges, components } = report;
  const carried = carriedLines(admitted);
  const facts: (readonly [string, string])[] = [
    ['Primitives', count(admitted.length)],
    ['Components tried', count(components)],
    ['Left out', count(excluded.length)],
    ['Python files', count(files)],
    ['Lines', count(lines)],
    ['Lines in primitives', lines === 0 ? '0' : `${count(carried)} (${percent(carried / lines)})`],
    ['Carried tests', count(sum(admitted.map(one => one.carriedTests.tests.length)))],
    ['Own suite', report.suite === undefined ? '' : ownSuite(report.suite)],
    ['Model', files === 0 ? '' : (report.proposals?.summary ?? NO_MODEL)],
    ['Entities', count(entities)],
    ['Edges', `${count(edges.call)} call, ${count(edges.data)} data, ${count(edges.struct)} structure`],
  ];
  return {
    title: repository,
    commit: shortCommit(commit),
    verdict: verdictOf(report),
    facts: facts.filter(([, value]) => value !== ''),
    primitives: admitted.map(primitive => rowOf(primitive, repository)),
    groups: groupByKind(excluded, repository),
    skipped: groupByReason(report.skippedFiles),
    durations: durationsOf(report),
  };
}

/** What running the repository's own suite told. */
function ownSuite({ tests, functions, note }: OwnSuiteRun): string {
  const told = `${count(tests)} tests entered ${count(functions)} functions.`;
  return tests === 0 ? note : note === '' ? told : `${told} ${note}`;
}

function verdictOf({ admitted, excluded, files }: MiningReport): string {
  if (files === 0) return 'There is no Python in it, so there is nothing to mine.';
  if (admitted.length > 0)
    return `${count(admitted.length)} ${plural(admitted.length, 'primitive')} admitted, ${count(excluded.length)} ${plural(excluded.length, 'component')} left out.`;
  const [most] = groupByKind(excluded, '').toSorted((a, b) => b.entries.length - a.entries.length);
  return most === undefined
    ? 'No primitive was admitted: no component was found.'
    : `No primitive was admitted. Most often: ${most.title.toLowerCase()}. ${most.step}`;
}

function rowOf(primitive: Primitive, repository: string): PrimitiveRow {
  const { validation } = primitive;
  return {
    id: primitive.id,
    name: withoutRepository(primitive.name, repository),
    exports: primitive.interface.exports.map(({ name }) => name).join(', '),
    lines: sum(primitive.provenance.ranges.map(range => range.endLine - range.startLine + 1)),
    files: primitive.implementation.length,
    tests: primitive.carriedTests.tests.length,
    licence: primitive.provenance.licence,
    ...(validation && { lineShare: validation.lineShare, killScore: validation.killScore }),
  };
}

function groupByKind(excluded: readonly Exclusion[], repository: string): readonly ExclusionGroup[] {
  return [...KINDS_IN_ORDER, undefined].flatMap(kind => {
    const entries = excluded
      .filter(one => one.kind === kind)
      .map(one => ({ ...one, name: withoutRepository(one.name, repository) }));
    return entries.length === 0 ? [] : [{ ...nextStepFor(kind), entries }];
  });
}

/** Files of one reason together, most files first; line numbers do not make another reason. */
function groupByReason(files: readonly Exclusion[]): readonly ExclusionGroup[] {
  const groups = new Map<string, Exclusion[]>();
  for (const file of files) {
    const general = file.reason.replace(/^line \d+: /, '');
    groups.set(general, [...(groups.get(general) ?? []), file]);
  }
  return [...groups]
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([reason, entries]) => ({ title: reason, step: '', entries }));
}

const PHASES = [
  ['suite', 'Own suite'],
  ['parse', 'Reading'],
  ['graph', 'Graph'],
  ['components', 'Components'],
  ['validate', 'Validation'],
  ['total', 'Total'],
] as const;

function durationsOf({ durationMs }: MiningReport): ReportView['durations'] {
  return PHASES.flatMap(([key, label]) => {
    const milliseconds = durationMs[key];
    return milliseconds === undefined ? [] : [[label, milliseconds] as const];
  });
}

/** Lines of the repository that any primitive carries, each once. */
function carriedLines(primitives: readonly Primitive[]): number {
  const byPath = new Map<string, (readonly [number, number])[]>();
  for (const { path, startLine, endLine } of primitives.flatMap(one => one.provenance.ranges))
    byPath.set(path, [...(byPath.get(path) ?? []), [startLine, endLine]]);
  let lines = 0;
  for (const ranges of byPath.values()) {
    let reached = 0;
    for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
      lines += Math.max(0, end - Math.max(start - 1, reached));
      reached = Math.max(reached, end);
    }
  }
  return lines;
}

function withoutRepository(name: string, repository: string): string {
  return repository !== '' && name.startsWith(`${repository}/`) ? name.slice(repository.length + 1) : name;
}

function plural(number: number, word: string): string {
  return number === 1 ? word : `${word}s`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
