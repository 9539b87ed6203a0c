import type { FileTree } from '../../src/domain/files.js';
import { missingWheel } from '../../src/mine/own-suite.js';
import { distributionName } from '../../src/python/distribution-name.js';
import type { SuiteReport } from '../../src/suite/suite-report.js';

const DECLARATIONS =
  /(^|\/)(pyproject\.toml|setup\.(cfg|py)|tox\.ini|[\w-]*requirements[\w-]*\.txt)$|(^|\/)requirements\/[^/]+\.txt$/;

/**
 * The files without each line that declares what kept a suite from being run because no wheel of it fits: some check of
 * style, as a rule, that the tests do without. Undefined when that is not what is wrong, or when no line of its own declares it.
 */
export function withoutItsDeclaration(
  files: FileTree,
  { findings }: Pick<SuiteReport, 'findings'>,
): FileTree | undefined {
  const fault = findings.find(({ kind }) => kind === 'no-wheel')?.message ?? '';
  const name = missingWheel(fault);
  if (name === undefined) return undefined;
  const declares = (line: string) => {
    const [, declared] = /^[\s"']*([A-Za-z0-9][\w.-]*)/.exec(line) ?? [];
    return declared !== undefined && distributionName(declared) === name;
  };
  let found = false;
  const left = new Map(files);
  for (const [path, bytes] of files) {
    if (!DECLARATIONS.test(path)) continue;
    const lines = Buffer.from(bytes).toString('utf8').split('\n');
    const kept = lines.filter(line => !declares(line));
    if (kept.length === lines.length) continue;
    found = true;
    left.set(path, Buffer.from(kept.join('\n')));
  }
  return found ? left : undefined;
}
