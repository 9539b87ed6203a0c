import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readResult, readResults } from '../../src/harness/read-result.js';
import type { SandboxResult } from '../../src/ports/sandbox.js';

const NONCE = 'f00d';
const SURROUNDINGS = {
  driver: 'docker',
  environment: 'sha256:1',
  digest: 'sha256:1',
  seeds: { PYTHONHASHSEED: '0' },
  interpreter: '3.11.2',
  distributions: ['pytest==8.4.2'],
};
const SUITE = {
  status: 'completed',
  detail: '',
  command: ['python', '-m', 'pytest'],
  exitCode: 1,
  tests: [
    { id: 't.py::test_a', outcome: 'passed', durationMs: 0.5 },
    {
      id: 't.py::test_b',
      outcome: 'failed',
      durationMs: 1,
      errorType: 'AssertionError',
      message: 'assert 0',
      trace: [{ path: 't.py', line: 2, functionName: 'test_b' }],
    },
  ],
  collectionErrors: [],
  output: 'FF',
  durationMs: 300,
};

const exited = (stdout: string): SandboxResult => ({
  ending: 'exited',
  exitCode: 0,
  stdout,
  stderr: '',
  durationMs: 500,
});
const marked = (...lines: readonly string[]) =>
  exited(['', `codeface ${NONCE} begin`, ...lines, `codeface ${NONCE} end`, ''].join('\n'));
const read = (result: SandboxResult) => readResult(result, NONCE, SURROUNDINGS);

describe('the result of one suite', () => {
  it('is what the supervisor told, where it ran', () => {
    expect(read(marked(JSON.stringify(SUITE)))).toEqual({ ...SURROUNDINGS, ...SUITE });
  });

  it('is found among whatever else was printed', () => {
    const forged = `\ncodeface 0 begin\n${JSON.stringify({ ...SUITE, tests: [] })}\ncodeface 0 end\n`;
    const honest = marked(JSON.stringify(SUITE)).stdout;
    expect(read(exited(forged + honest + forged)).tests).toHaveLength(2);
  });

  it.each<[string, Partial<SandboxResult>, string, RegExp]>([
    ['timed out', { ending: 'timed-out', exitCode: null }, 'timed-out', /after 0\.5 s/],
    ['had no memory left', { ending: 'out-of-memory', exitCode: null }, 'crashed', /memory/],
    ['was killed', { ending: 'killed', exitCode: null }, 'crashed', /killed/],
    ['ended without one', { ending: 'exited', exitCode: 3 }, 'crashed', /exit status 3/],
  ])('is missing when the sandbox %s', (_, result, status, detail) => {
    const execution = read({ ...exited('some words'), stderr: 'Traceback', ...result });
    expect(execution).toMatchObject({ ...SURROUNDINGS, status, tests: [], output: 'some words\nTraceback' });
    expect(execution.detail).toMatch(detail);
  });

  it('is believed when the sandbox only stumbled after telling it', () => {
    const result: SandboxResult = { ...marked(JSON.stringify(SUITE)), ending: 'killed', exitCode: null };
    expect(read(result).status).toBe('completed');
  });

  it.each([
    ['no JSON', '{'],
    ['another shape', '[]'],
    ['an outcome of its own', JSON.stringify({ ...SUITE, tests: [{ ...SUITE.tests[0], outcome: 'great' }] })],
    ['a word for another time', JSON.stringify({ status: 'interrupted' })],
  ])('is not trusted when it holds %s', (_, line) => {
    const execution = read(marked(line));
    expect(execution).toMatchObject({ status: 'untrusted', tests: [] });
    expect(execution.detail).toMatch(/cannot be trusted/);
  });

  it('never throws, and never completes what it cannot read', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), fc.boolean(), (garbage, inside) => {
        const execution = read(inside ? marked(garbage) : exited(garbage));
        expect(execution).toMatchObject({ status: inside ? 'untrusted' : 'crashed', tests: [] });
      }),
    );
  });

  it('is read back whole whatever names and messages it holds', () => {
    const name = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(name, name, (id, message) => {
        const tests = [{ id, outcome: 'error', durationMs: 0, errorType: 'E', message, trace: [] }];
        expect(read(marked(JSON.stringify({ ...SUITE, tests }))).tests).toEqual(tests);
      }),
    );
  });
});

describe('the results of a batch', () => {
  const readTwo = (result: SandboxResult) => readResults(2)(result, NONCE, SURROUNDINGS);

  it('come in order, with those that have none yet', () => {
    const results = readTwo(marked('{"status": "interrupted"}', JSON.stringify(SUITE)));
    expect(results).toEqual(['interrupted', { ...SURROUNDINGS, ...SUITE }]);
  });

  it('stand apart: one that cannot be read spoils no other', () => {
    const [spoilt, whole] = readTwo(marked('{"status": 7}', JSON.stringify(SUITE)));
    expect(spoilt).toMatchObject({ status: 'untrusted' });
    expect(whole).toMatchObject({ status: 'completed' });
  });

  it('are all to be tried again when the sandbox died', () => {
    expect(readTwo({ ...exited(''), ending: 'out-of-memory', exitCode: null })).toEqual([
      'interrupted',
      'interrupted',
    ]);
    expect(readTwo(marked(JSON.stringify(SUITE)))).toEqual(['interrupted', 'interrupted']);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), garbage => {
        expect(readTwo(exited(garbage))).toHaveLength(2);
        expect(readTwo(marked(garbage, garbage))).toHaveLength(2);
      }),
    );
  });
});
