import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readTestCommand } from '../../src/config/read-test-command.js';
import { testCommand } from '../../src/config/test-command.js';
import { treeOfFiles } from '../support/mined.js';
import { treeOfTexts } from '../support/values.js';

function readingOf(command: string | readonly string[]): unknown {
  const reading = readTestCommand(command);
  return 'problem' in reading ? reading.problem : reading.value;
}

const runs = (
  targets: readonly string[],
  words: readonly string[] = [],
  modules: readonly string[] = [],
) => ({
  arguments: words,
  targets,
  modules,
});

describe('readTestCommand', () => {
  it.each<[string, unknown]>([
    ['pytest', runs([])],
    ['py.test tests', runs(['tests'])],
    ['python3.12 -m pytest ./tests/ -m "not slow"', runs(['tests'], ['-m', 'not slow'])],
    [
      "pytest -k 'a and b' tests/test_a.py::TestA::test_b",
      runs(['tests/test_a.py::TestA::test_b'], ['-k', 'a and b']),
    ],
    ['pytest --ds=demo.settings --run-slow tests', runs(['tests'], ['--ds=demo.settings', '--run-slow'])],
    ['pytest --ignore docs -W error .', runs([], ['--ignore', 'docs', '-W', 'error'])],
    ['pytest -p tests.plugin -p no:randomly', runs([], ['-p', 'tests.plugin', '-p', 'no:randomly'])],
  ])('reads %s', (command, expected) => {
    expect(readingOf(command)).toEqual(expected);
  });

  it.each([
    'pytest -x tests',
    'pytest -xvs tests',
    'pytest -ra --tb=short --junitxml out.xml tests',
    'pytest -n auto --dist loadfile tests',
    'pytest -n4 tests',
    'pytest --cov --cov-report=xml --cov-config .coveragerc tests',
    'pytest --cov pkg tests --lf',
  ])('drops what only changes how it runs or tells: %s', command => {
    const reading = readTestCommand(command);
    expect(reading).toMatchObject({ value: { targets: ['tests'] } });
    expect('value' in reading && reading.value.arguments.filter(word => word !== '-s')).toEqual([]);
  });

  it.each([
    ...[
      '--rootdir=/',
      '--rootdir /',
      '-c other.ini',
      '-cother.ini',
      '--config-file=x',
      '--co',
      '--collect-only',
    ],
    ...['--maxfail=1', '--maxfail 1', '-o addopts=', '-oaddopts=', '--override-ini=x=y', '--basetemp=/tmp/x'],
    ...[
      '-p no:codeface_report',
      '-pno:runner',
      '-p no:terminal',
      '-p ../x',
      '--noconftest',
      '--confcutdir=x',
    ],
    ...[
      '--assert=plain',
      '--setup-only',
      '-h',
      '--version',
      '--pdb',
      '--reruns 3',
      '--pyargs',
      '-- tests',
      '-xo a=b',
    ],
    ...['@words.txt', '../outside', '/etc', '.git/x'],
  ])('refuses pytest %s', words => {
    expect(typeof readingOf(`pytest ${words}`)).toBe('string');
  });

  it.each([
    ...[
      'make test',
      'tox -e py',
      'nox',
      'python manage.py test',
      'coverage run -m pytest',
      'sh -c pytest',
      '',
    ],
    ...['pytest && true', 'pytest; true', 'pytest | tee x', 'pytest $X', 'FOO=1 pytest', 'pytest tests/*.py'],
    ...[
      'pytest `id`',
      'pytest "$X"',
      'pytest > x',
      'pytest "unfinished',
      'python -m pip',
      'pytest\n-x\u0000',
      'pytest -k',
    ],
  ])('refuses %j with a sentence', command => {
    expect(typeof readingOf(command)).toBe('string');
  });

  it.each<[string, unknown]>([
    ['python -m unittest', runs([], ['-o', 'python_files=test*.py'])],
    ['python -m unittest -v', runs([], ['-o', 'python_files=test*.py'])],
    [
      'python -m unittest discover -s tests -p "*_check.py" -t .',
      runs(['tests'], ['-o', 'python_files=*_check.py']),
    ],
    ['python -m unittest discover tests', runs(['tests'], ['-o', 'python_files=test*.py'])],
    [
      'python -m unittest tests.test_a.TestX tests/test_b.py',
      runs(['tests/test_b.py'], [], ['tests.test_a.TestX']),
    ],
  ])('says %s to pytest', (command, expected) => {
    expect(readingOf(command)).toEqual({ ...(expected as object), isUnittest: true });
  });

  it.each(['discover -s ../x', '-k name', 'not-a-name', 'discover -p ../x', 'a.b -s tests'])(
    'refuses unittest %s',
    words => {
      expect(typeof readingOf(`python -m unittest ${words}`)).toBe('string');
    },
  );

  it('keeps only confined targets, whatever it is given', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('-p', '-x', '-k', '--cov', '..', '/', 'tests', '::', '@x', '--', '-', 'no:main'),
    );
    fc.assert(
      fc.property(
        fc.array(word),
        fc.constantFrom(['pytest'], ['python', '-m', 'unittest']),
        (words, program) => {
          const reading = readTestCommand([...program, ...words]);
          if (!('value' in reading)) return;
          for (const target of reading.value.targets) expect(target).not.toMatch(/^[-/@]|(^|\/)\.\.(\/|$)/);
        },
      ),
    );
  });

  it('parts words in linear time', () => {
    fc.assert(fc.property(fc.string({ maxLength: 3000 }), text => void readTestCommand(`pytest ${text}`)));
    readTestCommand(`pytest ${'a"b"'.repeat(480)}"`);
  });
});

describe('testCommand', () => {
  const files = treeOfFiles({ 'tests/__init__.py': '', 'tests/test_a.py': '', 'src/pkg/test_b.py': '' });

  it('finds the files of dotted names, and runs them beside the paths', () => {
    const command = runs([], [], ['tests.test_a.TestX.test_y', 'tests', 'pkg.test_b']);
    expect(testCommand(files, { command, paths: ['more'] })).toEqual({
      value: {
        arguments: [],
        targets: ['tests/test_a.py::TestX::test_y', 'tests', 'src/pkg/test_b.py', 'more'],
      },
    });
  });

  it('says which module is not there', () => {
    expect(testCommand(files, { command: runs([], [], ['tests.test_z']), paths: [] })).toEqual({
      problem: '.codeface.yml: tests: command: there is no module tests.test_z in the tree.',
    });
  });

  it('runs what pytest finds when nothing is configured', () => {
    expect(testCommand(files, { paths: [] })).toEqual({ value: { arguments: [], targets: [] } });
  });
});

describe('testCommand', () => {
  it('has nothing to run where unittest would make its tests by load_tests', () => {
    const files = treeOfTexts({
      'tests/test_d.py': 'def load_tests(loader, tests, pattern):\n    return tests\n',
    });
    const unittest = readTestCommand('python -m unittest discover');
    const pytest = readTestCommand('pytest');
    if (!('value' in unittest && 'value' in pytest)) throw new Error('Both can be read.');
    expect(testCommand(files, { paths: [], command: unittest.value })).toMatchObject({
      problem: expect.stringContaining('tests/test_d.py defines load_tests'),
    });
    expect(testCommand(files, { paths: [], command: pytest.value })).toHaveProperty('value');
  });
});
