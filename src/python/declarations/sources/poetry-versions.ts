/**
 * A version constraint of Poetry (https://python-poetry.org/docs/dependency-specification) as PEP 440 specifiers:
 * caret, tilde, wildcard and bare versions are rewritten. Undefined where PEP 440 cannot say it (`||`) or it cannot be
 * read; empty for any version.
 */
export function poetrySpecifier(constraint: string): string | undefined {
  if (constraint.length > 200 || constraint.includes('|')) return undefined;
  const clauses = constraint
    .replace(/([<>=!~^])\s+/g, '$1')
    .split(/[,\s]+/)
    .filter(clause => clause !== '' && clause !== '*')
    .map(poetryClause);
  return clauses.every(clause => clause !== undefined) ? clauses.join(',') : undefined;
}

function poetryClause(clause: string): string | undefined {
  const [, operator = '', version = ''] =
    /^(\^|~=|~|===|==|!=|<=|>=|<|>|=)?v?([0-9][\w.*+!-]*)$/.exec(clause) ?? [];
  if (version === '') return undefined;
  const release = /^\d+(?:\.\d+)*/.exec(version)?.[0].split('.').map(Number) ?? [];
  if (operator === '^') return `>=${version},<${caretBound(release)}`;
  if (operator === '~') return `>=${version},<${bumped(release, Math.min(1, release.length - 1))}`;
  if (operator !== '' && operator !== '=') return `${operator}${version}`;
  return `==${version}`;
}

/** The next version that may break: the leftmost number that is not zero grows. */
function caretBound(release: readonly number[]): string {
  const significant = release.findIndex(part => part > 0);
  return bumped(release, significant < 0 ? release.length - 1 : significant);
}

function bumped(release: readonly number[], index: number): string {
  const kept = release.slice(0, index);
  return [...kept, (release[index] ?? 0) + 1, ...(index === 0 ? [0] : [])].join('.');
}

/** The environment marker of Poetry's `python = "…"` on a dependency; undefined when it cannot be said. */
export function poetryPythonMarker(constraint: string): string | undefined {
  const specifier = poetrySpecifier(constraint);
  if (specifier === undefined || specifier.includes('*')) return undefined;
  const clauses = specifier.split(',').filter(clause => clause !== '');
  return clauses
    .map(clause => {
      const [, operator = '', version = ''] = /^([<>=!~]+)(.*)$/.exec(clause) ?? [];
      const variable = version.split('.').length > 2 ? 'python_full_version' : 'python_version';
      return `${variable} ${operator} "${version}"`;
    })
    .join(' and ');
}
