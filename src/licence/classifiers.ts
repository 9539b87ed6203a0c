/**
 * The licence classifiers of PyPI that name exactly one licence (pypi.org/classifiers, last part). Those that do not,
 * such as "BSD License", "Apache Software License" or "LGPLv2", are left out: they are settled by the text alone.
 */
const CLASSIFIERS: ReadonlyMap<string, string> = new Map([
  ['Boost Software License 1.0 (BSL-1.0)', 'BSL-1.0'],
  ['CC0 1.0 Universal (CC0 1.0) Public Domain Dedication', 'CC0-1.0'],
  ['Eclipse Public License 2.0 (EPL-2.0)', 'EPL-2.0'],
  ['European Union Public Licence 1.2 (EUPL 1.2)', 'EUPL-1.2'],
  ['GNU Affero General Public License v3', 'AGPL-3.0-only'],
  ['GNU Affero General Public License v3 or later (AGPLv3+)', 'AGPL-3.0-or-later'],
  ['GNU General Public License v2 (GPLv2)', 'GPL-2.0-only'],
  ['GNU General Public License v2 or later (GPLv2+)', 'GPL-2.0-or-later'],
  ['GNU General Public License v3 (GPLv3)', 'GPL-3.0-only'],
  ['GNU General Public License v3 or later (GPLv3+)', 'GPL-3.0-or-later'],
  ['GNU Lesser General Public License v3 (LGPLv3)', 'LGPL-3.0-only'],
  ['GNU Lesser General Public License v3 or later (LGPLv3+)', 'LGPL-3.0-or-later'],
  ['ISC License (ISCL)', 'ISC'],
  ['MIT License', 'MIT'],
  ['MIT No Attribution License (MIT-0)', 'MIT-0'],
  ['Mozilla Public License 1.1 (MPL 1.1)', 'MPL-1.1'],
  ['Mozilla Public License 2.0 (MPL 2.0)', 'MPL-2.0'],
  ['The Unlicense (Unlicense)', 'Unlicense'],
  ['zlib/libpng License', 'Zlib'],
]);

const PREFIX = 'License :: ';

/** The last part of a licence classifier, or undefined for a classifier of something else. */
export function licenceClassifier(classifier: string): string | undefined {
  return classifier.startsWith(PREFIX) ? classifier.split(' :: ').at(-1) : undefined;
}

/** The SPDX identifier of a licence classifier's last part where it names exactly one licence. */
export function licenceOfClassifier(lastPart: string): string | undefined {
  return CLASSIFIERS.get(lastPart);
}
