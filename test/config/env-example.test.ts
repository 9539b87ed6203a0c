import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { appVariables } from '../../src/config/app-config.js';
import { configVariables } from '../../src/config/config.js';

const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');
const named = lines.flatMap((line, index) => {
  const name = /^([A-Z_]+)=$/.exec(line)?.[1];
  return name === undefined ? [] : [{ name, above: lines[index - 1] ?? '' }];
});
const schema = { ...configVariables, ...appVariables };

describe('.env.example', () => {
  it('names the variables of the schema, each once', () => {
    expect(named.map(({ name }) => name).sort()).toEqual(Object.keys(schema).sort());
  });

  it('documents each with one line above it', () => {
    expect(named.filter(({ above }) => !/^# \S.*\.$/.test(above))).toEqual([]);
  });
});

describe('the schema', () => {
  it('says what to do about each variable', () => {
    const silent = Object.entries(schema).filter(([, { description }]) => !description?.startsWith('Set '));
    expect(silent).toEqual([]);
  });
});
