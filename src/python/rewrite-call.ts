import type { Parameter, ParameterKind } from '../domain/signature.js';
import type { SyntaxNode, SyntaxTree } from '../syntax/parse-python.js';
import { mayChangeOrder, positionalOf, type CallArguments } from './calls.js';
import type { Edit } from './edits.js';
import type { NestedEdits } from './rewrite-nested.js';

/** A parameter as it will be. */
export interface ChangedParameter {
  readonly from: string;
  readonly name: string;
  readonly kind: ParameterKind;
  /** Source text. */
  readonly defaultValue?: string;
  /** A literal that was its default and no longer is: calls that left it out have to give it now. */
  readonly formerDefault?: string;
}

/** How a callable's parameters change; `after` names each of `before` once. */
export interface SignatureChange {
  readonly before: readonly Parameter[];
  readonly after: readonly ChangedParameter[];
}

/** Whether calls that give their arguments by position mean the same before and after. */
export function keepsPositions(change: SignatureChange): boolean {
  const after = positionalOf(change.after);
  return (
    change.after.every(parameter => parameter.formerDefault === undefined) &&
    positionalOf(change.before).every((parameter, index) => after[index]?.from === parameter.name)
  );
}

/** Whether calls that give their arguments by name mean the same before and after. */
export function keepsNames(change: SignatureChange): boolean {
  return change.after.every(
    parameter => parameter.kind.startsWith('var') || parameter.from === parameter.name,
  );
}

/** What was done to a call, in words, or why it cannot be rewritten exactly. */
export type CallRewriting = { readonly done: readonly string[] } | { readonly refusal: string };

/**
 * Rewrites one call to a changed signature: keywords are renamed, positional arguments moved in their slots, those
 * that can no longer be reached by position named, and former defaults written out. `rebindable` are names that
 * other code may rebind while the arguments are evaluated.
 */
export function rewriteCall(
  tree: SyntaxTree,
  args: CallArguments,
  change: SignatureChange,
  edits: NestedEdits,
  rebindable: ReadonlySet<string> = new Set(),
): CallRewriting {
  const refusal = whyNotReadable(args, change);
  if (refusal !== undefined) return { refusal };
  const moved = keepsPositions(change) ? [] : movePositional(tree, args, change, edits, rebindable);
  if (typeof moved === 'string') return { refusal: moved };
  edits.add(...moved);
  const renamed = args.keywords.flatMap(({ name, nameNode }) => {
    const parameter = change.after.find(({ from }) => from === name);
    if (parameter === undefined || parameter.name === name) return [];
    edits.add({ start: nameNode.start, end: nameNode.end, replacement: parameter.name });
    return [`renamed its parameter ${name} to ${parameter.name}`];
  });
  const written = writeDefaults(args, change, edits);
  if (typeof written === 'string') return { refusal: written };
  return { done: [...renamed, ...(moved.length > 0 ? ['moved its arguments'] : []), ...written] };
}

function whyNotReadable(args: CallArguments, change: SignatureChange): string | undefined {
  const before = positionalOf(change.before);
  const known = new Map(change.before.map(parameter => [parameter.name, parameter.kind]));
  const taken = new Set(change.after.filter(({ name, from }) => name !== from).map(({ name }) => name));
  if (args.unpacksSequence && !keepsPositions(change))
    return 'passes `*` arguments, and the order of the parameters changes';
  if (args.unpacksMapping && mayName(args, change))
    return 'passes `**` arguments, and the names of the parameters change';
  if (args.positional.length > before.length && !keepsPositions(change))
    return 'passes more positional arguments than there are parameters, and their order changes';
  const stray = args.keywords.find(({ name }) => !known.has(name) && taken.has(name));
  return stray && `already passes a keyword \`${stray.name}\` that means something else`;
}

/** Whether `**` arguments may hold a parameter that gets another name: one that the call does not give itself. */
function mayName(args: CallArguments, change: SignatureChange): boolean {
  const given = givenParameters(args, change);
  return change.after.some(
    ({ from, name, kind }) =>
      from !== name && !kind.startsWith('var') && (args.unpacksSequence || !given.has(from)),
  );
}

/** Former names of the parameters that a call gives, by position or by keyword. */
function givenParameters(args: CallArguments, { before }: SignatureChange): ReadonlySet<string> {
  const positional = positionalOf(before).slice(0, args.positional.length);
  return new Set([...positional.map(({ name }) => name), ...args.keywords.map(({ name }) => name)]);
}

function movePositional(
  tree: SyntaxTree,
  args: CallArguments,
  change: SignatureChange,
  edits: NestedEdits,
  rebindable: ReadonlySet<string>,
): readonly Edit[] | string {
  const given = positionalOf(change.before).slice(0, args.positional.length);
  const order = slotOrder(given, change);
  const isFree = mayChangeOrder(tree, args.positional, rebindable);
  const staying = isFree ? order : order.slice(0, firstDifference(order));
  const named = given.flatMap((_, slot) => (staying.includes(slot) ? [] : [slot]));
  const names = new Map<number, string>();
  for (const slot of named) {
    const parameter = change.after.find(({ from }) => from === given[slot]?.name);
    if (parameter === undefined || parameter.kind === 'positional-only')
      return 'leaves out an argument before one that can only be given by position';
    names.set(slot, parameter.name);
  }
  const sources = [...staying, ...named];
  const changed = args.positional.flatMap((node, slot) => {
    const source = sources[slot];
    const value = source === undefined ? undefined : args.positional[source];
    if (source === undefined || value === undefined) return [];
    return source === slot && !names.has(source) ? [] : [{ node, value, name: names.get(source) }];
  });
  const texts = new Map(changed.map(({ value }) => [value, edits.take(value)]));
  return changed.map(({ node, value, name }) => slotEdit(args, node, texts.get(value) ?? '', name));
}

/** Slots that stay positional, in their new order: as far as the new parameters are given one after the other. */
function slotOrder(given: readonly Parameter[], change: SignatureChange): readonly number[] {
  const order: number[] = [];
  for (const parameter of positionalOf(change.after)) {
    const slot = given.findIndex(({ name }) => name === parameter.from);
    if (slot < 0) break;
    order.push(slot);
  }
  return order;
}

function firstDifference(order: readonly number[]): number {
  const index = order.findIndex((slot, position) => slot !== position);
  return index < 0 ? order.length : index;
}

function slotEdit(args: CallArguments, node: SyntaxNode, text: string, name: string | undefined): Edit {
  const isAlone = args.list === node;
  const word = name === undefined ? text : `${name}=${text}`;
  return { start: node.start, end: node.end, replacement: isAlone ? `(${word})` : word };
}

function writeDefaults(
  args: CallArguments,
  change: SignatureChange,
  edits: NestedEdits,
): readonly string[] | string {
  const given = givenParameters(args, change);
  const words = change.after
    .filter(({ from, formerDefault }) => formerDefault !== undefined && !given.has(from))
    .map(({ name, formerDefault }) => `${name}=${formerDefault}`);
  if (words.length === 0) return [];
  if (args.unpacksSequence || args.unpacksMapping)
    return 'unpacks arguments, and a default that it may rely on changes';
  if (args.list.type !== 'argument_list')
    return 'passes a bare generator, and a default it relies on changes';
  const last = args.list.children.at(-1);
  const place = last?.end ?? args.list.start + 1;
  edits.add({ start: place, end: place, replacement: `${last ? ', ' : ''}${words.join(', ')}` });
  return [`gave it ${words.join(', ')}`];
}
