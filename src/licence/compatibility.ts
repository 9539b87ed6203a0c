/**
 * What may be conveyed under what. Read from the Free Software Foundation's licence list and the compatibility matrix
 * of its GPL FAQ (gnu.org/licenses/license-list.html, gnu.org/licenses/gpl-faq.html#AllCompatibility), the Apache
 * Software Foundation's page on the GPL (apache.org/licenses/GPL-compatibility.html), section 3.3 of MPL-2.0,
 * section 3 of LGPL-2.0 and LGPL-2.1, and section 13 of GPL-3.0.
 *
 * A *condition* is one version of one licence. A project offers a set of them, an incoming licence permits a set of
 * them, and code may flow when everything the project offers still holds afterwards. That is stricter than the matrix
 * where it says "the combination is under GPLv3": taking a choice from the project is for its owners, not for us.
 */
export type Condition = string;

/** A version that is not written yet. */
const LATER = { gpl: 'GPL-later', lgpl: 'LGPL-later', agpl: 'AGPL-later' } as const;

/** What each GNU identifier offers; any other licence offers itself. */
const OFFERED: Readonly<Record<string, readonly Condition[]>> = {
  'GPL-2.0-only': ['GPL-2.0'],
  'GPL-2.0-or-later': ['GPL-2.0', 'GPL-3.0', LATER.gpl],
  'GPL-3.0-only': ['GPL-3.0'],
  'GPL-3.0-or-later': ['GPL-3.0', LATER.gpl],
  'LGPL-2.0-only': ['LGPL-2.0'],
  'LGPL-2.0-or-later': ['LGPL-2.0', 'LGPL-2.1', 'LGPL-3.0', LATER.lgpl],
  'LGPL-2.1-only': ['LGPL-2.1'],
  'LGPL-2.1-or-later': ['LGPL-2.1', 'LGPL-3.0', LATER.lgpl],
  'LGPL-3.0-only': ['LGPL-3.0'],
  'LGPL-3.0-or-later': ['LGPL-3.0', LATER.lgpl],
  'AGPL-3.0-only': ['AGPL-3.0'],
  'AGPL-3.0-or-later': ['AGPL-3.0', LATER.agpl],
};

/** Conditions that code under the one on the left may also be conveyed under, beside itself. */
const ALSO_UNDER: Readonly<Record<Condition, readonly Condition[]>> = {
  'MPL-2.0': ['LGPL-2.1', 'LGPL-3.0', LATER.lgpl, 'GPL-2.0', 'AGPL-3.0', LATER.agpl],
  'LGPL-2.0': ['GPL-2.0', 'GPL-3.0', LATER.gpl],
  'LGPL-2.1': ['GPL-2.0', 'GPL-3.0', LATER.gpl],
  'LGPL-3.0': ['GPL-3.0'],
  [LATER.lgpl]: [LATER.gpl],
  'GPL-3.0': ['AGPL-3.0'],
  [LATER.gpl]: [LATER.agpl],
};

const VERSION_2_ERA: readonly Condition[] = ['GPL-2.0', 'LGPL-2.0', 'LGPL-2.1'];
const EVERY_GNU: readonly Condition[] = [...new Set(Object.values(OFFERED).flat())];

/**
 * Licences that ask for notices and no more: their code may flow anywhere, except under the conditions listed.
 * Apache-2.0 ends patent licences where the GPL's second version may not; Python-2.0 is the licence with a clause of
 * governing law, before version 2.0.1 mended it.
 */
const PERMISSIVE: ReadonlyMap<string, readonly Condition[]> = new Map([
  ...[
    '0BSD',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-2-Clause-Views',
    'BSD-3-Clause',
    'BSD-3-Clause-HP',
    'BSL-1.0',
    'CC0-1.0',
    'HPND',
    'ISC',
    'MIT',
    'MIT-0',
    'NCSA',
    'PostgreSQL',
    'PSF-2.0',
    'Python-2.0.1',
    'Unlicense',
    'X11',
    'Zlib',
    'ZPL-2.1',
  ].map(id => [id, []] as const),
  ['Apache-2.0', VERSION_2_ERA],
  ['Python-2.0', EVERY_GNU],
]);

/** True for a licence that asks for notices and no more. */
export function isPermissive(id: string): boolean {
  return PERMISSIVE.has(id);
}

/** What a project under this licence offers to whoever takes it. */
export function offeredBy(id: string): readonly Condition[] {
  return OFFERED[id] ?? [id];
}

/** True when code under the licence may be conveyed under the condition. */
export function mayBeConveyedUnder(id: string, condition: Condition): boolean {
  const refused = PERMISSIVE.get(id);
  return refused === undefined
    ? offeredBy(id).some(offered => reaches(offered, condition))
    : !refused.includes(condition);
}

function reaches(from: Condition, to: Condition): boolean {
  return from === to || (ALSO_UNDER[from] ?? []).some(next => reaches(next, to));
}
