import type { ExportMapping } from '../../domain/adaptation.js';
import type { Parameter, ParameterKind, Signature } from '../../domain/signature.js';
import { positionalOf } from '../../python/calls.js';
import type { ChangedParameter, SignatureChange } from '../../python/rewrite-call.js';
import { isLiteral, sameValue } from './literals.js';

/** What is known where a donor's default is written: the literal that a constant's name stands for. */
export type ReadConstant = (name: string) => string | undefined;

/**
 * How a donor's parameters become the required ones (`before` with its own names): the target's order and kinds
 * first, then what the donor has besides. The target's default holds where it states one; a donor's default that no
 * longer does is written out by the calls that rely on it. Or in words why no exact change exists.
 */
export function signatureChange(
  before: readonly Parameter[],
  mapping: ExportMapping,
  required: Signature | undefined,
  readConstant: ReadConstant,
): SignatureChange | { readonly refusal: string } {
  if (required === undefined || mapping.parameters.length === 0)
    return { before, after: before.map(unchanged) };
  const donors = new Map(before.map(parameter => [parameter.name, parameter]));
  const mapped: ChangedParameter[] = [];
  for (const { from, to } of mapping.parameters) {
    const donor = donors.get(from);
    if (donor === undefined) return { refusal: `the donor has no parameter \`${from}\`` };
    const changed = changedParameter(
      donor,
      to,
      required.isInferred === true ? undefined : required.parameters.find(({ name }) => name === to),
      readConstant,
    );
    if ('refusal' in changed) return changed;
    mapped.push(changed);
  }
  const names = new Set(mapping.parameters.map(({ from }) => from));
  const extras = before.filter(({ name }) => !names.has(name)).map(unchanged);
  const clash = extras.find(extra => mapped.some(({ name }) => name === extra.name));
  if (clash) return { refusal: `the donor keeps a parameter \`${clash.name}\` beside the required one` };
  const all = [...mapped, ...extras.map(relaxedExtra)];
  const after = inOrder(relaxKinds(required.isInferred === true ? asUsed(all, before, required) : all));
  const ordered = dropDefaults(after);
  if ('refusal' in ordered) return ordered;
  const change = { before, after: ordered.after };
  return losesOverflow(change) ? { refusal: 'its `*` parameter would take other arguments' } : change;
}

function unchanged(parameter: Parameter): ChangedParameter {
  const { name, kind, defaultValue } = parameter;
  return { from: name, name, kind, ...(defaultValue !== undefined && { defaultValue }) };
}

/** Uses ask for an order only where arguments are given by position; the rest stays as the donor has it. */
function asUsed(
  all: readonly ChangedParameter[],
  before: readonly Parameter[],
  required: Signature,
): readonly ChangedParameter[] {
  const count = required.parameters.filter(({ name }) => name === '').length;
  const place = new Map(before.map(({ name }, index) => [name, index]));
  const rest = all.slice(count).sort((a, b) => (place.get(a.from) ?? 0) - (place.get(b.from) ?? 0));
  const given = all
    .slice(0, count)
    .map(parameter => ({ ...parameter, kind: reachable(parameter.kind, 'keyword-only') }));
  return [
    ...given,
    ...rest.map(parameter => ({ ...parameter, kind: reachable(parameter.kind, 'positional-only') })),
  ];
}

/** The kind, unless it is the one that the use cannot reach. */
function reachable(kind: ParameterKind, unreachable: ParameterKind): ParameterKind {
  return kind === unreachable ? 'positional-or-keyword' : kind;
}

function changedParameter(
  donor: Parameter,
  name: string,
  target: Parameter | undefined,
  readConstant: ReadConstant,
): ChangedParameter | { readonly refusal: string } {
  const kind = target === undefined ? donor.kind : requiredKind(donor, target);
  const stated = target?.defaultValue;
  const own = donor.defaultValue;
  const common = { from: donor.name, name, kind };
  if (stated === undefined || stated === '...' || (own !== undefined && sameValue(own, stated, readConstant)))
    return { ...common, ...(own !== undefined && { defaultValue: own }) };
  if (!isLiteral(stated)) {
    return own === undefined
      ? { refusal: `the default \`${stated}\` of \`${name}\` means nothing where the donor is defined` }
      : { ...common, defaultValue: own };
  }
  if (own === undefined) return { ...common, defaultValue: stated };
  const formerDefault = isLiteral(own) ? own : readConstant(own);
  if (formerDefault === undefined)
    return { refusal: `calls that rely on the default \`${own}\` of \`${donor.name}\` cannot write it out` };
  return { ...common, defaultValue: stated, formerDefault };
}

/** A use by position or by keyword is served by any parameter that allows both. */
function requiredKind(donor: Parameter, target: Parameter): Parameter['kind'] {
  if (donor.kind.startsWith('var') || target.kind.startsWith('var')) return donor.kind;
  if (target.kind === 'keyword-only') return 'keyword-only';
  return target.kind === 'positional-only' && donor.kind === 'positional-only'
    ? 'positional-only'
    : 'positional-or-keyword';
}

function relaxedExtra(extra: ChangedParameter): ChangedParameter {
  return extra.kind === 'positional-only' ? { ...extra, kind: 'positional-or-keyword' } : extra;
}

/** Positional-only parameters come first or are none (Python reference, section 8.7). */
function relaxKinds(parameters: readonly ChangedParameter[]): readonly ChangedParameter[] {
  const open = parameters.findIndex(({ kind }) => kind === 'positional-or-keyword');
  return parameters.map((parameter, index) =>
    parameter.kind === 'positional-only' && open >= 0 && index > open
      ? { ...parameter, kind: 'positional-or-keyword' }
      : parameter,
  );
}

const KIND_ORDER = [
  'positional-only',
  'positional-or-keyword',
  'var-positional',
  'keyword-only',
  'var-keyword',
];

function inOrder(parameters: readonly ChangedParameter[]): readonly ChangedParameter[] {
  return [...parameters].sort((a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind));
}

/** A positional parameter before one without default can have none itself; the calls that relied on it give it. */
function dropDefaults(
  after: readonly ChangedParameter[],
): { readonly after: readonly ChangedParameter[] } | { readonly refusal: string } {
  const positional = positionalOf(after);
  const lastRequired = positional.findLastIndex(({ defaultValue }) => defaultValue === undefined);
  const early = new Set(positional.slice(0, Math.max(lastRequired, 0)));
  const stuck = [...early].find(({ defaultValue }) => defaultValue !== undefined && !isLiteral(defaultValue));
  if (stuck) return { refusal: `\`${stuck.name}\` has a default but stands before a parameter without one` };
  return {
    after: after.map(parameter => {
      const { defaultValue, ...rest } = parameter;
      if (!early.has(parameter) || defaultValue === undefined) return parameter;
      return { ...rest, formerDefault: parameter.formerDefault ?? defaultValue };
    }),
  };
}

/** With `*args`, positional parameters must stay what and where they are, or others would be filled. */
function losesOverflow({ before, after }: SignatureChange): boolean {
  if (!before.some(({ kind }) => kind === 'var-positional')) return false;
  const was = positionalOf(before).map(({ name }) => name);
  return (
    was.join() !==
    positionalOf(after)
      .map(({ from }) => from)
      .join()
  );
}
