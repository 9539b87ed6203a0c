import { createRequire } from 'node:module';

/**
 * Licences whose texts a file is compared with. Beside the common ones stand their near twins that ask for more, so
 * that a twist on a familiar text is known as what it is and not as the familiar one.
 */
export const COMPARED_LICENCES = [
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
] as const;

interface LicenceEntry {
  readonly name: string;
  readonly licenseText: string;
}

const requireEntry = createRequire(import.meta.url);
const read = new Map<string, LicenceEntry | undefined>();
let named: ReadonlyMap<string, string> | undefined;

/** The full text of an SPDX licence; read on first use, one at a time, since all together are five megabytes. */
export function licenceText(id: string): string | undefined {
  return entryOf(id)?.licenseText;
}

/** The compared licence that has this identifier, in any case, or this full name on the SPDX list. */
export function licenceCalled(name: string): string | undefined {
  named ??= new Map(
    COMPARED_LICENCES.flatMap(id => [
      [id.toLowerCase(), id],
      [(entryOf(id)?.name ?? id).toLowerCase(), id],
    ]),
  );
  return named.get(name.trim().toLowerCase());
}

function entryOf(id: string): LicenceEntry | undefined {
  if (!read.has(id)) read.set(id, readEntry(id));
  return read.get(id);
}

function readEntry(id: string): LicenceEntry | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(id)) return undefined;
  try {
    return requireEntry(`spdx-license-list/licenses/${id}.json`) as LicenceEntry;
  } catch {
    return undefined;
  }
}
