import type { TestResult, CollectionError } from '../domain/execution.js';
import type { Integration } from '../domain/change-set.js';
import type { Plan } from '../domain/requirement.js';
import { importStatements, readImport } from '../python/imports.js';
import type { ProjectModule, ProjectModules } from '../python/project-modules.js';

/** What ties a failure to components: whose file it passed through, and whose module the test reaches. */
export interface Attribution {
  readonly plan: Plan;
  readonly integration: Integration;
  readonly project: ProjectModules;
}

/**
 * Requirements that a failure may be due to, by evidence, strongest first: frames of its trace in a component's
 * file; else the components that the failing file imports, directly or through the project's own modules.
 */
export function suspectsOf(
  failure: Pick<TestResult | CollectionError, 'trace'>,
  path: string,
  attribution: Attribution,
): readonly string[] {
  const owners = new Map(attribution.integration.owners.map(owner => [owner.path, owner.requirementId]));
  const ownTests = owners.get(path);
  if (ownTests !== undefined) return [ownTests];
  const framed = (failure.trace ?? []).flatMap(frame => owners.get(frame.path) ?? []);
  const innermost = framed.at(-1);
  return innermost !== undefined ? [innermost] : reachedBy(path, attribution);
}

/** Requirements whose module a file imports, over any number of the project's modules. */
export function reachedBy(path: string, { plan, project }: Attribution): readonly string[] {
  const byModule = new Map(plan.requirements.map(requirement => [requirement.module, requirement.id]));
  const start = [...project.modules.values()].find(module => module.path === path);
  const queue: ProjectModule[] = start === undefined ? [] : [start];
  const seen = new Set(queue);
  const reached = new Set<string>();
  for (let module = queue.shift(); module !== undefined; module = queue.shift()) {
    for (const name of importedModules(module)) {
      const requirement = byModule.get(name);
      if (requirement !== undefined) reached.add(requirement);
      const next = project.modules.get(name);
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return [...reached];
}

function importedModules(module: ProjectModule): readonly string[] {
  return importStatements(module.tree.root).flatMap(statement =>
    readImport(module.tree, statement, module).flatMap(imported =>
      imported.symbol === undefined
        ? [imported.module]
        : [imported.module, `${imported.module}.${imported.symbol}`],
    ),
  );
}
