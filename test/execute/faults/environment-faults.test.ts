import { describe, expect, it } from '@jest/globals';
import type { CollectionError, Execution, TestResult } from '../../../src/domain/execution.js';
import { environmentFaults } from '../../../src/execute/faults/environment-faults.js';
import { execution, test, treeOfTexts } from '../../support/values.js';

const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n';
const TREE = {
  'pkg/__init__.py': '',
  'pkg/core.py': 'def f[T](x: T) -> T:\n    return x\n',
  'pkg/broken.py': 'def f(:\n',
  'pkg/speedups.pyx': '',
  'data/model.bin': POINTER,
  'setup.py': 'setup(ext_modules=[Extension("pkg._fast", [])])\n',
  '.gitmodules': '[submodule "vendor"]\n\tpath = vendor/spec\n\turl = https://example.invalid/spec\n',
  'tests/test_a.py': '',
};

function failing(errorType: string, message: string, paths: readonly string[] = []): TestResult {
  const trace = paths.map(path => ({ path, line: 1, functionName: 'f' }));
  return test('tests/test_a.py::test_a', 'failed', { errorType, message, trace });
}

function faultsOf(over: Partial<Execution>, surroundings: Parameters<typeof environmentFaults>[2] = {}) {
  return environmentFaults(execution(over), treeOfTexts(TREE), surroundings);
}

