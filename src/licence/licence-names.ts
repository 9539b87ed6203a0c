import { licenceCalled } from './texts.js';

/** What people call licences that have one meaning; "BSD" and "GPL" alone have several. */
const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ['apache 2', 'Apache-2.0'],
  ['apache 2.0', 'Apache-2.0'],
  ['apache version 2.0', 'Apache-2.0'],
  ['apache software 2.0', 'Apache-2.0'],
  ['bsd 2 clause', 'BSD-2-Clause'],
  ['2 clause bsd', 'BSD-2-Clause'],
  ['simplified bsd', 'BSD-2-Clause'],
  ['bsd 3 clause', 'BSD-3-Clause'],
  ['3 clause bsd', 'BSD-3-Clause'],
  ['three clause bsd', 'BSD-3-Clause'],
  ['new bsd', 'BSD-3-Clause'],
  ['boost software', 'BSL-1.0'],
  ['expat', 'MIT'],
  ['psf', 'PSF-2.0'],
]);

/**
 * The SPDX identifier of a licence by a name that has one meaning, as a sentence has it: "the MIT License", "BSD
 * (3-clause)"; or undefined. `spdx-correct`'s guesses are not wanted: it takes "BSD" for BSD-2-Clause.
 */
export function licenceNamed(name: string): string | undefined {
  const bare = name
    .toLowerCase()
    .replace(/\blicen[cs]e\b|^the\b/g, ' ')
    .replace(/[^a-z0-9.+]+/g, ' ')
    .trim();
  return (
    NICKNAMES.get(bare) ?? licenceCalled(name) ?? licenceCalled(bare) ?? licenceCalled(`${bare} license`)
  );
}
