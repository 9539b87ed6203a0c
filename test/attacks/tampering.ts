import type { Outcome, Texts, TreeAttack } from './attack.js';
import { text } from './programs.js';

const BASE: Texts = {
  'pyproject.toml':
    '[project]\nname = "target"\nversion = "1"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
  'target/__init__.py': 'answer = 1\n',
  'tests/conftest.py': text('import pytest', '@pytest.fixture', 'def expected(): return 2'),
  'tests/test_target.py': text('import target', 'def test_ill(expected): assert target.answer == expected'),
  'tests/test_other.py': 'def test_well(): pass\n',
};
const PASSING = text('def test_ill(): pass');
const HIDING = text('def pytest_pyfunc_call(pyfuncitem): return True');

const tampering = (
  name: string,
  delivered: Texts,
  expected: readonly Outcome[] = ['failed'],
  more: Partial<TreeAttack> = {},
): TreeAttack => ({ name, family: 'tests', against: 'tree', expected, base: BASE, delivered, ...more });

/** Deliveries that change what they are judged by instead of what is judged. */
export const TAMPERING: readonly TreeAttack[] = [
  tampering('delivered without the failing test', {}, ['failed'], { deleted: ['tests/test_target.py'] }),
  tampering('delivered with the failing test rewritten', { 'tests/test_target.py': PASSING }),
  tampering('delivered with another fixture', {
    'tests/conftest.py': text('import pytest', '@pytest.fixture', 'def expected(): return 1'),
  }),
  tampering('delivered with a conftest of its own', { 'conftest.py': HIDING }, ['refused tree']),
  tampering('delivered with a conftest in the tests’ folder', { 'tests/sub/conftest.py': HIDING }, [
    'refused tree',
  ]),
  tampering(
    'delivered with a conftest that exchanges the tests’ bodies',
    {
      'tests/more/conftest.py': text(
        'def pytest_collection_modifyitems(items):',
        '    for item in items:',
        '        item.obj = item.runtest = lambda: None',
      ),
    },
    ['refused tree'],
  ),
  tampering('delivered with a sitecustomize', { 'sitecustomize.py': 'import os; os._exit(0)\n' }, [
    'refused tree',
  ]),
  tampering('delivered with a .pth file', { 'target/evil.pth': 'import os; os._exit(0)\n' }, [
    'refused tree',
  ]),
  tampering(
    'delivered with a plug-in of pytest',
    {
      'pyproject.toml': `${BASE['pyproject.toml']}\n[project.entry-points.pytest11]\nhider = "target.hider"\n`,
      'target/hider.py': HIDING,
    },
    ['refused tree'],
  ),
  tampering(
    'delivered with metadata of an installed plug-in',
    {
      'hider-1.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: hider\nVersion: 1.0\n',
      'hider-1.0.dist-info/entry_points.txt': '[pytest11]\nhider = target.hider\n',
      'target/hider.py': HIDING,
    },
    ['refused tree'],
  ),
  ...['unittest', 'pytest', 'pluggy', '_pytest', 'json', 'signal'].map(name =>
    tampering(`delivered with a module called ${name}`, { [`${name}.py`]: 'raise SystemExit(0)\n' }, [
      'refused tree',
    ]),
  ),
  tampering('delivered with a pytest.ini that has the last word', {
    'pytest.ini': '[pytest]\naddopts = --deselect tests/test_target.py\n',
  }),
  tampering('delivered with other settings of pytest', {
    'pyproject.toml': (BASE['pyproject.toml'] ?? '').replace('["tests"]', '["tests/test_other.py"]'),
  }),
  tampering('delivered with settings in the other files', {
    'tox.ini': '[pytest]\naddopts = -k well\n',
    'setup.cfg': '[tool:pytest]\naddopts = -k well\n',
    '.pytest.ini': '[pytest]\naddopts = -k well\n',
  }),
  tampering('delivered with a test file that patches the others', {
    'tests/test_aaa.py': text(
      'import pathlib',
      `pathlib.Path("tests/test_target.py").write_text(${JSON.stringify(PASSING)})`,
    ),
  }),
  tampering(
    'delivered with an implementation that leaves when it is imported',
    {
      'target/__init__.py': 'import os; os._exit(0)\n',
    },
    ['crashed', 'untrusted'],
  ),
  tampering(
    'delivered with an implementation that equals everything',
    {
      'target/__init__.py': text(
        'import builtins, sys',
        'from _pytest import runner',
        'runner.call_runtest_hook = lambda *_, **__: runner.CallInfo.from_call(lambda: None, when="call")',
        'answer = 1',
      ),
    },
    ['crashed', 'untrusted', 'failed'],
  ),
];
