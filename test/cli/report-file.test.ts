import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkReportFile } from '../../src/cli/report-file.js';
import { temporaryFolder } from '../support/fixture-repositories.js';

describe('the file of a report', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'old.html'), '');
  mkdirSync(join(folder, 'folder.html'));

  it.each(['new.html', 'old.html'])('may be %s', async name => {
    await expect(checkReportFile(join(folder, name))).resolves.toBeUndefined();
  });

  it.each([
    ['in no folder', 'no/such/x.html', { code: 'ENOENT' }],
    ['in a file', 'old.html/x.html', { code: 'bad-input' }],
    ['a folder', 'folder.html', { code: 'bad-input' }],
  ])('may not be %s', async (_, name, error) => {
    await expect(checkReportFile(join(folder, name))).rejects.toMatchObject(error);
  });
});
