import type { EnvironmentFinding, FaultKind } from '../../domain/finding.js';

/** Message and remedy of a fault, given what is missing. */
type Words = readonly [message: (what: string) => string, remedy: (what: string) => string];

const OWN_CI = "or set `judge: ci` in `.codeface.yml`, and rounds are judged by the target's own CI alone";

const WORDS: Readonly<Record<FaultKind, Words>> = {
  'missing-system-library': [
    what => `The system library \`${what}\` is not in the sandbox.`,
    what => `Add ${packageOf(what)} to the sandbox's base image, ${OWN_CI}.`,
  ],
  'lfs-pointer': [
    what => `\`${what}\` is a Git LFS pointer and not the file it stands for.`,
    () => `Give Codeface the files themselves (\`git lfs pull\` before a local run), ${OWN_CI}.`,
  ],
  'absent-submodule': [
    what => `The submodule at \`${what}\` is empty.`,
    () => `Check it out (\`git submodule update --init\` before a local run), ${OWN_CI}.`,
  ],
  'missing-c-extension': [
    what => `\`${what}\` is a compiled extension that was not built, which can look like a circular import.`,
    () => `Build it into the tree, or allow \`builds\` in \`.codeface.yml\`, ${OWN_CI}.`,
  ],
  'missing-pytest-plugin': [
    what => `The suite needs the pytest plug-in \`${what}\`, which is not installed.`,
    what => `Declare \`${what}\` among the test dependencies, or under \`install\` in \`.codeface.yml\`.`,
  ],
  'missing-distribution': [
    what => `\`${what}\` is not installed, and nothing in the repository provides it.`,
    what => `Declare the distribution of \`${what}\`, or name it under \`install\` in \`.codeface.yml\`.`,
  ],
  'missing-metadata': [
    what => `The metadata of \`${what}\` is not installed, as it would be by \`pip install\`.`,
    what =>
      `Declare the name and version of \`${what}\` in \`pyproject.toml\`, or add it under \`install\` in \`.codeface.yml\`.`,
  ],
  'missing-system-tool': [
    what => `The program \`${what}\` is not in the sandbox.`,
    what => `Add \`${what}\` to the sandbox's base image, ${OWN_CI}.`,
  ],
  'missing-service': [
    what => `The suite needs ${what}, and Codeface starts no services.`,
    () => `Skip these tests where the service is absent, ${OWN_CI}.`,
  ],
  'no-network': [
    what =>
      `The suite reaches for ${what === 'the network' ? what : `\`${what}\``}, and a sandbox has no network.`,
    () => `Have these tests use recorded answers or skip offline, ${OWN_CI}.`,
  ],
  'wrong-interpreter': [
    what => `Python ${what} is not the interpreter that this code is written for.`,
    () =>
      'Name a version under `python` in `.codeface.yml`, or in `requires-python`, and see that the host offers it.',
  ],
  'disk-full': [
    () => 'The suite filled the disk of its sandbox.',
    () => 'Have it write less, or raise the disk limit of the sandbox.',
  ],
  'out-of-memory': [
    () => 'The suite needed more memory than its sandbox has.',
    () => 'Have it take less, or raise the memory limit of the sandbox.',
  ],
  'environment-fault': [
    () => 'The suite could not be begun.',
    () => 'Run it by hand with the settings it has, and see its output.',
  ],
};

/** Debian's packages for libraries that wheels most often miss. */
const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [/^libGL\.so/, 'libgl1'],
  [/^libEGL\.so/, 'libegl1'],
  [/^libglib-2|^libgthread-2/, 'libglib2.0-0'],
  [/^libgomp/, 'libgomp1'],
  [/^libpq/, 'libpq5'],
  [/^libmagic/, 'libmagic1'],
  [/^libxml2/, 'libxml2'],
  [/^libxslt/, 'libxslt1.1'],
  [/^libsndfile/, 'libsndfile1'],
  [/^libcairo|^cairo/, 'libcairo2'],
  [/^libpango/, 'libpango-1.0-0'],
  [/^libgeos/, 'libgeos-c1v5'],
  [/^libodbc/, 'unixodbc'],
  [/^(_?tkinter|libtk)/, 'python3-tk'],
];

function packageOf(library: string): string {
  const name = library.split('/').at(-1) ?? library;
  const known = PACKAGES.find(([pattern]) => pattern.test(name))?.[1];
  return known === undefined ? 'the package that provides it' : `it (\`${known}\` on Debian)`;
}

/** A fault as a finding. */
export function describeFault(
  kind: FaultKind,
  what: string,
  explains: readonly string[],
): EnvironmentFinding {
  const [message, remedy] = WORDS[kind];
  return { kind, subject: what, message: message(what), remedy: remedy(what), explains };
}
