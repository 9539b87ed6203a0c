import { oneLine } from '../../domain/one-line.js';
import type { ExportedSymbol, Parameter, Signature } from '../../domain/signature.js';
import { wordsOfTest } from '../../python/docstrings.js';
import { findSecret } from '../../residents/model/find-secret.js';
import { isFreeOfSecrets } from '../admit/secrets.js';
import { rootOf } from '../components/boundary.js';
import { exportsOf } from '../describe/exports.js';
import type { PlannedExports } from '../plans.js';
import type { Survey } from '../survey.js';

/** What a model is told of a planned component: names, signatures, first lines of docstrings, names of tests. */
export interface Sketch {
  /** `module:export`, by which the reply is to refer to it. */
  readonly component: string;
  readonly exports: readonly SketchedExport[];
  /** The tests that reach it, in words. */
  readonly tests: readonly string[];
}

interface SketchedExport {
  readonly name: string;
  readonly kind: string;
  /** Without the values of defaults, which may be anything. */
  readonly signature?: string;
  readonly about?: string;
  readonly methods?: readonly string[];
}

/** In characters or in numbers of things. */
const LONGEST_SKETCH = 20_000;
const MOST_EXPORTS = 24;
const LONGEST_NAME = 100;
const LONGEST_SIGNATURE = 160;
const LONGEST_LINE = 160;
const LONGEST_TEST = 80;
const MOST_METHODS = 6;
const MOST_TESTS = 8;

/**
 * What a model may be told of a planned component, or undefined when it is not asked about: no test reaches it, so that
 * nothing could come of a proposal; it has more exports or longer names than are told whole; or what would be told looks
 * like a secret.
 */
export function sketchOf(survey: Survey, plan: PlannedExports): Sketch | undefined {
  const [{ module, name: lead }] = plan;
  const names = plan.map(({ name }) => name);
  const dotted = module.module;
  if (plan.length > MOST_EXPORTS || [dotted, ...names].some(name => name.length > LONGEST_NAME))
    return undefined;
  const tests = testsOf(survey, plan);
  if (tests.length === 0) return undefined;
  const sketch = { component: `${dotted}:${lead}`, exports: exportsOf({ module, names }).map(told), tests };
  const text = JSON.stringify(sketch);
  if (text.length > LONGEST_SKETCH) return undefined;
  return isFreeOfSecrets(text) && findSecret(text) === undefined ? sketch : undefined;
}

/** The names of tests, those of examples in docstrings among them. */
function testsOf({ graph, tests, unrunnable }: Survey, plan: PlannedExports): readonly string[] {
  const reaching = new Set(plan.flatMap(one => tests.reaching(rootOf(graph, one))));
  const words = [...reaching]
    .filter(({ test }) => !unrunnable.has(test.id))
    .map(({ test }) => line(wordsOfTest(test.name), LONGEST_TEST));
  return [...new Set(words)].slice(0, MOST_TESTS);
}

function told(symbol: ExportedSymbol): SketchedExport {
  const { name, kind, signature, docstring = '', methods = [] } = symbol;
  const about = line(docstring.trim().split('\n', 1)[0] ?? '', LONGEST_LINE);
  const own = methods.slice(0, MOST_METHODS).map(method => line(method.name, LONGEST_NAME));
  return {
    name,
    kind,
    ...(signature !== undefined && { signature: line(signatureText(signature), LONGEST_SIGNATURE) }),
    ...(about !== '' && { about }),
    ...(own.length > 0 && { methods: own }),
  };
}

function signatureText({ parameters, returns, isAsync }: Signature): string {
  const all = parameters.map(parameterText).join(', ');
  return `${isAsync ? 'async ' : ''}(${all})${returns === undefined ? '' : ` -> ${returns}`}`;
}

function parameterText({ name, kind, annotation, defaultValue }: Parameter): string {
  const star = kind === 'var-positional' ? '*' : kind === 'var-keyword' ? '**' : '';
  const type = annotation === undefined ? '' : `: ${annotation}`;
  return `${star}${name}${type}${defaultValue === undefined ? '' : ' = …'}`;
}

/** One harmless line that is not too long. */
function line(text: string, longest: number): string {
  // What is cut away need not be looked through.
  const told = oneLine(text.slice(0, 4 * longest));
  return told.length <= longest ? told : `${told.slice(0, longest - 1)}…`;
}
