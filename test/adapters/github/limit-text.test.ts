import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { limitBody, limitTitle } from '../../../src/adapters/github/limit-text.js';

describe('limitBody', () => {
  it('leaves alone what GitHub takes', () => {
    const body = 'x'.repeat(65_536);
    expect(limitBody(body, 'marker')).toBe(body);
  });

  it('ends at a line and says that something is missing', () => {
    const body = limitBody('A whole line.\n'.repeat(100), '', 500);
    expect(body).toMatch(
      /^(A whole line\.\n)+A whole line\.\n\n\*The rest is left out: GitHub takes no more\.\*\n?$/,
    );
  });

  it('keeps the marker, at the place it had or at the end', () => {
    const long = 'x\n'.repeat(1_000);
    expect(limitBody(`<!-- m -->\n${long}`, '<!-- m -->', 500).match(/<!-- m -->/g)).toHaveLength(1);
    expect(limitBody(`${long}<!-- m -->`, '<!-- m -->', 500).endsWith('\n<!-- m -->')).toBe(true);
  });

  it('closes a code fence that it cuts', () => {
    const body = limitBody(`\`\`\`\`python\n${'x = 1\n'.repeat(1_000)}\`\`\`\`\n`, '', 500);
    expect(body).toMatch(/x = 1\n````\n\n\*The rest/);
  });

  it('opens no fence behind one that is closed', () => {
    const body = limitBody(`~~~\ncode\n~~~\n${'text\n'.repeat(1_000)}`, '', 500);
    expect(body).toMatch(/text\n\n\*The rest/);
  });

  it('is never too long, keeps the marker and halves no character', () => {
    const part = fc.constantFrom('👋', 'text', '\n', '```\n', '~~~~\n', '<!-- m -->');
    fc.assert(
      fc.property(fc.array(part, { minLength: 100, maxLength: 600 }), parts => {
        const body = limitBody(`${parts.join('')}<!-- m -->`, '<!-- m -->', 300);
        expect(body.length).toBeLessThanOrEqual(300);
        expect(body).toContain('<!-- m -->');
        expect(() => encodeURIComponent(body)).not.toThrow();
      }),
    );
  });
});

describe('limitTitle', () => {
  it('shortens a title with an ellipsis', () => {
    expect(limitTitle('A title')).toBe('A title');
    expect(limitTitle('x'.repeat(300))).toBe(`${'x'.repeat(255)}…`);
  });
});
