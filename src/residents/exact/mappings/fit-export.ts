import type { ExportedSymbol, Signature } from '../../../domain/signature.js';
import { accepts, type TypeVariables } from '../annotations/accepts.js';
import { readAnnotation } from '../annotations/read-annotation.js';
import { readingsOf } from './inferred-signatures.js';
import { isDemanded, pairScore, rankParameters, type RankedParameters } from './rank-parameters.js';

/** Whether one export can become another, and by which parameter mappings, best first; or why not. */
export type ExportFit =
  | { readonly fits: true; readonly parameters: readonly RankedParameters[] }
  | { readonly fits: false; readonly reason: string };

/** How much less plausible each further reading of a signature is that only calls show. */
const READING_WEIGHT = 5;

/**
 * Compares an offered export with a required one. What is not known of either (no signature, no annotation, a kind
 * that only an import shows) is compatible.
 */
export function fitExport(
  offered: ExportedSymbol,
  required: ExportedSymbol,
  variables: TypeVariables,
): ExportFit {
  const refuse = (reason: string): ExportFit => ({ fits: false, reason: `\`${offered.name}\` ${reason}` });
  if (!kindsAgree(offered, required)) return refuse(`is a ${offered.kind}, a ${required.kind} is required`);
  const method = missingMethod(offered, required);
  if (method !== undefined) return refuse(method);
  if (offered.signature === undefined || required.signature === undefined)
    return { fits: true, parameters: [{ parameters: [], score: 0 }] };
  const mismatch =
    required.signature.isInferred === true ? undefined : outcomeMismatch(offered, required, variables);
  if (mismatch !== undefined) return refuse(mismatch);
  const own = offered.signature;
  const parameters = readingsOf(required.signature).flatMap((reading, index) =>
    rankParameters(own, reading, variables).map(ranked => ({
      ...ranked,
      score: ranked.score - index * READING_WEIGHT,
    })),
  );
  if (parameters.length > 0) return { fits: true, parameters };
  return refuse(parameterMismatch(offered.signature, required.signature, variables));
}

/** An import alone shows no kind, a call only that something can be called. */
function kindsAgree(offered: ExportedSymbol, required: ExportedSymbol): boolean {
  if (offered.kind === required.kind) return true;
  if (required.signature?.isInferred === true) return offered.kind !== 'constant';
  return required.kind !== 'constant' && required.signature === undefined && required.methods === undefined;
}

function missingMethod(offered: ExportedSymbol, required: ExportedSymbol): string | undefined {
  const methods = new Map(offered.methods?.map(({ name, signature }) => [name, signature]));
  if (offered.methods === undefined) return undefined;
  for (const { name, signature } of required.methods ?? []) {
    const own = methods.get(name);
    if (own === undefined) return `has no method \`${name}\``;
    if (own.isAsync !== signature.isAsync && signature.isInferred !== true)
      return `has ${own.isAsync ? 'an async' : 'no async'} method \`${name}\``;
    const demanded = own.parameters.filter(isDemanded).length;
    const isOpen = own.parameters.some(({ kind }) => kind.startsWith('var'));
    const given = signature.parameters.filter(({ kind }) => !kind.startsWith('var')).length;
    if (signature.isInferred !== true && (demanded > given || (!isOpen && own.parameters.length < given)))
      return `has a method \`${name}\` that takes other arguments`;
  }
  return undefined;
}

function outcomeMismatch(
  offered: ExportedSymbol,
  required: ExportedSymbol,
  variables: TypeVariables,
): string | undefined {
  const [own, wanted] = [offered.signature, required.signature];
  if (own === undefined || wanted === undefined) return undefined;
  if (own.isAsync !== wanted.isAsync)
    return `is ${own.isAsync ? '' : 'not '}async, the required one is ${wanted.isAsync ? '' : 'not'}`.trim();
  if (required.kind === 'class' || wanted.returns === 'None') return undefined;
  const fit = accepts(readAnnotation(wanted.returns), readAnnotation(own.returns), variables);
  return fit === 'incompatible' ? `returns \`${own.returns}\`, \`${wanted.returns}\` is required` : undefined;
}

function parameterMismatch(own: Signature, required: Signature, variables: TypeVariables): string {
  const unserved = required.parameters.find(target =>
    own.parameters.every(parameter => pairScore(parameter, target, variables) === undefined),
  );
  if (unserved !== undefined) {
    const type = unserved.annotation === undefined ? '' : `: ${unserved.annotation}`;
    return `has no parameter that could take \`${unserved.name === '' ? 'an argument' : unserved.name}${type}\``;
  }
  const demanded = own.parameters.filter(isDemanded);
  if (demanded.length > required.parameters.length) {
    const names = demanded.map(({ name }) => `\`${name}\``).join(', ');
    return `demands ${names}, which is more than any caller gives`;
  }
  return 'cannot be called as required: the types of the parameters do not go together';
}
