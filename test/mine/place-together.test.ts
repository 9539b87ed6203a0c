import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { placeTogether } from '../../src/mine/place-together.js';
import { temporaryFolder } from '../support/fixture-repositories.js';
import { boundaryOf, componentAround, lines, surveyOf, type RepositoryFiles } from '../support/mined.js';

const SHOP: RepositoryFiles = {
  'packages/rates/pyproject.toml': '',
  'packages/rates/src/acme/rates.py': lines('RATE = 3'),
  'services/till/setup.py': '',
  'services/till/till/__init__.py': '',
  'services/till/till/total.py': lines('from acme.rates import RATE', '', 'def total(x): return x * RATE'),
  'services/till/tests/test_total.py': lines(
    'from till.total import total',
    '',
    'def test_total(): assert total(2) == 6',
  ),
};

describe('a component over several projects of a repository', () => {
  const { nodes } = boundaryOf(surveyOf(SHOP), 'till.total.total');
  const { implementation } = componentAround(SHOP, 'till.total.total');

  it('lies under one source root, from which Python imports it', () => {
    const placed = placeTogether(implementation, nodes, 'services/till');
    expect(placed.map(({ path }) => path)).toEqual([
      'services/till/acme/rates.py',
      'services/till/till/__init__.py',
      'services/till/till/total.py',
    ]);
    const folder = temporaryFolder();
    for (const { path, content } of placed) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const program = 'from till.total import total; print(total(2))';
    const env = { PATH: process.env['PATH'] ?? '', PYTHONPATH: join(folder, 'services/till') };
    expect(execFileSync('python3', ['-c', program], { env, encoding: 'utf8' })).toBe('6\n');
  });

  it('keeps a file where it is when its place is taken, and all files of one root', () => {
    const file = (path: string) => ({ path, encoding: 'utf8' as const, content: '' });
    const files = [file('packages/rates/src/acme/rates.py'), file('services/till/acme/rates.py')];
    expect(placeTogether(files, nodes, 'services/till')).toEqual(files);
    const own = [...nodes].filter(
      node => node.kind !== 'resource' && node.module.sourceRoot === 'services/till',
    );
    expect(placeTogether(implementation, own, 'services/till')).toBe(implementation);
  });
});
