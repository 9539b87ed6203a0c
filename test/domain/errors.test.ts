import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { asCodefaceError, CodefaceError } from '../../src/domain/errors.js';

const refused = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: refused`), { code, ...(path !== undefined && { path }) });

describe('a foreign error', () => {
  it.each(['ENOENT', 'EACCES', 'EROFS', 'ENOSPC'])(
    'that is the disk’s %s names the path and what to do',
    code => {
      const cause = refused(code, '/data/library');
      const error = asCodefaceError(cause);
      expect(error).toMatchObject({ code: 'workspace', cause });
      expect(error.message).toContain('/data/library');
      expect(error.message).toMatch(/(Check|Free|Name) /);
      expect(error.message).not.toContain('Unexpected');
    },
  );

  it('is read as Node throws it', async () => {
    const error: unknown = await readFile('/nowhere/at/all').catch((cause: unknown) => cause);
    expect(asCodefaceError(error)).toMatchObject({ code: 'workspace' });
  });

  it('tells a full disk without a path too', () => {
    expect(asCodefaceError(refused('ENOSPC'))).toMatchObject({
      code: 'workspace',
      message: expect.stringContaining('no space left') as unknown,
    });
  });

  it.each([
    refused('EWHAT', '/x'),
    refused('ENOENT'),
    refused('constructor', '/x'),
    new TypeError('bug'),
    'text',
  ])('is unexpected when it is anything else: %s', cause =>
    expect(asCodefaceError(cause)).toMatchObject({ code: 'internal', cause }),
  );

  it('passes through when it is ours', () => {
    const ours = new CodefaceError('store', 'Told already.');
    expect(asCodefaceError(ours)).toBe(ours);
  });
});
