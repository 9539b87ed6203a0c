import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { projectMetadata, readDeclarations } from '../../../src/python/declarations/index.js';
import { readRequirement } from '../../../src/python/declarations/requirement.js';
import { treeOfFiles } from '../../support/mined.js';

const PATHS = [
  ...['pyproject.toml', 'setup.cfg', 'setup.py', 'tox.ini', 'tox.toml', 'noxfile.py', 'requirements.txt'],
  ...['requirements/test.txt', 'hatch.toml', '.github/workflows/ci.yml', 'docker-compose.yml', 'pip.conf'],
  ...['PKG-INFO', 'demo/__init__.py'],
];
/** Pieces of every format, so that the mixtures get past the first line of each reader. */
const PIECES = [
  ...[
    '[project]\n',
    'name = "demo"\n',
    'dependencies = ["a", 1, {}]\n',
    '[tool.poetry.dependencies]\n',
    'a = "^"\n',
  ],
  ...[
    '[testenv]\n',
    'deps =\n',
    '  -r requirements.txt\n',
    '  {[testenv]deps}\n',
    '[tox]\nenvlist = py{1,2}{\n',
  ],
  ...[
    'setup(',
    'install_requires=',
    '[',
    ']',
    '*a',
    ')',
    '"x"',
    'a = a + a\n',
    '@nox.session\ndef test(s):\n ',
  ],
  ...[
    'jobs:\n  t:\n    steps:\n      - run: pytest && pip install ',
    '&a [*a]',
    '-r\n',
    '-c ../x\n',
    '\\\n',
    '\0',
  ],
  ...[
    '[dependency-groups]\n',
    'test = [{include-group = "test"}]\n',
    '__proto__ = 1\n',
    '[__proto__]\n',
    '\uFEFF',
  ],
];

describe('declarations that somebody made up', () => {
  it('never throws, and declares only plain requirements', () => {
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...PIECES)).map(parts => parts.join('')),
    );
    const tree = fc.dictionary(fc.constantFrom(...PATHS), text);
    fc.assert(
      fc.property(tree, files => {
        const { runtime, test } = readDeclarations(treeOfFiles(files));
        for (const { requirement } of [...runtime, ...test])
          expect(readRequirement(requirement)?.text).toBe(requirement);
        projectMetadata(treeOfFiles(files));
      }),
      { numRuns: 300 },
    );
  });

  it('never throws for bytes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...PATHS), fc.uint8Array()), files => {
        readDeclarations(treeOfFiles(files));
      }),
    );
  });

  it.each<[string, string, string]>([
    ['TOML that nests', 'pyproject.toml', `a = ${'['.repeat(100_000)}`],
    ['YAML that nests', '.github/workflows/ci.yml', '['.repeat(100_000)],
    ['Python that nests', 'setup.py', `setup(name=${'-'.repeat(100_000)}1)`],
    ['names that double', 'setup.py', `a0 = ["x"]\n${doubling(60)}setup(install_requires=a60)`],
    ['strings that double', 'setup.py', `a0 = "x"\n${doubling(60)}setup(name=a60)`],
    ['references that double', 'tox.ini', `[testenv]\ndeps = ${'{[testenv]deps}'.repeat(20_000)}`],
    ['braces that multiply', 'tox.ini', `[tox]\nenvlist = ${'{a,b,c}'.repeat(20_000)}`],
    ['aliases that multiply', '.github/workflows/ci.yml', aliases(12)],
    ['one distribution again and again', 'requirements.txt', pins(50_000)],
    ['a long version', 'requirements.txt', `a==${'1.'.repeat(200_000)}`],
    ['spaces', 'requirements.txt', `a${' '.repeat(400_000)}b`],
    ['a file of brackets', 'setup.cfg', '['.repeat(400_000)],
    ['includes', 'requirements.txt', '-r requirements.txt\n'.repeat(20_000)],
    ['itself', 'pyproject.toml', `[project]\nname="a"\ndependencies=[${'"a",'.repeat(50_000)}]`],
  ])(
    'bears %s',
    (_, path, text) => {
      const files = treeOfFiles({ [path]: text });
      expect(readDeclarations(files).runtime.length).toBeLessThanOrEqual(1000);
      projectMetadata(files);
    },
    10_000,
  );
});

function doubling(times: number): string {
  return Array.from({ length: times }, (_, n) => `a${n + 1} = a${n} + a${n}\n`).join('');
}

function aliases(layers: number): string {
  const rest = Array.from({ length: layers }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`);
  return ['a0: &a0 [x]', ...rest].join('\n');
}

function pins(count: number): string {
  return Array.from({ length: count }, (_, n) => `a>=${n}\n`).join('');
}
