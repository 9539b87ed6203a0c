import { createRequire } from 'node:module';

/**
 * Licences that are met often, looked at before all others: where several identifiers have one text, these are the
 * ones it is known by. Beside them stand near twins that ask for more.
 */
export const COMMON_LICENCES: readonly string[] = [
  '0BSD',
  'AGPL-3.0-only',
  'Apache-1.1',
  'Apache-2.0',
  'Artistic-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-2-Clause-Views',
  'BSD-3-Clause',
  'BSD-3-Clause-Clear',
  'BSD-3-Clause-No-Nuclear-License',
  'BSD-4-Clause',
  'BSL-1.0',
  'CC0-1.0',
  'EPL-2.0',
  'EUPL-1.2',
  'GPL-2.0-only',
  'GPL-3.0-only',
  'HPND',
  'ISC',
  'JSON',
  'LGPL-2.0-only',
  'LGPL-2.1-only',
  'LGPL-3.0-only',
  'MIT',
  'MIT-0',
  'MIT-advertising',
  'MPL-1.1',
  'MPL-2.0',
  'NCSA',
  'PostgreSQL',
  'PSF-2.0',
  'Python-2.0',
  'Python-2.0.1',
  'Unlicense',
  'WTFPL',
  'X11',
  'Zlib',
  'ZPL-2.1',
];

/** An entry of the SPDX licence list. */
interface LicenceEntry {
  readonly name: string;
  readonly licenseText: string;
}

const requireData = createRequire(import.meta.url);
const read = new Map<string, LicenceEntry | undefined>();
let named: ReadonlyMap<string, string> | undefined;

/** The full text of an SPDX licence; read on first use, one at a time, since all together are five megabytes. */
export function licenceText(id: string): string | undefined {
  return entryOf(id)?.licenseText;
}

/** GNU identifiers that SPDX deprecated for `-only` and `-or-later` ones; their texts differ from these by a blank. */
const DEPRECATED = /^(?:A|L)?GPL-\d\.\d\+?$/;

/**
 * Every licence of the SPDX list that is not deprecated, the common ones first, then by identifier; those that share a
 * text are not merged.
 */
export function allLicences(): readonly string[] {
  const listed = Object.keys(requireData('spdx-license-list/spdx.json') as object);
  const rest = listed.filter(id => !COMMON_LICENCES.includes(id) && !DEPRECATED.test(id));
  // `-only` says what a text says that leaves later versions open; the bare GNU identifiers are deprecated.
  const rank = (id: string) => (id.endsWith('-only') ? 0 : /[+]$|-or-later$/.test(id) ? 2 : 1);
  return [...COMMON_LICENCES, ...rest.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))];
}

/** The licence that has this identifier, in any case, or this full name on the SPDX list. */
export function licenceCalled(name: string): string | undefined {
  named ??= namesOfLicences();
  return named.get(name.trim().toLowerCase());
}

function namesOfLicences(): ReadonlyMap<string, string> {
  const list = requireData('spdx-license-list/spdx.json') as Readonly<
    Record<string, { readonly name: string }>
  >;
  const names = new Map<string, string>();
  // The first to have a name keeps it: the common ones.
  for (const id of allLicences())
    for (const name of [id, list[id]?.name ?? id])
      if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), id);
  return names;
}

function entryOf(id: string): LicenceEntry | undefined {
  if (!read.has(id)) read.set(id, readEntry(id));
  return read.get(id);
}

function readEntry(id: string): LicenceEntry | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9.+-]*$/.test(id)) return undefined;
  try {
    return requireData(`spdx-license-list/licenses/${id}.json`) as LicenceEntry;
  } catch {
    return undefined;
  }
}
