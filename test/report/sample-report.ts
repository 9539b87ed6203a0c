import type { MappedComponent, MiningReport, ProposalReport } from '../../src/domain/mined.js';
import { samplePrimitive } from '../support/sample-primitive.js';

/** A report about a repository with so many components: every third of them left out, in modules of five. */
export function sampleReport(components: number, overrides: Partial<MiningReport> = {}): MiningReport {
  const map: MappedComponent[] = Array.from({ length: components }, (_, index) => ({
    name: `acme/tools/kit.m${Math.floor(index / 5)}.Part${index}`,
    module: `kit.m${Math.floor(index / 5)}`,
    lines: 1 + ((index * 37) % 400),
    uses: index === 0 ? [] : [`acme/tools/kit.m${Math.floor((index - 1) / 5)}.Part${index - 1}`],
  }));
  const admitted = map
    .filter((_, index) => index % 3 !== 2)
    .map(({ name }) => ({ ...samplePrimitive(name.split('.').at(-1) ?? ''), name }));
  const excluded = map
    .filter((_, index) => index % 3 === 2)
    .map(({ name }) => ({ name, reason: 'no test reaches it; add one', kind: 'no-test' as const }));
  return {
    repository: 'acme/tools',
    commit: '0123456789abcdef',
    files: 12,
    lines: 3456,
    entities: 200,
    edges: { call: 10, data: 20, struct: 30 },
    components,
    admitted,
    excluded,
    skippedFiles: [],
    map,
    durationMs: { parse: 12, graph: 34, components: 560, validate: 65_000, total: 65_606 },
    ...overrides,
  };
}

/** What a model came to, in these words. */
export function sampleProposals(summary: string): ProposalReport {
  return {
    summary,
    answers: { total: 3, remembered: 1 },
    proposals: 4,
    ignored: 1,
    redrawn: { tried: 2, stood: 1 },
    tokens: 700,
    costUsd: 0.25,
  };
}
