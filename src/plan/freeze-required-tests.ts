import type { CollectionError, Execution, TestResult } from '../domain/execution.js';
import { testBaseId } from '../domain/execution.js';
import type { Plan } from '../domain/requirement.js';
import { exportedSymbol, undecorated } from '../python/exported-symbols.js';
import { fieldOf, textOf, type SyntaxTree } from '../syntax/parse-python.js';
import type { ProjectModules } from '../python/project-modules.js';

/**
 * The tests that fail or cannot be collected on the untouched commit because of the plan: their failure names a
 * module or symbol of it (DESIGN, required tests). Ids carry no parameters, since those of a file that cannot be
 * collected are not known yet; sorted, so that the frozen list is the same on every machine.
 */
export function freezeRequiredTests(
  plan: Plan,
  baseline: Execution,
  target: ProjectModules,
): readonly string[] {
  const failed = baseline.tests
    .filter(test => (test.outcome === 'failed' || test.outcome === 'error') && blamesPlan(plan, test))
    .map(test => testBaseId(test.id));
  const uncollected = baseline.collectionErrors
    .filter(error => blamesPlan(plan, error))
    .flatMap(error => testsBelow(error.path, target));
  return [...new Set([...failed, ...uncollected])].sort();
}

function blamesPlan(plan: Plan, failure: Pick<TestResult | CollectionError, 'message'>): boolean {
  const message = failure.message ?? '';
  const module = /No module named '([\w.]+)'/.exec(message)?.[1];
  if (module !== undefined) {
    return plan.requirements.some(r => r.module === module || r.module.startsWith(`${module}.`));
  }
  const symbol = /cannot import name '(\w+)' from '([\w.]+)'/.exec(message);
  if (symbol === null) return false;
  const [, name, from] = symbol;
  return plan.requirements.some(
    r =>
      r.module === `${from}.${name}` || (r.module === from && r.exports.some(known => known.name === name)),
  );
}

/** Static node ids of the file, or of every test file below a `conftest.py` that could not be loaded. */
function testsBelow(path: string, target: ProjectModules): readonly string[] {
  const folder = path.endsWith('conftest.py') ? path.slice(0, -'conftest.py'.length) : undefined;
  return [...target.modules.values()]
    .filter(module =>
      folder === undefined ? module.path === path : module.isTest && module.path.startsWith(folder),
    )
    .flatMap(module => testIds(module.tree).map(id => `${module.path}::${id}`));
}

/** Names as pytest's default conventions collect them: `test*` functions, and methods of `Test*` and TestCase classes. */
function testIds(tree: SyntaxTree): readonly string[] {
  return tree.root.children.flatMap(statement => {
    const name = exportedSymbol(tree, statement)?.name;
    const definition = undecorated(statement);
    if (name === undefined) return [];
    if (definition.type === 'function_definition') return name.startsWith('test') ? [name] : [];
    if (definition.type !== 'class_definition') return [];
    const bases = fieldOf(definition, 'superclasses');
    const isCase =
      name.startsWith('Test') || (bases !== undefined && textOf(tree, bases).includes('TestCase'));
    if (!isCase) return [];
    return (fieldOf(definition, 'body')?.children ?? []).flatMap(member => {
      const method = fieldOf(undecorated(member), 'name');
      const methodName = method === undefined ? '' : textOf(tree, method);
      return methodName.startsWith('test') ? [`${name}::${methodName}`] : [];
    });
  });
}
