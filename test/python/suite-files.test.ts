import { describe, expect, it } from '@jest/globals';
import { suiteTargets } from '../../src/python/suite-files.js';
import { treeOfTexts } from '../support/values.js';

describe('the files that are named to pytest', () => {
  it('are none where pytest finds a suite by itself', () => {
    expect(suiteTargets(treeOfTexts({ 'tests.py': '', 'tests/test_a.py': '' }))).toEqual([]);
    expect(suiteTargets(treeOfTexts({ 'tests.py': '', 'pkg/a_test.py': '' }))).toEqual([]);
    expect(suiteTargets(treeOfTexts({ 'a.py': '' }))).toEqual([]);
  });

  it('are none where it is told where to look', () => {
    const files = { 'checks/tests.py': '', 'pytest.ini': '[pytest]\npython_files = tests.py\n' };
    expect(suiteTargets(treeOfTexts(files))).toEqual([]);
  });

  it('are else those that unittest would discover', () => {
    const files = { 'tests.py': '', 'pkg/tests/tests.py': '', 'pkg/a.py': '', 'build/lib/tests.py': '' };
    expect(suiteTargets(treeOfTexts(files))).toEqual(['pkg/tests/tests.py', 'tests.py']);
    expect(suiteTargets(treeOfTexts({ ...files, 'build/test_x.py': '' }))).toHaveLength(2);
  });
});
