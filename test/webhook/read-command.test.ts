import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCommand } from '../../src/webhook/read-command.js';

describe('readCommand', () => {
  it.each([
    ['alone', '/codeface build'],
    ['in capitals', '/Codeface BUILD'],
    ['with words behind it', '/codeface build please, it is urgent'],
    ['on a later line of a paragraph', 'Hello team,\n/codeface build'],
    ['with Windows line ends', 'Hello,\r\n\r\n/codeface build\r\n'],
    ['indented a little', '  /codeface   build'],
    ['above a line of dashes', '/codeface build\n---\nsent from my phone'],
    ['after code', '```\ncode\n```\n/codeface build'],
    ['after a line with inline code', 'Use `retry`:\n/codeface build'],
    ['after an unclosed tick', 'a ` tick\n\n/codeface build'],
    ['after one that is quoted', '> /codeface stop\n\n/codeface build'],
    ['before another', '/codeface build\n/codeface stop'],
    ['after mention of an unknown one in code', '`/codeface deploy` is no use\n\n/codeface build'],
  ])('finds a command %s', (_, body) => {
    expect(readCommand(body)).toEqual({ command: 'build' });
  });

  it.each([
    ['nothing', ''],
    ['a word in the middle of a line', 'Say /codeface build to start'],
    ['a fence', '```\n/codeface build\n```'],
    ['a fence of tildes that never ends', '~~~text\n/codeface build'],
    ['an indented block', 'Example:\n\n    /codeface build'],
    ['inline code', '`/codeface build`'],
    ['inline code over lines', 'Try `\n/codeface build\n` yourself'],
    ['a quote', '> /codeface build'],
    ['the lazy rest of a quote', '> somebody said\n/codeface build'],
    ['a list', '- /codeface build\n- /codeface stop'],
    ['a heading', '# /codeface build'],
    ['hidden HTML', '<!--\n/codeface build\n-->'],
    ['a folded part', '<details>\n/codeface build\n</details>'],
    ['an escaped slash', '\\/codeface build'],
    ['a character reference', '&#47;codeface build'],
    ['a longer name', '/codefaces build'],
    ['a path', '/codeface/build'],
  ])('finds none in %s', (_, body) => {
    expect(readCommand(body)).toBeUndefined();
  });

  it.each([
    ['/codeface deploy now', 'deploy'],
    ['/codeface', ''],
    [`/codeface ${'x'.repeat(100)}`, 'x'.repeat(40)],
  ])('tells the unknown word of %j', (body, unknown) => {
    expect(readCommand(body)).toEqual({ unknown });
  });

  it('never throws', () => {
    const part = fc.constantFrom(
      '/codeface build',
      '> ',
      '```',
      '`',
      '\n',
      '    ',
      '- ',
      '<!--',
      '*',
      '\\',
      'a',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), parts => {
        readCommand(parts.join(''));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['quotes', '>'.repeat(60_000)],
    ['spaced quotes', '> '.repeat(30_000)],
    ['lists', Array.from({ length: 240 }, (_, depth) => `${'- '.repeat(depth)}a`).join('\n')],
    ['emphasis', '**_'.repeat(20_000)],
    ['links', '[a](b'.repeat(12_000)],
    ['ticks', Array.from({ length: 340 }, (_, length) => '`'.repeat(length)).join(' ')],
  ])('answers soon on a comment as long as GitHub allows, full of %s', (_, hostile) => {
    const started = performance.now();
    readCommand(`${hostile}\n\n/codeface build`);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
