import { describe, expect, it } from '@jest/globals';
import { settingsFor } from '../../../bench/support/executed-examples.js';
import { treeOfTexts } from '../../support/values.js';

describe('the settings by which only examples are run', () => {
  it('compare output as the project does, in whichever file it says so', () => {
    expect(settingsFor(treeOfTexts({}))).toBe('[pytest]\naddopts = --doctest-modules\n');
    for (const files of [
      {
        'setup.cfg':
          '[tool:pytest]\ndoctest_optionflags =\n    ELLIPSIS\n    NORMALIZE_WHITESPACE\naddopts = -q\n',
      },
      {
        'pyproject.toml':
          '[tool.pytest.ini_options]\ndoctest_optionflags = [\n  "ELLIPSIS",\n  "NORMALIZE_WHITESPACE",\n]\n',
      },
      {
        'tox.ini': '[pytest]\ndoctest_optionflags = ELLIPSIS NORMALIZE_WHITESPACE\n[testenv]\nOTHER = A_B\n',
      },
    ])
      expect(settingsFor(treeOfTexts(files))).toBe(
        '[pytest]\naddopts = --doctest-modules\ndoctest_optionflags = ELLIPSIS NORMALIZE_WHITESPACE\n',
      );
  });
});
