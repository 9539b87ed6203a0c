import { describe, expect, it } from '@jest/globals';
import { withoutItsDeclaration } from '../../../bench/support/installable.js';
import { lines, treeOfFiles } from '../../support/mined.js';

const FILES = treeOfFiles({
  'pyproject.toml': lines(
    '[dependency-groups]',
    'dev = [',
    '  "Style_Check~=2.3",',
    '  "style-check-more",',
    ']',
  ),
  'notes.txt': 'style-check\n',
});

function left(message: string, kind = 'no-wheel') {
  return withoutItsDeclaration(FILES, { findings: [{ kind, message, remedy: '' }] });
}

describe('a suite that declares what has no wheel', () => {
  const message =
    'Installing a~=1.0, style-check~=2.3 did not succeed: style-check~=2.3 has no wheel for this one.';

  it('is run without that requirement, and with every other', () => {
    const found = left(message);
    expect(found?.get('pyproject.toml')?.toString()).toBe(
      lines('[dependency-groups]', 'dev = [', '  "style-check-more",', ']'),
    );
    expect(found?.get('notes.txt')).toBe(FILES.get('notes.txt'));
  });

  it('is left as it is when something else is wrong, or nothing declares it', () => {
    expect(left(message, 'no-network')).toBeUndefined();
    expect(left('Installing other did not succeed: other has no wheel.')).toBeUndefined();
  });
});
