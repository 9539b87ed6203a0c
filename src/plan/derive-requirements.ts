import { requirementId, type CapabilityRequirement } from '../domain/requirement.js';
import type { ExportedSymbol, ExportKind } from '../domain/signature.js';
import { pathOfModule } from '../python/module-paths.js';
import type { MissingName } from './find-missing-imports.js';
import { inferSignature } from './name-uses.js';
import type { RequestReading } from './read-request-interfaces.js';
import { hasModule, type ProjectModules } from '../python/project-modules.js';

/**
 * Requirements from the request's interfaces and from the missing names, one for each target module, in the order
 * of their dependencies. A module of the request that the target already has asks for nothing; a missing symbol of
 * a module that exists is none either, since it would mean editing a file that is the target's own: it is returned
 * as out of reach.
 */
export function deriveRequirements(
  target: ProjectModules,
  reading: RequestReading,
  missing: readonly MissingName[],
  mayAssume: readonly string[],
): { readonly requirements: readonly CapabilityRequirement[]; readonly outOfReach: readonly MissingName[] } {
  const asked = new Map(reading.interfaces.map(requested => [requested.module, requested]));
  const absent = missing.filter(name => !hasModule(target, name.module));
  const modules = new Set([...asked.keys(), ...absent.map(name => name.module)]);
  const requirements = [...modules]
    .filter(module => !hasModule(target, module))
    .map((module): CapabilityRequirement => {
      const requested = asked.get(module);
      const stated = requested?.exports ?? [];
      const statedNames = new Set(stated.map(symbol => symbol.name));
      const inferred = absent
        .filter(name => name.module === module && !statedNames.has(name.symbol))
        .map(inferSymbol);
      const exports = [...stated, ...inferred];
      const behaviour = requested?.behaviour ?? paragraphsAbout(module, exports, reading.paragraphs);
      return {
        id: requirementId(module),
        module,
        path: pathOfModule(module, target.sourceRoots[0] ?? ''),
        exports,
        behaviour,
        mayAssume,
        dependsOn: [],
        origin: requested === undefined ? 'missing-import' : 'request-interface',
        retrievalRequest: retrievalRequest(module, exports, behaviour),
      };
    });
  return {
    requirements: orderByDependency(withDependencies(requirements)),
    outOfReach: missing.filter(name => hasModule(target, name.module)),
  };
}

function inferSymbol(name: MissingName): ExportedSymbol {
  const uses = name.uses.map(use => ({ tree: use.importer.tree, places: use.places }));
  const signature = inferSignature(uses);
  const kind = kindByConvention(name.symbol);
  return { name: name.symbol, kind, ...(signature && kind !== 'constant' && { signature }) };
}

/** PEP 8's naming conventions: all that an import alone shows of a symbol's kind. */
function kindByConvention(symbol: string): ExportKind {
  if (/^_*[A-Z][A-Z0-9_]+$/.test(symbol)) return 'constant';
  return /^_*[A-Z]/.test(symbol) ? 'class' : 'function';
}

function paragraphsAbout(
  module: string,
  exports: readonly ExportedSymbol[],
  paragraphs: readonly string[],
): string {
  const names = [module, module.split('.').at(-1) ?? module, ...exports.map(symbol => symbol.name)];
  return paragraphs.filter(text => names.some(name => text.includes(name))).join('\n\n');
}

function retrievalRequest(module: string, exports: readonly ExportedSymbol[], behaviour: string): string {
  const names = exports.flatMap(symbol => [
    symbol.name,
    ...(symbol.signature?.parameters ?? []).map(parameter => parameter.name),
    ...(symbol.methods ?? []).map(method => method.name),
  ]);
  return [module.split('.').at(-1), ...names, behaviour].filter(word => word !== '').join(' ');
}

function withDependencies(requirements: readonly CapabilityRequirement[]): readonly CapabilityRequirement[] {
  return requirements.map(requirement => {
    const annotations = requirement.exports.flatMap(symbol => [
      ...(symbol.signature?.parameters ?? []).map(parameter => parameter.annotation ?? ''),
      symbol.signature?.returns ?? '',
    ]);
    const mentioned = new Set(annotations.flatMap(text => text.match(/[A-Za-z_]\w*/g) ?? []));
    const dependsOn = requirements
      .filter(other => other !== requirement && other.exports.some(symbol => mentioned.has(symbol.name)))
      .map(other => other.id);
    return { ...requirement, dependsOn };
  });
}

/** Dependencies first; a cycle keeps the order in which it was found. */
function orderByDependency(requirements: readonly CapabilityRequirement[]): readonly CapabilityRequirement[] {
  const byId = new Map(requirements.map(requirement => [requirement.id, requirement]));
  const ordered = new Set<CapabilityRequirement>();
  const visiting = new Set<string>();
  const visit = (requirement: CapabilityRequirement): void => {
    if (visiting.has(requirement.id)) return;
    visiting.add(requirement.id);
    for (const id of requirement.dependsOn) {
      const dependency = byId.get(id);
      if (dependency !== undefined) visit(dependency);
    }
    ordered.add(requirement);
  };
  requirements.forEach(visit);
  return [...ordered];
}
