import { describe, expect, it } from '@jest/globals';

import { createProgress } from '../../../src/adapters/system/progress.js';
import { terminalOf } from '../../../src/adapters/system/terminal.js';
import { createFakeClock } from '../../fakes/fake-clock.js';

function recorder(columns = 80) {
  const written: string[] = [];
  return { columns, write: (text: string) => written.push(text), text: () => written.join('') };
}

describe('plain progress', () => {
  const plain = { tty: false, colour: false };

  it('says a first line, a last line, and at most one each five seconds between', () => {
    const clock = createFakeClock();
    const stream = recorder();
    const step = createProgress(stream, plain, clock).step('Reading files', 40);
    for (let done = 1; done <= 40; done++) {
      clock.advance(300);
      step.update(done, `file ${done}`);
    }
    step.finish('40 files');
    step.finish('again');
    expect(stream.text()).toBe(
      'Reading files: started\nReading files: 17/40: about 6.9 s left: file 17\nReading files: 34/40: about 1.8 s left: file 34\nReading files: 40 files: 12 s\n',
    );
  });

  it('says why a step failed', () => {
    const stream = recorder();
    createProgress(stream, plain, createFakeClock()).step('Cloning').fail('no such repository');
    expect(stream.text()).toBe('Cloning: started\nCloning: failed: no such repository: 0.0 s\n');
  });

  it('keeps a hostile file name on its line and away from the terminal', () => {
    const clock = createFakeClock();
    const stream = recorder();
    const step = createProgress(stream, plain, clock).step('Reading');
    clock.advance(6_000);
    step.update(1, 'a\u001b[2J\nb\u009b31m.py');
    expect(stream.text().split('\n')[1]).toBe('Reading: 1: a b 31m.py');
  });
});

describe('live progress', () => {
  it('draws running steps below finished ones and leaves one line for each', () => {
    const stream = recorder();
    const progress = createProgress(stream, { tty: true, colour: false }, createFakeClock());
    const outer = progress.step('Mining');
    const inner = progress.step('Validating', 4);
    inner.update(2, 'retry');
    inner.finish('4 admitted');
    outer.fail('the engine stopped');
    expect(screenOf(stream.text())).toEqual([
      '✔ Validating  4 admitted  0.0 s',
      '✖ Mining  the engine stopped  0.0 s',
    ]);
  });

  it('shows a bar, cut to the width of the terminal', () => {
    const clock = createFakeClock();
    const stream = recorder(40);
    const progress = createProgress(stream, { tty: true, colour: false }, clock);
    const step = progress.step('Validating', 4);
    step.update(2, 'a very long word on what is being done at the moment');
    const other = progress.step('Other');
    const line = screenOf(stream.text())[0] ?? '';
    expect(line).toContain('██████████░░░░░░░░░░');
    expect([...line].length).toBeLessThan(40);
    step.finish();
    other.finish();
  });

  it('uses colour only when it may', () => {
    const [plain, coloured] = [false, true].map(colour => {
      const stream = recorder();
      createProgress(stream, { tty: true, colour }, createFakeClock()).step('Step').finish();
      return stream.text();
    });
    expect(plain).not.toContain('\u001b[32m');
    expect(coloured).toContain('\u001b[32m');
  });
});

describe('terminalOf', () => {
  const stream = { write: () => true, isTTY: true };

  it.each([
    [{}, { tty: true, colour: true }],
    [{ NO_COLOR: '1' }, { tty: true, colour: false }],
    [{ NO_COLOR: '' }, { tty: true, colour: true }],
    [{ TERM: 'dumb' }, { tty: false, colour: false }],
    [{ CI: 'true' }, { tty: false, colour: false }],
  ])('of a terminal with %j is %j', (environment, terminal) => {
    expect(terminalOf(stream, environment)).toEqual(terminal);
  });

  it('of a pipe is plain', () => {
    expect(terminalOf({ write: () => true }, {})).toEqual({ tty: false, colour: false });
  });
});

/** The lines a terminal shows after the text was written to it. */
function screenOf(text: string): readonly string[] {
  const lines: string[] = [''];
  let row = 0;
  // eslint-disable-next-line no-control-regex
  for (const part of text.match(/\u001b\[\d*[AJ]|\r|\n|[^\u001b\r\n]+/g) ?? []) {
    if (part.endsWith('A') && part.startsWith('\u001b')) row -= Number(part.slice(2, -1));
    else if (part === '\u001b[J') lines.splice(row, Infinity, '');
    else if (part === '\n') lines[++row] ??= '';
    else if (part !== '\r') lines[row] += part;
  }
  return lines.filter(Boolean);
}
