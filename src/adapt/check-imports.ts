import type { StoredFile } from '../domain/files.js';
import { judgingNames, type MachineryRole } from '../python/test-machinery.js';

/**
 * Ways to look past its own code that adapted files have and the primitive's did not: no adaptation of names and
 * places needs a test framework, a frame, a hook or the collector. Carried tests may use what tests are made with.
 */
export function checkImports(
  adapted: readonly StoredFile[],
  original: readonly StoredFile[],
  role: MachineryRole = 'implementation',
): readonly string[] {
  const known = new Set(original.flatMap(file => namesIn(file, role)));
  return adapted.flatMap(file =>
    namesIn(file, role)
      .filter(name => !known.has(name))
      .map(name => `\`${file.path}\` uses \`${name}\`, which the primitive does not.`),
  );
}

function namesIn(file: StoredFile, role: MachineryRole): readonly string[] {
  if (file.encoding !== 'utf8' || !file.path.endsWith('.py')) return [];
  return [...judgingNames(file.content, role)];
}
