import type { FileTree } from '../../domain/files.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { examplesOf } from '../../python/docstrings.js';
import { parsePython } from '../../syntax/parse-python.js';
import type { ReachingTest } from '../cut/suite.js';
import { exportsOf, type Subject } from './exports.js';
import type { Mentions } from './mentions.js';
import { scriptOfTest } from './test-script.js';

/** Code that shows how a component is used, and may run: whoever admits the component executes it first. */
export interface UsageExample {
  /** Python that imports what it uses: a script, or an interactive session that starts with its imports. */
  readonly text: string;
  readonly form: 'script' | 'doctest';
  /** Where it stands: a symbol's docstring, a document, or a test, as a reader finds it. */
  readonly origin: string;
}

/** Where tests can be cut out of, to be made into scripts. */
export interface ExampleSource {
  readonly graph: DependenceGraph;
  readonly files: FileTree;
}

const MOST_EXAMPLES = 8;
const MOST_OF_DOCUMENTS = 4;
const LONGEST_LINES = 60;
const LONGEST_LINE = 300;
/** Cutting a test out costs a walk over what it needs. */
const MOST_TRIED_TESTS = 6;

/**
 * The candidates for a usage example, best first: what docstrings show, what documents show, then the tests made into
 * scripts, shortest first. Each imports the names it uses, so that it needs nothing but the component and what the
 * component depends on. None is known to run.
 */
export function usageExamplesOf(
  subject: Subject,
  tests: readonly ReachingTest[],
  options: { readonly repository?: ExampleSource; readonly mentions?: Mentions } = {},
): readonly UsageExample[] {
  const { repository, mentions } = options;
  const shown = [
    ...fromDocstrings(subject),
    ...(mentions === undefined ? [] : fromDocuments(subject, mentions)),
  ];
  const found = [...shown, ...(repository === undefined ? [] : fromTests(repository, subject, tests))];
  const short = found.filter(({ text }) => isShort(text));
  return [...new Map(short.map(example => [example.text, example])).values()].slice(0, MOST_EXAMPLES);
}

function fromDocstrings(subject: Subject): readonly UsageExample[] {
  const { module } = subject.module;
  return exportsOf(subject).flatMap(symbol =>
    [
      { origin: `${module}.${symbol.name}`, docstring: symbol.docstring },
      ...(symbol.methods ?? []).map(method => ({
        origin: `${module}.${symbol.name}.${method.name}`,
        docstring: method.docstring,
      })),
    ].flatMap(({ origin, docstring }) => {
      const examples = examplesOf(docstring);
      return examples === undefined || !isShort(examples) ? [] : [session(subject, examples, origin)];
    }),
  );
}

function fromDocuments(subject: Subject, mentions: Mentions): readonly UsageExample[] {
  const blocks = subject.names.flatMap(name => mentions.codeAbout(name));
  return [...new Set(blocks)].slice(0, MOST_OF_DOCUMENTS).flatMap(({ path, line, text, form }) => {
    const origin = `${path}:${line}`;
    if (!isShort(text)) return [];
    if (form === 'doctest') {
      const examples = examplesOf(text);
      return examples === undefined || !isShort(examples) ? [] : [session(subject, examples, origin)];
    }
    // A fragment with an ellipsis for code, or of another language, is no example.
    if (parsePython(text).errors.length > 0 || /^\s*\.\.\.\s*$/m.test(text)) return [];
    return [{ text: importsFor(subject, text, '') + text, form, origin }];
  });
}

function fromTests(
  { graph, files }: ExampleSource,
  subject: Subject,
  tests: readonly ReachingTest[],
): readonly UsageExample[] {
  const uses = (text: string) => subject.names.findIndex(name => hasWord(text, name));
  return tests
    .toSorted((a, b) => linesOf(a) - linesOf(b))
    .slice(0, MOST_TRIED_TESTS)
    .flatMap(test => {
      const text = scriptOfTest(graph, files, test);
      // What runs a docstring's examples shows less than the examples, which are candidates themselves.
      const rank = text === undefined || /^import doctest$/m.test(text) ? -1 : uses(text);
      return text === undefined || rank < 0 ? [] : [{ text, rank, origin: test.test.id }];
    })
    .sort(
      (a, b) =>
        Number(usesRunner(a.text)) - Number(usesRunner(b.text)) ||
        a.rank - b.rank ||
        a.text.length - b.text.length ||
        (a.origin < b.origin ? -1 : 1),
    )
    .map(({ text, origin }) => ({ text, form: 'script' as const, origin }));
}

/** What needs the test runner shows how something fails more often than how it is used. */
function usesRunner(script: string): boolean {
  return /^(import|from) (pytest|unittest)\b/m.test(script);
}

/** Whether a reader takes it in; longer lines are data, and nothing here looks for names in them. */
function isShort(text: string): boolean {
  const lines = text.split('\n', LONGEST_LINES + 1);
  return lines.length <= LONGEST_LINES && lines.every(line => line.length <= LONGEST_LINE);
}

/** Lines of a test as it is written; a class counts whole unless one method of it is the test. */
function linesOf({ test: { unit, method } }: ReachingTest): number {
  const nodes = method === undefined ? unit.nodes : [method.node];
  return (nodes.at(-1)?.endLine ?? 0) - (nodes[0]?.startLine ?? 0);
}

/** An interactive session with the imports that it leaves out, as a document's setting leaves them out. */
function session(subject: Subject, examples: string, origin: string): UsageExample {
  const imports = importsFor(subject, examples, '>>> ');
  return { text: `${imports}${examples.trimEnd()}\n`, form: 'doctest', origin };
}

/** Import lines for the names of the component that a text uses and does not bind. */
function importsFor({ module, names }: Subject, text: string, prompt: string): string {
  const missing = names.filter(name => hasWord(text, name) && !isBound(text, name));
  return missing.length === 0 ? '' : `${prompt}from ${module.module} import ${missing.join(', ')}\n`;
}

/** Whether a text imports, assigns or defines a name, or only reads it off something else. */
function isBound(text: string, name: string): boolean {
  return (
    new RegExp(`^[>. \\t]*(?:from\\b.*\\bimport\\b.*|import\\b.*)\\b${name}\\b`, 'm').test(text) ||
    new RegExp(`^[>. \\t]*(?:(?:async )?def |class )?${name}\\b[ \\t]*(?:=(?!=)|\\(.*\\):|:)`, 'm').test(
      text,
    ) ||
    new RegExp(`^[>. \\t]*from\\b[^\\n]*\\bimport[ \\t]*(?:\\*|\\([^)]*\\b${name}\\b)`, 'm').test(text) ||
    !new RegExp(`(?<![.\\w])${name}\\b`).test(text)
  );
}

function hasWord(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
