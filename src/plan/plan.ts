import type { FileTree } from '../domain/files.js';
import type { Plan } from '../domain/requirement.js';
import type { BuildRequest, ConstructionContext } from '../domain/run.js';
import { treeOf } from '../domain/files.js';
import { deriveRequirements } from './derive-requirements.js';
import { findMissingImports } from './find-missing-imports.js';
import { readRequestInterfaces } from './read-request-interfaces.js';
import { hasModule, readProject } from '../python/project-modules.js';

/** A plan, and what planning has to tell the person who asked. */
export interface Planning {
  readonly plan: Plan;
  /** Interfaces that could not be read, and names that are out of reach, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * DECOMPOSE (Code Primitives, equation 20): requirements from the request's interfaces and from the names that the
 * target imports and nothing provides. It is made anew each round from the untouched target and the context: what
 * an adapted component imports and nobody provides becomes a requirement of the next round.
 */
export function planRound(
  request: BuildRequest,
  target: FileTree,
  context: ConstructionContext,
  mayAssume: readonly string[],
): Planning {
  const base = readProject(target);
  const reading = readRequestInterfaces(`# ${request.title}\n\n${request.body}`, base.sourceRoots);
  const built = context.rounds.at(-1)?.integration.changeSet.writes ?? [];
  const seen = built.length === 0 ? base : readProject(new Map([...target, ...treeOf(built)]));
  const missingHere = findMissingImports(base);
  const known = new Set(missingHere.map(name => `${name.module}:${name.symbol}`));
  const missing = [
    ...missingHere,
    ...(seen === base ? [] : findMissingImports(seen)).filter(
      name => !known.has(`${name.module}:${name.symbol}`),
    ),
  ];
  const { requirements, outOfReach } = deriveRequirements(base, reading, missing, mayAssume);
  return {
    plan: { requirements },
    notes: [
      ...reading.problems,
      ...reading.interfaces
        .filter(requested => hasModule(base, requested.module))
        .map(requested => `\`${requested.module}\` exists already: only modules that are missing are built.`),
      ...outOfReach.map(
        name =>
          `\`${name.symbol}\` is imported from \`${name.module}\`, which exists and lacks it: only whole modules are built.`,
      ),
    ],
  };
}
