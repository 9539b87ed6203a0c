import type { Declaration } from './declared.js';
import { familyOf, idsIn, type LicenceExpression, renderExpression } from './expression.js';
import type { TextFile } from './licence-files.js';
import { OWNER_LICENCE } from './owner-licence.js';

/** A licence file whose licence is known. */
export interface KnownText extends TextFile {
  readonly id: string;
}

/** What a repository's own statements come to. */
export interface Settled {
  readonly expression: LicenceExpression;
  /** The file that decides; absent when there is none. */
  readonly path?: string;
  /** What contradicts or cannot be read, as sentences that say what to do. */
  readonly conflicts: readonly string[];
}

const OWNER: LicenceExpression = { id: OWNER_LICENCE };

/**
 * What holds of a repository with these statements. A text goes before a name; an exact name completes the text ("or
 * later", "or"). Where statements contradict each other nothing is guessed: all of them hold at once, so that code goes
 * only where each would let it, and the contradiction is recorded. A text of no known licence counts as its owner's.
 */
export function settleLicence(
  declarations: readonly Declaration[],
  known: readonly KnownText[],
  unknown: readonly TextFile[],
): Settled {
  const exact = declarations.flatMap(one =>
    one.expression === undefined ? [] : [{ ...one, expression: one.expression }],
  );
  const [declared] = exact;
  const path = known[0]?.path ?? unknown[0]?.path ?? declared?.path;
  const settled =
    declared === undefined ? fromTexts(declarations, known, unknown) : fromAll(exact, known, unknown);
  return path === undefined ? settled : { ...settled, path };
}

function fromTexts(
  declarations: readonly Declaration[],
  known: readonly KnownText[],
  unknown: readonly TextFile[],
): Settled {
  const ids = [...new Set(known.map(({ id }) => id))].sort();
  const [first, second] = ids.map(id => known.find(text => text.id === id));
  const parts: readonly LicenceExpression[] = [
    ...ids.map(id => ({ id })),
    ...(unknown.length > 0 ? [OWNER] : []),
  ];
  const conflicts: string[] = [];
  if (first !== undefined && second !== undefined)
    conflicts.push(
      `${first.path} is the text of ${first.id} and ${second.path} that of ${second.id}, and nothing says whether both ` +
        `hold or either: declare an SPDX expression as the project's license in pyproject.toml.`,
    );
  if (unknown[0] !== undefined && ids.length > 0) conflicts.push(unreadable(unknown[0]));
  const [vague] = declarations;
  if (parts.length === 0 && vague !== undefined) conflicts.push(nothingExact(vague));
  return { expression: allOf(parts), conflicts };
}

function fromAll(
  exact: readonly (Declaration & { readonly expression: LicenceExpression })[],
  known: readonly KnownText[],
  unknown: readonly TextFile[],
): Settled {
  const [declared] = exact;
  if (declared === undefined) return { expression: OWNER, conflicts: [] };
  const families = familiesOf(declared.expression);
  const rivals = exact.filter(({ expression }) => !within(familiesOf(expression), families));
  const strays = known.filter(({ id }) => !families.has(familyOf(id)));
  const [rival, stray, unread] = [rivals[0], strays[0], unknown[0]];
  return {
    expression: allOf([
      declared.expression,
      ...rivals.map(({ expression }) => expression),
      ...strays.map(({ id }) => ({ id })),
      ...(unread === undefined ? [] : [OWNER]),
    ]),
    conflicts: [
      ...(rival === undefined ? [] : [contradiction(declared, `${rival.path} says ${rival.said}`)]),
      ...(stray === undefined ? [] : [contradiction(declared, `${stray.path} is the text of ${stray.id}`)]),
      ...(unread === undefined ? [] : [contradiction(declared, unreadable(unread))]),
    ],
  };
}

/** All of them at once, each once, in a form that does not depend on their order; the owner's where there is none. */
export function allOf(parts: readonly LicenceExpression[]): LicenceExpression {
  const distinct = new Map(parts.map(part => [renderExpression(part), part]));
  const sorted = [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
  return (
    sorted.reduce<LicenceExpression | undefined>(
      (left, right) => (left === undefined ? right : { conjunction: 'and', left, right }),
      undefined,
    ) ?? OWNER
  );
}

function familiesOf(expression: LicenceExpression): ReadonlySet<string> {
  return new Set(idsIn(expression).map(familyOf));
}

function within(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every(member => whole.has(member));
}

function unreadable({ path }: TextFile): string {
  return `${path} is not the text of a licence we know: put the unchanged text there, one licence a file.`;
}

function nothingExact({ path, said }: Declaration): string {
  return `${path} says "${said}", which does not name one licence, and there is no licence text: add a LICENSE file.`;
}

function contradiction(declared: Declaration, against: string): string {
  const agree = against.endsWith('.') ? '' : ': make them agree.';
  return `${declared.path} says ${declared.said}, but ${against}${agree}`;
}
