import { compare, valid } from '@renovatebot/pep440';
import type { Primitive } from '../../domain/primitive.js';

/** A version at the end of a folder's name: an unpacked source distribution is called so. */
const IN_A_NAME = /-v?(\d[\w.+!]{0,40})$/;

/** The version of what a primitive was mined from, where its repository or commit says so. */
export function versionOf({ provenance: { repository, commit } }: Primitive): string | undefined {
  const said = repository.startsWith('pypi:') ? commit.split('/')[0] : IN_A_NAME.exec(repository)?.[1];
  return said !== undefined && valid(said) !== null ? said : undefined;
}

/**
 * Orders primitives by age, the oldest first: by version where there is one, which is older than what has none; then by
 * repository and id, so that the order of a set is the same wherever it is computed.
 */
export function byAge(one: Primitive, other: Primitive): number {
  const [a, b] = [versionOf(one), versionOf(other)];
  if (a !== undefined && b !== undefined) {
    const order = compare(a, b);
    if (order !== 0) return order;
  } else if (a !== undefined || b !== undefined) return a === undefined ? 1 : -1;
  return byText(one.provenance.repository, other.provenance.repository) || byText(one.id, other.id);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
