import { positionalOf, readArguments } from '../../../python/calls.js';
import type { Scope } from '../../../python/scopes/index.js';
import {
  keepsNames,
  keepsPositions,
  rewriteCall,
  type SignatureChange,
} from '../../../python/rewrite-call.js';
import { NestedEdits } from '../../../python/rewrite-nested.js';
import { rewriteParameters } from '../../../python/rewrite-parameters.js';
import type { SyntaxNode } from '../../../syntax/parse-python.js';
import type { CallSite } from '../sources/call-site.js';
import { callablesOf } from '../sources/definitions.js';
import type { ModuleIndex } from '../sources/module-index.js';
import type { Resolver, SymbolName } from '../sources/resolver.js';
import { StepBuilder, type Step } from '../sources/step.js';
import { usesOf, type SymbolUses } from '../sources/uses.js';
import { rewriteExamples } from './rewrite-examples.js';
import { strayCalls } from './stray-calls.js';

/** A callable whose definitions carry their new parameter names already, and its calls do not. */
export interface ChangedCallable extends SymbolName {
  readonly kind: 'function' | 'class';
  readonly change: SignatureChange;
}

/**
 * Brings parameter lists, and every call that resolves to them, in line with changed signatures: in all files,
 * inside each other, through subclasses and `functools.partial`. What cannot be rewritten exactly is refused, place
 * by place.
 */
export function changeCalls(resolver: Resolver, callables: readonly ChangedCallable[]): Step {
  const step = new StepBuilder();
  const used = callables
    .filter(({ change }) => !isUnchanged(change))
    .map(callable => ({ callable, uses: usesOf(resolver, callable, callable.kind) }));
  for (const index of resolver.indexes) {
    const edits = new NestedEdits(index.source.tree.text);
    const sites = used.flatMap(({ callable, uses }) =>
      uses.calls.filter(site => site.index === index).map(site => ({ site, callable })),
    );
    // Inner calls first: an outer one may move them.
    sites.sort((a, b) => width(a.site) - width(b.site) || a.site.call.start - b.site.call.start);
    const rebindable = rebindableNames(index.source.scopes.module);
    for (const { site, callable } of sites) changeCall(site, callable, edits, rebindable, step);
    for (const { callable } of used) changeDefinitions(index, callable, edits, step);
    step.edit(index.source.path, edits.all());
    const named = used.map(({ callable }) => callable);
    step.edit(index.source.path, rewriteExamples(index.source.tree, named));
  }
  const resolved = new Set(used.flatMap(({ uses }) => uses.calls.map(({ call }) => call)));
  for (const { callable, uses } of used) refuseLost(resolver, callable, uses, resolved, step);
  return step.build();
}

/** Refuses what cannot be followed: where order matters the handing on, else calls that may be meant. */
function refuseLost(
  resolver: Resolver,
  { symbol, change }: ChangedCallable,
  { values, decorations }: SymbolUses,
  resolved: ReadonlySet<SyntaxNode>,
  step: StepBuilder,
): void {
  if (!keepsPositions(change)) {
    const reason = `\`${symbol}\` is passed on as a value, and the order or the defaults of its parameters change`;
    const lost = keepsFirst(change) ? values : [...values, ...decorations];
    for (const { index, node } of lost) step.refuse(index.source.path, node.start, reason, symbol);
    return;
  }
  const isLostEverywhere = values.some(({ index }) => !index.source.isTest);
  for (const index of resolver.indexes) {
    if (!isLostEverywhere && !values.some(value => value.index === index)) continue;
    for (const call of strayCalls(resolver, index, change, resolved))
      step.refuse(
        index.source.path,
        call.start,
        `\`${symbol}\` is passed on as a value, and called by keywords that change`,
        symbol,
      );
  }
}

/** Whether a call with one positional argument means the same before and after. */
function keepsFirst({ before, after }: SignatureChange): boolean {
  const first = positionalOf(after)[0];
  return (
    first !== undefined &&
    first.from === positionalOf(before)[0]?.name &&
    after.every(({ formerDefault }) => formerDefault === undefined)
  );
}

function isUnchanged(change: SignatureChange): boolean {
  const isSame = change.after.every((parameter, index) => {
    const before = change.before[index];
    return before?.kind === parameter.kind && before.defaultValue === parameter.defaultValue;
  });
  return isSame && keepsNames(change) && keepsPositions(change);
}

function width(site: CallSite): number {
  return site.call.end - site.call.start;
}

function changeCall(
  { index, call, skip, isPartial }: CallSite,
  { symbol, change }: ChangedCallable,
  edits: NestedEdits,
  rebindable: ReadonlySet<string>,
  step: StepBuilder,
): void {
  const { tree, path } = index.source;
  const args = readArguments(tree, call, skip);
  if (args === undefined) return;
  const refuse = (reason: string) =>
    step.refuse(path, call.start, `a call of \`${symbol}\` ${reason}`, symbol);
  if (isPartial && !keepsPositions(change))
    return refuse('leaves arguments open by `partial`, and their order or defaults change');
  const rewriting = rewriteCall(tree, args, change, edits, rebindable);
  if ('refusal' in rewriting) return refuse(rewriting.refusal);
  for (const what of rewriting.done) step.note(path, call.start, what);
}

function changeDefinitions(
  index: ModuleIndex,
  { module, symbol, change }: ChangedCallable,
  edits: NestedEdits,
  step: StepBuilder,
): void {
  const { path, tree, isTest } = index.source;
  if (isTest || module !== index.source.module) return;
  for (const { node, hasReceiver } of callablesOf(index, symbol)) {
    const refusal = rewriteParameters(tree, node, change.after, hasReceiver, edits);
    if (refusal !== undefined) step.refuse(path, node.start, `\`${symbol}\` ${refusal}`, symbol);
  }
}

/** Names that a function other than the one that binds them may bind anew. */
function rebindableNames(scope: Scope): ReadonlySet<string> {
  const inner = scope.children.flatMap(child => [...rebindableNames(child)]);
  return new Set([...scope.declaredGlobal, ...scope.declaredNonlocal, ...inner]);
}
