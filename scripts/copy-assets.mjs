// The harness's in-sandbox Python is data to the compiler: copy it beside the compiled files.
import { cpSync, writeFileSync } from 'node:fs';

const source = new URL('../src/', import.meta.url);
const target = new URL('../dist/', import.meta.url);
cpSync(new URL('harness/', source), new URL('harness/', target), {
  recursive: true,
  filter: path => !/\.ts$|__pycache__/.test(path),
});
writeFileSync(new URL('.built', target), '');
