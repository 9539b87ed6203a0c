import type { Adaptation } from '../domain/adaptation.js';
import type { ChangeSet, ConstraintViolation } from '../domain/change-set.js';
import type { CapabilityRequirement, Plan } from '../domain/requirement.js';
import type { ExportedSymbol, Parameter } from '../domain/signature.js';
import { exportedSymbols } from '../python/exported-symbols.js';
import { parsePython } from '../syntax/parse-python.js';

/**
 * Γ_api and Γ_type (Code Primitives, equation 22), evaluated by the harness and never by a model: each adapted
 * module parses, is delivered where the plan wants it, and defines the required exports with the required
 * signatures. Γ_dep is checked where distributions are declared, Γ_config where files are placed.
 */
export function checkConstraints(
  plan: Plan,
  adaptations: readonly Adaptation[],
  changeSet: ChangeSet,
): readonly ConstraintViolation[] {
  const requirements = new Map(plan.requirements.map(requirement => [requirement.id, requirement]));
  return adaptations.flatMap(adaptation => {
    const requirement = requirements.get(adaptation.requirementId);
    return requirement === undefined ? [] : checkModule(requirement, changeSet);
  });
}

function checkModule(
  requirement: CapabilityRequirement,
  changeSet: ChangeSet,
): readonly ConstraintViolation[] {
  const violated = (constraint: 'api' | 'type', message: string): ConstraintViolation => ({
    constraint,
    requirementIds: [requirement.id],
    message,
  });
  const file = changeSet.writes.find(candidate => candidate.path === requirement.path);
  if (file === undefined) return [violated('api', `\`${requirement.path}\` is not delivered.`)];
  const tree = parsePython(file.content);
  const [error] = tree.errors;
  if (error !== undefined)
    return [violated('api', `\`${requirement.path}\` line ${error.line} is ${error.message}.`)];
  const defined = new Map(exportedSymbols(tree).map(symbol => [symbol.name, symbol]));
  return requirement.exports.flatMap(required => {
    const offered = defined.get(required.name);
    if (offered === undefined)
      return [violated('api', `\`${requirement.module}\` does not define \`${required.name}\`.`)];
    const mismatch = signatureMismatch(offered, required);
    return mismatch === undefined ? [] : [violated('type', `\`${required.name}\` ${mismatch}.`)];
  });
}

/** How an offered signature fails the calls that the required one allows, or undefined when it fits. */
function signatureMismatch(offered: ExportedSymbol, required: ExportedSymbol): string | undefined {
  if (required.signature === undefined || required.signature.isInferred === true) return undefined;
  if (offered.signature === undefined) return undefined;
  const given = offered.signature.parameters;
  const wanted = required.signature.parameters;
  const names = new Set(given.map(parameter => parameter.name));
  const absent = wanted.find(parameter => !parameter.kind.startsWith('var') && !names.has(parameter.name));
  if (absent !== undefined) return `lacks the parameter \`${absent.name}\``;
  const order = (parameters: readonly Parameter[]) =>
    parameters.filter(parameter => parameter.kind.startsWith('positional')).map(parameter => parameter.name);
  const positional = order(wanted);
  if (order(given).slice(0, positional.length).join() !== positional.join()) {
    return `takes its parameters in another order than ${positional.map(name => `\`${name}\``).join(', ')}`;
  }
  const known = new Set(wanted.map(parameter => parameter.name));
  const extra = given.find(
    parameter =>
      !known.has(parameter.name) && parameter.defaultValue === undefined && !parameter.kind.startsWith('var'),
  );
  return extra === undefined ? undefined : `demands \`${extra.name}\`, which no caller gives`;
}
