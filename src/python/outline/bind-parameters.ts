import { fieldNumber, kindOf } from '../../syntax/grammar.js';
import type { LexicalScope } from './lexical-scope.js';
import { MARK, type HeldValue, type Reading } from './reading.js';

const IDENTIFIER = kindOf('identifier');
const TYPE = fieldNumber('type');
const VALUE = fieldNumber('value');

/**
 * Binds the parameters of a callable in its scope: the first one as the object or class of a method, annotated ones
 * as what they are annotated with. Defaults and annotations are left to be read where they stand.
 */
export function bindParameters(
  reading: Reading,
  parameters: number,
  scope: LexicalScope,
  first: 'self' | 'class' | undefined,
): void {
  const end = reading.after(parameters);
  for (let parameter = parameters + 1; parameter < end; parameter = reading.after(parameter)) {
    const annotation = reading.child(parameter, TYPE);
    const held: HeldValue | undefined =
      first !== undefined && parameter === parameters + 1
        ? { kind: first, node: parameter, scope }
        : annotation >= 0
          ? { kind: 'annotation', node: annotation, scope: scope.parent ?? scope }
          : undefined;
    bindOne(reading, parameter, scope, held);
  }
}

/** Binds the type parameters of a definition (PEP 695); their bounds are read where they stand. */
export function bindTypeParameters(reading: Reading, list: number, scope: LexicalScope): void {
  const end = reading.after(list);
  for (let parameter = list + 1; parameter < end; parameter = reading.after(parameter)) {
    const name = firstIdentifier(reading, parameter);
    if (name < 0) continue;
    scope.bind(reading.word(name));
    reading.marks[name] = MARK.skip;
  }
}

/** `a`, `*a`, `a: T`, `*a: T`, `a=1`, `a: T = 1`. */
function bindOne(
  reading: Reading,
  parameter: number,
  scope: LexicalScope,
  held: HeldValue | undefined,
): void {
  const name = firstIdentifier(reading, parameter);
  if (name < 0) return;
  const isSplat = isSplatKind(reading.kind(name - 1));
  scope.bind(reading.word(name), held && !isSplat ? reading.meaning(held) : undefined);
  reading.marks[name] = MARK.skip;
}

const LIST_SPLAT = kindOf('list_splat_pattern');
const DICTIONARY_SPLAT = kindOf('dictionary_splat_pattern');

function isSplatKind(kind: number): boolean {
  return kind === LIST_SPLAT || kind === DICTIONARY_SPLAT;
}

/** The first identifier from a node down along first children, or -1; values and types are no names. */
function firstIdentifier(reading: Reading, node: number): number {
  const end = reading.after(node);
  for (let at = node; at < end; at += 1) {
    if (reading.kind(at) === IDENTIFIER) return at;
    const field = reading.tree.fields[at];
    if (at > node && (field === VALUE || field === TYPE)) return -1;
  }
  return -1;
}
