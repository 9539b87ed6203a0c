import { undecorated } from '../../python/exported-symbols.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import { holds, readSelection, type Selection } from './selection.js';
import type { SuiteSettings } from './suite-settings.js';
import type { TestCase } from './test-cases.js';
import type { SyntaxNode } from '../../syntax/parse-python.js';

const selections = new WeakMap<SuiteSettings, Selection>();

/**
 * Why a project leaves a test out of its own runs, by the options that it always gives to pytest (`addopts`); undefined
 * when it does not. A stress test or one that needs a network is none that says every time what the code does.
 */
export function deselectedBy(settings: SuiteSettings, test: TestCase): string | undefined {
  const selection = selections.get(settings) ?? readSelection(settings.addedOptions);
  selections.set(settings, selection);
  const { marks, keywords, deselected, ignored } = selection;
  const leaves = (option: string) => `the project leaves it out of its own runs ("${option}")`;
  const path = test.module.path;
  const folder = ignored.find(one => path === one || path.startsWith(`${one}/`));
  if (folder !== undefined) return leaves(`--ignore=${folder}`);
  const prefix = deselected.find(one => test.id.startsWith(one));
  if (prefix !== undefined) return leaves(`--deselect=${prefix}`);
  if (marks !== undefined) {
    const own = marksOf(test);
    if (!holds(marks, name => own.has(name))) return leaves(`-m '${marks}'`);
  }
  if (keywords !== undefined) {
    const id = `${test.id} ${[...marksOf(test)].join(' ')}`.toLowerCase();
    if (!holds(keywords, word => id.includes(word.toLowerCase()))) return leaves(`-k '${keywords}'`);
  }
  return undefined;
}

/** The marks that a test has by its decorators, those of its class, and its module's `pytestmark`. */
function marksOf({ module, unit, method }: TestCase): ReadonlySet<string> {
  const own = method === undefined ? [] : decoratorMarks(method.module, method.node);
  const outer = unit.nodes.flatMap(statement => decoratorMarks(module, statement));
  const ofModule = module.units
    .filter(({ binds }) => binds.has('pytestmark'))
    .flatMap(one => [...module.tree.text.slice(one.start, one.end).matchAll(/\bmark\.(\w+)/g)])
    .map(([, name = '']) => name);
  return new Set([...own, ...outer, ...ofModule]);
}

function decoratorMarks({ tree }: SourceModule, statement: SyntaxNode): readonly string[] {
  const decorators = tree.text.slice(statement.start, undecorated(statement).start);
  return [...decorators.matchAll(/^[ \t]*@[ \t]*(?:pytest\.)?mark\.(\w+)/gm)].map(([, name = '']) => name);
}
