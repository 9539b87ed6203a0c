import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { definitionIn, offersCapabilities } from '../roles.js';
import { comparingOptions, exampleSuite, SKIPPED, takePath } from './example-suite.js';
import type { SuiteSettings } from './suite-settings.js';

const PROMPT = /^[ \t]*(?:>>>|\.\.\.)[ \t](.*)$/gm;

/**
 * The examples in docstrings as modules of tests, one for each module that has any, as if the repository had written
 * them: a test for each public function or class runs what `doctest` finds in its docstrings, with the names of its
 * module that they use. So they are sliced, carried and judged as every other test is.
 */
export function exampleModules(
  modules: readonly SourceModule[],
  settings: SuiteSettings,
): readonly SourceModule[] {
  const taken = new Set(modules.map(({ path }) => path));
  return modules.filter(offersCapabilities).flatMap(module => {
    const tests = module.tree.text.includes('>>> ') ? testsOf(module) : [];
    if (tests.length === 0) return [];
    const path = takePath(module.module, taken);
    return [exampleSuite(path, textOf(module, tests, settings))];
  });
}

interface ExampleTest {
  readonly name: string;
  /** What of the module the examples use, its own name among them, with what they read off an import; sorted. */
  readonly uses: readonly string[];
  /** What the examples read of the module that has another value in a file of tests, as arguments for `dict`. */
  readonly ofModule: readonly string[];
}

/** By name, what `doctest` would give to the examples of a definition. */
const OF_MODULE: readonly (readonly [RegExp, (definition: string) => string])[] = [
  [/\b__file__\b/, definition => `__file__=sys.modules[${definition}.__module__].__file__`],
  [/\b__name__\b/, definition => `__name__=${definition}.__module__`],
];

function testsOf(module: SourceModule): readonly ExampleTest[] {
  const imported = new Set(
    module.units.flatMap(({ kind, imports }) => (kind === 'import' ? imports.map(({ local }) => local) : [])),
  );
  const bound = new Set([...imported, ...module.units.flatMap(({ binds }) => [...binds])]);
  const tests = new Map<string, ExampleTest>();
  for (const unit of module.units) {
    const name = definitionIn(module, unit)?.name;
    if (name === undefined || name.startsWith('_')) continue;
    const source = examplesIn(module, unit);
    if (source === '') continue;
    const words = new Set([name, ...(source.match(/(?<![\w.])[A-Za-z_]\w*/g) ?? [])]);
    const bindsItself = new Set(
      [...source.matchAll(/^(?:from .* )?import (.*)$|^(\w+)\s*=[^=]/gm)].flatMap(
        ([, names = '', one = '']) => `${names} ${one}`.match(/\w+/g) ?? [],
      ),
    );
    const names = [...words].filter(word => bound.has(word) && (word === name || !bindsItself.has(word)));
    const uses = names.flatMap(word => (imported.has(word) ? readOff(source, word) : [word]));
    const ofModule = OF_MODULE.flatMap(([use, value]) => (use.test(source) ? [value(name)] : []));
    tests.set(name, { name, uses: uses.filter(use => use !== '__all__').sort(), ofModule });
  }
  return [...tests.values()];
}

/** The code of the examples of a statement that are run. */
function examplesIn({ tree }: SourceModule, { start, end }: Unit): string {
  const lines = [...tree.text.slice(start, end).matchAll(PROMPT)].map(([, code = '']) => code);
  return lines.filter(code => !SKIPPED.test(code)).join('\n');
}

/**
 * How examples use an import: `package.part.name` where all they do is to read that off it, so that a package need not
 * come whole for one name of it; the name alone where they do anything else with it.
 */
function readOff(source: string, name: string): readonly string[] {
  const chains = new Set<string>();
  for (const [use, attributes] of source.matchAll(
    new RegExp(`(?<![\\w.])${name}\\b((?:\\.[A-Za-z_]\\w*)*)(?!\\w)(?!\\s*=[^=])`, 'g'),
  )) {
    if (attributes === '') return [name];
    chains.add(use);
  }
  return chains.size === 0 ? [name] : [...chains];
}

function textOf(module: SourceModule, tests: readonly ExampleTest[], settings: SuiteSettings): string {
  const names = [...new Set(tests.flatMap(({ uses }) => uses.map(use => use.split('.')[0] ?? use)))].sort();
  const readsFile = tests.some(({ ofModule }) => ofModule.some(value => value.includes('sys.modules')));
  return [
    'import doctest',
    ...(readsFile ? ['import sys'] : []),
    '',
    `from ${module.module} import (`,
    ...names.map(name => `    ${name},`),
    ')',
    '',
    `OPTIONS = ${comparingOptions(settings)}`,
    ...tests.flatMap(({ name, uses, ofModule }) => [
      '',
      '',
      `def test_examples_of_${name}():`,
      '    told = []',
      '    runner = doctest.DocTestRunner(verbose=False, optionflags=OPTIONS)',
      // No name stands as text, so that all follow when the examples and the imports are renamed.
      `    names = dict(globals(), ${[...ofModule, `used=(${uses.join(', ')},)`].join(', ')})`,
      `    for examples in doctest.DocTestFinder().find(${name}, "examples", globs=names):`,
      '        runner.run(examples, out=told.append)',
      // In one line, without the rules between: of what an assertion says only the first line is told.
      `    assert runner.tries and not runner.failures, " ".join("".join(told).replace("*" * 70, "").split())`,
    ]),
    '',
  ].join('\n');
}
