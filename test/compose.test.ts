import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createComposition } from '../src/compose.js';
import { temporaryFolder } from './support/fixture-repositories.js';

const FLAGS = { trustsCode: false, showsProgress: false, colour: false };
const openIn = (home: string) => createComposition({ CODEFACE_HOME: home, LOG_LEVEL: 'silent' }, FLAGS);

describe('closing a composition', () => {
  it.each<[string, (path: string) => void]>([
    [
      'a file that is no database',
      path => writeFileSync(path, 'not a database, but long enough\n'.repeat(99)),
    ],
    ['a folder', path => mkdirSync(path)],
  ])('says nothing more of a library that was %s', async (_, make) => {
    const home = temporaryFolder();
    const path = join(home, 'library.db');
    make(path);
    const composition = createComposition({ CODEFACE_HOME: home }, { ...FLAGS, database: path });
    await expect(composition.library()).rejects.toMatchObject({ code: 'store' });
    await expect(composition.close()).resolves.toBeUndefined();
  });

  it('closes what was opened beside an installation that could not be', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'installations', '7.db'), { recursive: true });
    const composition = openIn(home);
    const library = await composition.library();
    await expect(composition.libraryOf(7)).rejects.toMatchObject({ code: 'store' });
    await expect(composition.close()).resolves.toBeUndefined();
    await expect(library.list()).rejects.toThrow();
  });

  it('has nothing to do when nothing was opened', async () => {
    await expect(openIn(temporaryFolder()).close()).resolves.toBeUndefined();
  });
});
