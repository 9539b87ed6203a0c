import { readFileSync, readdirSync } from 'node:fs';
import { storeFile } from '../../src/domain/files.js';
import type { StoredFile } from '../../src/domain/files.js';

const FOLDER = new URL('../../src/harness/', import.meta.url);

/** The harness's in-sandbox Python, as the composition reads it. */
export function harnessProgram(): readonly StoredFile[] {
  return readdirSync(FOLDER)
    .filter(name => name.endsWith('.py'))
    .map(name => storeFile(name, readFileSync(new URL(name, FOLDER))));
}
