import type { FileTree } from '../../src/domain/files.js';
import type { SuiteReport } from '../../src/suite/suite-report.js';

const DECLARATIONS =
  /(^|\/)(pyproject\.toml|setup\.(cfg|py)|tox\.ini|[\w-]*requirements[\w-]*\.txt)$|(^|\/)requirements\/[^/]+\.txt$/;

/**
 * The files without the requirement that kept a suite from being run because no wheel of it fits: some check of style, as
 * a rule, that the tests do without. Undefined when that is not what is wrong, or when no line of its own declares it.
 */
export function withoutMissingWheel(
  files: FileTree,
  { findings }: Pick<SuiteReport, 'findings'>,
): FileTree | undefined {
  const fault = findings.find(({ kind }) => kind === 'no-wheel')?.message ?? '';
  const [, name] =
    /([A-Za-z0-9][\w.-]*?)\s*(?:\[[^\]]*\])?\s*(?:[~=<>!][^:]*?)? has no wheel/.exec(fault) ?? [];
  if (name === undefined) return undefined;
  const declares = new RegExp(`^[\\s"']*${name.replaceAll('.', '\\.')}(?![\\w.-])`, 'i');
  let found = false;
  const left = new Map(files);
  for (const [path, bytes] of files) {
    if (!DECLARATIONS.test(path)) continue;
    const lines = Buffer.from(bytes).toString('utf8').split('\n');
    const kept = lines.filter(line => !declares.test(line));
    if (kept.length === lines.length) continue;
    found = true;
    left.set(path, Buffer.from(kept.join('\n')));
  }
  return found ? left : undefined;
}
