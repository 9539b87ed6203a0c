import type { SuiteAttack, Texts } from './attack.js';
import { text } from './programs.js';
import { ILL, conftest, suiteAttack } from './suites.js';

const hiding = (name: string, files: Texts, more: Partial<SuiteAttack> = {}) =>
  suiteAttack('reports', name, files, more);

/** Tests that are skipped, deselected, exchanged or never come to be, by a conftest or by the settings. */
export const HIDING: readonly SuiteAttack[] = [
  hiding(
    'everything marked as expected to fail',
    conftest(
      'import pytest',
      'def pytest_collection_modifyitems(items):',
      '    for item in items: item.add_marker(pytest.mark.xfail)',
    ),
  ),
  hiding(
    'everything skipped',
    conftest(
      'import pytest',
      'def pytest_collection_modifyitems(items):',
      '    for item in items: item.add_marker(pytest.mark.skip(reason="never mind"))',
    ),
  ),
  hiding(
    'everything skipped as it begins',
    conftest('import pytest', 'def pytest_runtest_setup(item): pytest.skip("never mind")'),
  ),
  hiding(
    'every test deselected',
    conftest(
      'def pytest_collection_modifyitems(config, items):',
      '    config.hook.pytest_deselected(items=items[:])',
      '    items[:] = []',
    ),
  ),
  hiding(
    'the failing test removed once it was seen',
    {
      ...conftest(
        'def pytest_collection_modifyitems(items):',
        '    items[:] = [item for item in items if "ill" not in item.name]',
      ),
      'test_well.py': 'def test_well(): pass\n',
    },
    { expected: ['missing', 'untrusted'] },
  ),
  hiding('a plug-in named in the settings that hides failures', {
    'pytest.ini': '[pytest]\naddopts = -p hider\n',
    'hider.py': text(
      'import pytest',
      '@pytest.hookimpl(wrapper=True)',
      'def pytest_runtest_makereport(item, call):',
      '    call.excinfo = None',
      '    return (yield)',
    ),
    'test_honest.py': ILL,
  }),
  hiding('settings that stop before anything is run', {
    'pytest.ini': '[pytest]\naddopts = --collect-only\n',
    'test_honest.py': ILL,
  }),
  hiding('settings that only help', {
    'pytest.ini': '[pytest]\naddopts = --help\n',
    'test_honest.py': ILL,
  }),
  hiding(
    'settings that ignore the file',
    {
      'pytest.ini': '[pytest]\naddopts = --ignore=test_honest.py\n',
      'test_honest.py': ILL,
    },
    { expected: ['nothing collected', 'missing'] },
  ),
];
