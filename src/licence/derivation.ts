/** Where adapted code says that it came from, at the top of its file. */
export interface Derivation {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  readonly primitiveId: string;
}

const DERIVED = /^# Adapted from (.+) @ (\S+), (.+) \(primitive (cf-[0-9a-f]+)\)\.$/m;
/** It stands at the top; code that talks about it does not count. */
const TOP_LINES = 30;
const LONGEST_LINE = 1_000;

/** The line that says where a file's code was adapted from. */
export function renderDerivation({ repository, commit, path, primitiveId }: Derivation): string {
  return `# Adapted from ${repository} @ ${commit}, ${path} (primitive ${primitiveId}).`;
}

/** Reads that line back, or undefined when the file's top has none. */
export function parseDerivation(text: string): Derivation | undefined {
  const [, repository, commit, path, primitiveId] = DERIVED.exec(topOf(text)) ?? [];
  if (repository === undefined || commit === undefined || path === undefined || primitiveId === undefined) {
    return undefined;
  }
  return { repository, commit, path, primitiveId };
}

function topOf(text: string): string {
  return text
    .split(/\r?\n/, TOP_LINES)
    .map(line => line.slice(0, LONGEST_LINE))
    .join('\n');
}
