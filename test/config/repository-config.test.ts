import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readRepositoryConfig } from '../../src/config/repository-config.js';

const problemsOf = (text: string): readonly string[] => {
  const reading = readRepositoryConfig(text);
  return 'problems' in reading ? reading.problems : [];
};

describe('readRepositoryConfig', () => {
  const defaults = {
    python: {},
    install: [],
    judge: 'sandbox',
    builds: false,
    tests: { paths: [] },
    environment: {},
    budget: {},
  };

  it.each(['', '# nothing yet\n', '{}'])('needs nothing: %j', text => {
    expect(readRepositoryConfig(text)).toEqual({ config: defaults });
  });

  it('reads every setting', () => {
    const text = `
python:
  version: 3.10
install:
  - requests[socks]>=2.31,<3
  - tomli==2.0.1; python_version < "3.11"
builds: true
judge: ci
tests:
  paths: [tests/unit, ./checks/]
  command: python -m pytest -m "not slow" tests
environment:
  DJANGO_SETTINGS_MODULE: demo.settings
budget:
  rounds: 2
`;
    expect(readRepositoryConfig(text)).toEqual({
      config: {
        python: { version: '3.10' },
        install: ['requests[socks]>=2.31,<3', 'tomli==2.0.1; python_version < "3.11"'],
        judge: 'ci',
        builds: true,
        tests: {
          paths: ['tests/unit', 'checks'],
          command: { arguments: ['-m', 'not slow'], targets: ['tests'], modules: [] },
        },
        environment: { DJANGO_SETTINGS_MODULE: 'demo.settings' },
        budget: { rounds: 2 },
      },
    });
  });

  it.each([
    ['an option', '--index-url=https://evil.example'],
    ['an editable install', '-e .'],
    ['an address', 'pkg @ https://evil.example/pkg.whl'],
    ['an address for a version', 'https://evil.example/pkg.whl'],
    ['a path', './vendored/pkg'],
    ['two lines', 'requests\n--index-url=https://evil.example'],
  ])('refuses to install %s', (_, distribution) => {
    expect(problemsOf(`install: [${JSON.stringify(distribution)}]`)).toHaveLength(1);
  });

  it.each(['../outside', '/etc', '.git/hooks', '--collect-only'])('refuses the test path %s', path => {
    expect(problemsOf(`tests: { paths: ["${path}"] }`)).toEqual([
      '.codeface.yml: tests: paths: 0: must be a path inside the repository',
    ]);
  });

  it.each(['maybe', '[numpy]'])('refuses builds: %s', builds => {
    expect(problemsOf(`builds: ${builds}`)).toEqual(['.codeface.yml: builds: must be true or false']);
  });

  it.each(['nobody', '[ci]'])('refuses judge: %s', judge => {
    expect(problemsOf(`judge: ${judge}`)).toEqual([
      expect.stringMatching(/^\.codeface\.yml: judge: must be sandbox or ci/),
    ]);
  });

  it('says what to write instead of a command that cannot be watched', () => {
    expect(problemsOf('tests: { command: make test }')).toEqual([
      expect.stringMatching(/^\.codeface\.yml: tests: command: cannot be "make"\. .*"pytest …"/),
    ]);
  });

  it.each([
    ...['LD_PRELOAD', 'PYTHONPATH', 'PATH', 'PYTEST_ADDOPTS', 'CODEFACE_KEY', 'HOME', '_X', 'A-B', '1A', ''],
  ])('refuses to set %j', name => {
    expect(problemsOf(`environment: { ${JSON.stringify(name)}: x }`)).toHaveLength(1);
  });

  it('bounds the variables', () => {
    const many = Array.from({ length: 51 }, (_, index) => `A${index}: x`).join(', ');
    expect(problemsOf(`environment: { ${many} }`)).toHaveLength(1);
    expect(problemsOf(`environment: { A: ${'x'.repeat(5000)} }`)).toHaveLength(1);
  });

  it('reports every problem at once, with where', () => {
    expect(problemsOf('python: { version: latest }\nbudget: { rounds: 0 }\nunknown: 1')).toEqual([
      expect.stringContaining('python: version: must be a version such as 3.12'),
      expect.stringContaining('budget: rounds: '),
      expect.stringContaining('unknown'),
    ]);
  });

  it('reports a file that is no YAML, with the line', () => {
    expect(problemsOf('tests: [')[0]).toMatch(/^\.codeface\.yml: .* at line 1/);
  });

  it('refuses a file that aliases blow up', () => {
    const layers = Array.from(
      { length: 12 },
      (_, n) => `a${n + 1}: &a${n + 1} [*a${n},*a${n},*a${n},*a${n}]`,
    );
    expect(problemsOf(['a0: &a0 [x]', ...layers].join('\n'))).toHaveLength(1);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), text => {
        readRepositoryConfig(text);
      }),
    );
  });
});
