import { Eta } from 'eta';
import type { StoredFile } from '../../domain/files.js';
import type { ResidentInput } from '../resident.js';
import { fence } from './fence.js';
import { placesOf } from './places.js';

/** Texts of templates/prompts/: what is asked for, and how the four things are laid out. */
/** Where the prompts lie, below templates/: two constant system texts, and the data that goes with either. */
export const PROMPT_PATHS = {
  assess: 'prompts/assess.md',
  adapt: 'prompts/adapt.md',
  input: 'prompts/input.eta',
} as const;

export type ModelPrompts = Readonly<Record<keyof typeof PROMPT_PATHS, string>>;

const eta = new Eta({ autoEscape: false, autoTrim: false });

/** Fields of a primitive that are shown; licence texts are for NOTICE, and files are shown as files. */
const PRIMITIVE = [
  ...['name', 'sourceRoot', 'interface', 'dependencies', 'tests', 'provenance', 'files', 'number', 'path'],
  ...['distributions', 'standardLibrary', 'environmentVariables', 'systemTools', 'id', 'encoding'],
  ...['repository', 'commit', 'ranges', 'startLine', 'endLine', 'licence', 'copyright', 'usageExample'],
  ...['channel', 'derivedFrom', 'behaviour'],
];
const EXPORTS = [
  ...['module', 'exports', 'name', 'kind', 'docstring', 'signature', 'methods', 'isInferred', 'parameters'],
  ...['annotation', 'defaultValue', 'inferredType', 'returns', 'inferredReturns', 'isAsync'],
  ...['raises', 'condition', 'description', 'preconditions', 'binding', 'bases', 'observedCalls'],
];
const REQUEST = ['id', 'path', 'behaviour', 'mayAssume'];
const CONTEXT = [
  'path',
  'requiredExports',
  'siblings',
  'places',
  'modulePath',
  'privateFolder',
  'testPrefix',
];
const ATTEMPT = ['mapping', 'exports', 'parameters', 'from', 'to', 'outcome', 'diagnostics', 'demand'];

/**
 * The four things a resident gets, as text (Code Primitives, appendix F.1, prompt contract). Only fields named here
 * go in, whatever else a value carries; all of it stands inside fences, since none of it is ours.
 */
export function renderInput(template: string, input: ResidentInput): string {
  const { primitive, localRequest, context, attempts, incoming } = input;
  const files = [...primitive.implementation, ...primitive.carriedTests.files];
  const shown = {
    ...primitive,
    tests: primitive.carriedTests.tests,
    files: files.map(({ path, encoding }, index) => ({ number: index + 1, path, encoding })),
  };
  return eta.renderString(template, {
    primitive: json(shown, [...PRIMITIVE, ...EXPORTS]),
    files: files.flatMap((file, index) =>
      file.encoding === 'utf8' ? [{ number: index + 1, text: fence(file.content, languageOf(file)) }] : [],
    ),
    localRequest: json(localRequest, [...REQUEST, ...EXPORTS]),
    context: json({ ...context, places: placesOf(context) }, [...CONTEXT, ...EXPORTS]),
    attempts: json(attempts, ATTEMPT),
    incoming: json(incoming, ATTEMPT),
  });
}

/** `fields` are the only ones written, at every depth. */
function json(value: object, fields: readonly string[]): string {
  return fence(JSON.stringify(value, [...fields], 1), 'json');
}

function languageOf({ path }: StoredFile): 'python' | 'text' {
  return path.endsWith('.py') ? 'python' : 'text';
}
