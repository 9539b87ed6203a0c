import { licenceClassifier, licenceOfClassifier } from './classifiers.js';
import { type LicenceExpression, parseExpression } from './expression.js';
import type { LicenceMetadata } from './metadata.js';
import { licenceCalled } from './texts.js';

/** What a metadata file declares. */
export interface Declaration {
  readonly path: string;
  readonly said: string;
  /** Absent when what is said does not name one licence: "BSD", "see LICENSE". */
  readonly expression?: LicenceExpression;
}

/** More words than this are a text, not a name. */
const LONGEST_NAME = 20;

/** Declarations, the most deliberate first: SPDX expressions, then free fields, then classifiers. */
export function declarationsIn(metadata: readonly LicenceMetadata[]): readonly Declaration[] {
  const expressions = metadata.flatMap(({ path, expression }) =>
    expression === undefined ? [] : [declare(path, expression, named(expression))],
  );
  const names = metadata.flatMap(({ path, free }) =>
    free === undefined || isText(free) ? [] : [declare(path, free.trim(), named(free))],
  );
  return [...expressions, ...names, ...metadata.flatMap(fromClassifiers)];
}

/** Whole licence texts that stand in a metadata field. */
export function textsIn(
  metadata: readonly LicenceMetadata[],
): readonly { readonly path: string; readonly text: string }[] {
  return metadata.flatMap(({ path, free }) =>
    free !== undefined && isText(free) ? [{ path, text: free }] : [],
  );
}

/** Several classifiers do not say whether all hold or any: together they name no one licence. */
function fromClassifiers({ path, classifiers }: LicenceMetadata): readonly Declaration[] {
  const names = classifiers
    .map(licenceClassifier)
    .filter(name => name !== undefined && name !== 'OSI Approved');
  const [only] = names;
  if (only === undefined) return [];
  const id = names.length === 1 ? licenceOfClassifier(only) : undefined;
  return [declare(path, names.join(', '), id === undefined ? undefined : { id })];
}

function named(said: string): LicenceExpression | undefined {
  const id = licenceCalled(said);
  return id === undefined ? parseExpression(said) : { id };
}

function declare(path: string, said: string, expression: LicenceExpression | undefined): Declaration {
  return expression === undefined ? { path, said } : { path, said, expression };
}

function isText(free: string): boolean {
  return free.trim().split(/\s+/).length > LONGEST_NAME;
}