describe('environmentFaults', () => {
  it.each([
    [
      'ImportError',
      'libGL.so.1: cannot open shared object file: No such file or directory',
      'missing-system-library',
      'libGL.so.1',
    ],
    [
      'ImportError',
      'dlopen(x.so): Library not loaded: /usr/lib/libpq.5.dylib',
      'missing-system-library',
      '/usr/lib/libpq.5.dylib',
    ],
    ['ModuleNotFoundError', "No module named '_sqlite3'", 'missing-system-library', '_sqlite3'],
    ['OSError', '[Errno 28] No space left on device', 'disk-full', 'disk'],
    ['MemoryError', '', 'out-of-memory', 'memory'],
    ['UnpicklingError', "invalid load key, 'v'.", 'lfs-pointer', 'data/model.bin'],
    ['UnicodeError', "cannot read 'data/model.bin'", 'lfs-pointer', 'data/model.bin'],
    ['JSONDecodeError', 'Expecting value: line 1 column 1 (char 0)', 'lfs-pointer', 'data/model.bin'],
    [
      'FileNotFoundError',
      "[Errno 2] No such file or directory: 'vendor/spec/cases.json'",
      'absent-submodule',
      'vendor/spec',
    ],
    [
      'ImportError',
      "cannot import name '_fast' from partially initialized module 'pkg' (most likely due to a circular import) (/work/pkg/__init__.py)",
      'missing-c-extension',
      'pkg._fast',
    ],
    ['ModuleNotFoundError', "No module named 'pkg._fast'", 'missing-c-extension', 'pkg._fast'],
    ['ModuleNotFoundError', "No module named 'pkg.speedups'", 'missing-c-extension', 'pkg.speedups'],
    ['FixtureLookupError', "fixture 'mocker' not found", 'missing-pytest-plugin', 'pytest-mock'],
    ['FixtureLookupError', "fixture 'httpx_mock' not found", 'missing-pytest-plugin', 'pytest-httpx'],
    ['Failed', 'async def functions are not natively supported.', 'missing-pytest-plugin', 'pytest-asyncio'],
    [
      'Failed',
      "'asyncio' not found in `markers` configuration option",
      'missing-pytest-plugin',
      'pytest-asyncio',
    ],
    [
      'ImportError',
      "cannot import name 'override' from 'typing' (/usr/lib/python3.11/typing.py)",
      'wrong-interpreter',
      '3.11.2',
    ],
    ['ImportError', "cannot import name 'Mapping' from 'collections'", 'wrong-interpreter', '3.11.2'],
    ['ModuleNotFoundError', "No module named 'annotationlib'", 'wrong-interpreter', '3.11.2'],
    ['PackageNotFoundError', 'No package metadata was found for pkg', 'missing-metadata', 'pkg'],
    ['ModuleNotFoundError', "No module named 'requests.adapters'", 'missing-distribution', 'requests'],
    [
      'ConnectionRefusedError',
      "[Errno 111] Connect call failed ('127.0.0.1', 6379)",
      'missing-service',
      'Redis',
    ],
    [
      'OperationalError',
      'connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
      'missing-service',
      'PostgreSQL',
    ],
    [
      'OperationalError',
      "(2003, \"Can't connect to MySQL server on '127.0.0.1' ([Errno 111] Connection refused)\")",
      'missing-service',
      'MySQL',
    ],
    [
      'ConnectionError',
      'Error 111 connecting to localhost:6379. Connection refused.',
      'missing-service',
      'Redis',
    ],
    [
      'ServerSelectionTimeoutError',
      'localhost:27017: [Errno 111] Connection refused',
      'missing-service',
      'MongoDB',
    ],
    ['gaierror', '[Errno -3] Temporary failure in name resolution', 'no-network', 'the network'],
    [
      'ConnectionError',
      "HTTPSConnectionPool(host='api.example.com', port=443): Max retries exceeded (Caused by NameResolutionError(\"Failed to resolve 'api.example.com'\"))",
      'no-network',
      'api.example.com',
    ],
    ['FileNotFoundError', "[Errno 2] No such file or directory: 'git'", 'missing-system-tool', 'git'],
  ] as const)('recognises %s: %s', (errorType, message, kind, subject) => {
    const [fault, ...more] = faultsOf({ tests: [failing(errorType, message)] });
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ kind, subject, explains: ['tests/test_a.py::test_a'] });
    expect(fault?.message).toMatch(/^[^\n]+\.$/);
    expect(fault?.remedy).toMatch(/^[^\n]+\.$/);
  });

  it('knows a service by the client that was refused', () => {
    const paths = ['pkg/core.py', '/venv/lib/python3.11/site-packages/redis/connection.py'];
    const refused = failing('ConnectionRefusedError', '[Errno 111] Connection refused', paths);
    expect(faultsOf({ tests: [refused] })).toMatchObject([{ kind: 'missing-service', subject: 'Redis' }]);
  });

  it('takes a program that was started for a tool, and not a file that was opened', () => {
    const message = "[Errno 2] No such file or directory: 'frobnicate'";
    const started = failing('FileNotFoundError', message, ['/usr/lib/python3.11/subprocess.py']);
    expect(faultsOf({ tests: [started] })).toMatchObject([
      { kind: 'missing-system-tool', subject: 'frobnicate' },
    ]);
    expect(faultsOf({ tests: [failing('FileNotFoundError', message, ['pkg/core.py'])] })).toEqual([]);
  });

  it('takes syntax that it can read itself for newer than the interpreter, and other for broken', () => {
    const seen = (path: string): CollectionError => ({
      path: 'tests/test_a.py',
      errorType: 'SyntaxError',
      message: `expected '(' (${path}, line 1)`,
      trace: [{ path, line: 1, functionName: '' }],
    });
    expect(faultsOf({ collectionErrors: [seen('pkg/core.py')] })).toMatchObject([
      { kind: 'wrong-interpreter', explains: ['tests/test_a.py'] },
    ]);
    expect(faultsOf({ collectionErrors: [seen('/venv/lib/site-packages/x.py')] })).toHaveLength(1);
    expect(faultsOf({ collectionErrors: [seen('pkg/broken.py')] })).toEqual([]);
  });

  it.each([
    ['AssertionError', 'assert 1 == 2'],
    [
      'ImportError',
      "cannot import name 'missing' from partially initialized module 'pkg' (most likely due to a circular import)",
    ],
    ['ModuleNotFoundError', "No module named 'pkg.absent'"],
    ['FixtureLookupError', "fixture 'own_fixture' not found"],
    ['ImportError', "cannot import name 'Lisst' from 'typing'"],
    ['ConnectionRefusedError', '[Errno 111] Connection refused'],
    ['ValueError', 'port 5432 is no port'],
  ])('leaves %s: %s to the code', (errorType, message) => {
    expect(faultsOf({ tests: [failing(errorType, message)] })).toEqual([]);
  });

  it('knows by `requires-python` that a name is missing for the interpreter', () => {
    const tests = [failing('ImportError', "cannot import name 'brand_new' from 'typing'")];
    expect(faultsOf({ tests }, { requiresPython: '>=3.15' })).toMatchObject([{ kind: 'wrong-interpreter' }]);
    expect(faultsOf({ tests }, { requiresPython: '>=3.10' })).toEqual([]);
  });

  it('does not miss what is planned to be built', () => {
    const tests = [failing('ModuleNotFoundError', "No module named 'shop.prices'")];
    expect(faultsOf({ tests })).toHaveLength(1);
    expect(faultsOf({ tests }, { planned: new Set(['shop.prices']) })).toEqual([]);
  });

  it('tells each fault once, with all that it explains', () => {
    const tests = ['a', 'b'].map(id =>
      test(id, 'error', { errorType: 'E', message: "fixture 'mocker' not found" }),
    );
    expect(faultsOf({ tests })).toMatchObject([{ subject: 'pytest-mock', explains: ['a', 'b'] }]);
  });

  it.each([
    ['environment-fault', 'error: unrecognized arguments: --cov=pkg --cov-report=term', 'pytest-cov'],
    ['environment-fault', 'error: unrecognized arguments: -n auto', 'pytest-xdist'],
    ['environment-fault', 'Missing required plugins: pytest-randomly', 'pytest-randomly'],
    [
      'environment-fault',
      'Error importing plugin "pytest_cov": No module named \'pytest_cov\'',
      'pytest-cov',
    ],
  ] as const)('explains a suite that could not be begun: %s %s', (status, detail, subject) => {
    expect(faultsOf({ status, detail })).toMatchObject([
      { kind: 'missing-pytest-plugin', subject, explains: [] },
    ]);
  });

  it('says what it was told where it recognises nothing, and hears no crashed suite out', () => {
    expect(faultsOf({ status: 'environment-fault', detail: 'It is odd.' })).toMatchObject([
      { kind: 'environment-fault', message: 'It is odd.' },
    ]);
    expect(faultsOf({ status: 'crashed', detail: 'It left.', output: 'MemoryError: forged' })).toEqual([]);
    const detail = 'The suite needed more memory than its sandbox has.';
    expect(faultsOf({ status: 'crashed', detail })).toMatchObject([{ kind: 'out-of-memory', explains: [] }]);
  });
});
