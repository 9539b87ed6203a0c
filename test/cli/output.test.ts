import { describe, expect, it } from '@jest/globals';
import { describeBuild } from '../../src/cli/describe-build.js';
import { describePrimitive } from '../../src/cli/describe-primitive.js';
import { describeMining } from '../../src/cli/mine-command.js';
import { createOutput, table } from '../../src/cli/output.js';
import { CodefaceError } from '../../src/domain/errors.js';
import { samplePrimitive } from '../support/sample-primitive.js';

const HOSTILE = 'a\u001b[2J\nfake line\u001b]0;title\u0007.py';
const CLEAN = 'a fake line ]0;title .py';

function streams() {
  const written = { stdout: '', stderr: '' };
  const to = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (written[name] += text) });
  return { written, stdout: to('stdout'), stderr: to('stderr') };
}

describe('the output of a command', () => {
  it('lets no text through that draws on the terminal, and keeps its lines', () => {
    const { written, ...doors } = streams();
    const output = createOutput(false, doors);
    output.answer({}, () => 'one\u001b[2J\n\ttwo\u0007\n');
    output.error(new CodefaceError('bad-input', 'first\n  second\u001b[31m'));
    expect(written).toEqual({ stdout: 'one \n\ttwo\n', stderr: 'codeface: first\n  second \n' });
  });

  it('prints JSON as it is', () => {
    const { written, ...doors } = streams();
    createOutput(true, doors).answer({ name: HOSTILE }, () => '');
    expect(JSON.parse(written.stdout)).toEqual({ name: HOSTILE });
  });

  it('keeps each cell of a table on its line', () => {
    expect(table(['Name', 'N'], [[HOSTILE, '1']]).split('\n')[2]).toBe(`${CLEAN}  1`);
  });

  it('keeps what mining left out on its line', () => {
    const report = {
      repository: HOSTILE,
      commit: 'c'.repeat(40),
      files: 1,
      lines: 1,
      entities: 0,
      edges: { call: 0, data: 0, struct: 0 },
      components: 0,
      admitted: [],
      excluded: [{ name: HOSTILE, reason: HOSTILE }],
      skippedFiles: [],
    };
    const text = describeMining(report as unknown as Parameters<typeof describeMining>[0]);
    expect(text.split('\n')[0]).toContain(`${CLEAN} at `);
    expect(text.split('\n').at(-1)).toBe(`  ${CLEAN}: ${CLEAN}`);
  });

  it('keeps each fact of a primitive on its line', () => {
    const sample = samplePrimitive('f');
    const text = describePrimitive({
      ...sample,
      name: HOSTILE,
      implementation: [{ path: HOSTILE, encoding: 'utf8', content: 'x = 1\n' }],
      carriedTests: { ...sample.carriedTests, tests: [{ id: HOSTILE, path: HOSTILE, name: HOSTILE }] },
      provenance: { ...sample.provenance, copyright: [HOSTILE] },
    });
    expect(text).not.toMatch(/^fake line/m);
    expect(text).toContain(`--- ${CLEAN}\nx = 1`);
  });

  it('keeps the detail and branch of a build on their lines', () => {
    const outcome = {
      outcome: 'stopped-short',
      detail: HOSTILE,
      branch: HOSTILE,
      rounds: [],
      notes: [HOSTILE],
      durationMs: 0,
      costUsd: 0,
    };
    const text = describeBuild(outcome as unknown as Parameters<typeof describeBuild>[0]);
    expect(text).toContain(`stopped-short: ${CLEAN}\n`);
    expect(text).not.toMatch(/^fake line/m);
  });
});
