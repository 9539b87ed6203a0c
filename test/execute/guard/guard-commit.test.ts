import { describe, expect, it } from '@jest/globals';
import { guardCommit } from '../../../src/execute/guard/guard-commit.js';
import { treeOfTexts } from '../../support/values.js';

const BASE = {
  'shop/cart.py': 'x = 1\n',
  'tests/test_cart.py': 'def test_x(): ...\n',
  '.github/workflows/ci.yml': 'on: push\n',
  'pyproject.toml':
    '[project]\nname = "shop"\ndependencies = []\n\n[tool.pytest.ini_options]\naddopts = "-q"\n',
};
const findings = (change: Readonly<Record<string, string>>) =>
  guardCommit(treeOfTexts(BASE), treeOfTexts({ ...BASE, ...change }), { installed: new Set() });

describe('guardCommit', () => {
  it('lets code, new tests and declared dependencies pass', () => {
    const pyproject = BASE['pyproject.toml'].replace('[]', '["requests"]');
    const change = { 'shop/new.py': '', 'tests/test_new.py': '', 'pyproject.toml': pyproject };
    expect(findings(change)).toEqual([]);
  });

  it.each([
    ["the target's own tests", 'tests/test_cart.py'],
    ['its workflows', '.github/workflows/ci.yml'],
    ['a new workflow', '.github/workflows/more.yml'],
    ['a conftest.py', 'tests/conftest.py'],
    ['what Python runs at its start', 'sitecustomize.py'],
    ['the settings of Codeface', '.codeface.yml'],
  ])('refuses a change of %s, since nobody puts it back before CI runs', (_, path) => {
    expect(findings({ [path]: 'changed = 1\n' })).toMatchObject([
      { kind: 'refused', subject: path, message: expect.stringContaining(path) as unknown },
    ]);
  });
});
