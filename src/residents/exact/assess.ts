import type { Assessment, Mapping } from '../../domain/adaptation.js';
import type { ExportedSymbol, Parameter } from '../../domain/signature.js';
import { distributionName } from '../../python/distribution-name.js';
import type { ResidentInput } from '../resident.js';
import { offeredInterface, typeVariables } from './candidate-mappings.js';
import { neededChanges, reorderings } from './describe.js';
import { conflictingRequirements } from '../../python/distribution-conflicts.js';
import { fitExport } from './mappings/fit-export.js';

/** What the next untried mapping would come to: the mapping, or in words why there is none. */
export type NextMapping = { readonly mapping: Mapping } | { readonly reason: string };

/** Words an assessment from what is offered, what is required, and the mapping that would come next. */
export function wordAssessment(input: ResidentInput, next: NextMapping): Assessment {
  const { primitive, localRequest } = input;
  const notes = [...dependencyNotes(input), ...testNotes(input)];
  const common = { requirementId: localRequest.id, primitiveId: primitive.id };
  const conflicts = conflictingRequirements(primitive.dependencies.distributions, localRequest.mayAssume);
  const unfit = conflicts.map(
    ([own, other]) =>
      `It needs \`${own}\`, which cannot be installed together with the target's \`${other}\`.`,
  );
  if ('mapping' in next && unfit.length === 0) {
    return {
      ...common,
      verdict: 'SUITABLE',
      capabilityMatch: 1,
      usageProposal: usage(localRequest.module, localRequest.exports),
      neededChanges: [
        ...neededChanges(next.mapping, primitive.interface.module, localRequest.module),
        ...reorderings(next.mapping, primitive.interface.exports, localRequest.exports),
      ],
      compatibilityNotes: notes,
    };
  }
  const { covered, reasons } = coverage(input);
  const refusal = 'reason' in next && reasons.length === 0 ? [sentence(next.reason)] : [];
  return {
    ...common,
    verdict: 'UNSUITABLE',
    capabilityMatch: covered,
    usageProposal: '',
    neededChanges: [],
    compatibilityNotes: [...unfit, ...reasons, ...refusal, ...notes],
  };
}

/** The share of required exports that some export could become, and why not for each of the others. */
function coverage({ primitive, localRequest }: ResidentInput): {
  readonly covered: number;
  readonly reasons: readonly string[];
} {
  const offered = offeredInterface(primitive, localRequest.exports).exports;
  const variables = typeVariables(primitive);
  const reasons: string[] = [];
  let count = 0;
  for (const required of localRequest.exports) {
    const fits = offered.map(exported => fitExport(exported, required, variables));
    if (fits.some(fit => fit.fits)) count += 1;
    else reasons.push(sentence(`\`${required.name}\` has no counterpart: ${whys(fits)}`));
  }
  return { covered: localRequest.exports.length === 0 ? 0 : count / localRequest.exports.length, reasons };
}

function whys(fits: readonly ReturnType<typeof fitExport>[]): string {
  const reasons = fits.flatMap(fit => (fit.fits ? [] : [fit.reason]));
  return reasons.length === 0 ? 'nothing is exported' : reasons.slice(0, 3).join('; ');
}

function usage(module: string, exports: readonly ExportedSymbol[]): string {
  const names = exports.map(({ name }) => name).join(', ');
  const calls = exports
    .filter(({ signature }) => signature !== undefined)
    .map(({ name, signature }) => `${name}(${(signature?.parameters ?? []).map(spell).join(', ')})`);
  const call = calls.length === 0 ? '' : `, then call ${calls.map(text => `\`${text}\``).join(' or ')}`;
  return `Write \`from ${module} import ${names}\`${call}.`;
}

function spell({ name, defaultValue }: Parameter): string {
  const shown = name === '' ? '…' : name;
  return defaultValue === undefined ? shown : `${shown}=${defaultValue}`;
}

function dependencyNotes({ primitive, localRequest }: ResidentInput): readonly string[] {
  const assumed = new Set(localRequest.mayAssume.map(distributionName));
  const absent = primitive.dependencies.distributions.filter(one => !assumed.has(distributionName(one)));
  return absent.map(one => `The target has to declare \`${one}\`.`);
}

function testNotes({ primitive }: ResidentInput): readonly string[] {
  const count = primitive.carriedTests.tests.length;
  if (count === 0) return ['No test travels with it.'];
  return [count === 1 ? 'One test travels with it.' : `${count} tests travel with it.`];
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
