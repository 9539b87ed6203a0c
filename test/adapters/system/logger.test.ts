import { describe, expect, it } from '@jest/globals';

import { createLogger } from '../../../src/adapters/system/logger.js';
import { CodefaceError } from '../../../src/domain/errors.js';

function logged(sentence: string, fields?: Record<string, unknown>) {
  const written: string[] = [];
  createLogger('info', { write: line => written.push(line) }).warn(sentence, fields);
  return { text: written.join(''), line: JSON.parse(written.join('')) as Record<string, unknown> };
}

describe('createLogger', () => {
  it('writes one JSON line: a sentence and its fields', () => {
    const { line, text } = logged('A file was skipped.', { path: 'a.py', bytes: 3 });
    expect(line).toMatchObject({ level: 40, msg: 'A file was skipped.', path: 'a.py', bytes: 3 });
    expect(text.trimEnd()).not.toContain('\n');
  });

  it('writes nothing below its level', () => {
    const written: string[] = [];
    createLogger('error', { write: line => written.push(line) }).info('Nothing to see.');
    expect(written).toEqual([]);
  });

  it('hides what its name says is a secret, and keeps counts of tokens', () => {
    const { line } = logged('Called the model.', {
      token: 'abc',
      options: { apiKey: 'abc', headers: [{ Authorization: 'abc' }] },
      inputTokens: 12,
    });
    expect(JSON.stringify(line)).not.toContain('abc');
    expect(line['inputTokens']).toBe(12);
  });

  it.each([
    'ghs_0123456789abcdefghijABCDEFGHIJ',
    'github_pat_11AAAAAAA0abcdefghijkl_mnop',
    'sk-proj-0123456789abcdefghij',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----',
    'https://x-access-token:hunter22@example.test/a/b',
    'authorization: basic eC1hY2Nlc3MtdG9rZW46aHVudGVyMjI=',
  ])('hides %s wherever it stands', secret => {
    const error = new CodefaceError('workspace', `git said ${secret}`, {
      cause: new Error(`cause ${secret}`),
    });
    const { text } = logged(`Failed with ${secret}.`, { error, list: [secret] });
    expect(text).not.toMatch(/ghs_0|pat_11|proj-0|MIIEow|hunter22|eC1hY2/);
    expect(text).toContain('[redacted]');
  });

  it('survives a field that contains itself', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(logged('A circle.', { circular }).text).toContain('[cut]');
  });
});
