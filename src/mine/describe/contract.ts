import type { ExportedMethod, ExportedSymbol, RaisedException } from '../../domain/signature.js';
import type { ToldEffect } from '../../python/slicing/effects.js';
import { summaryOf, wordsOfTest } from '../../python/docstrings.js';
import { sentenceAbout } from './effect-words.js';

/** So many tests are told in words, methods of a class, sentences of the documentation, and effects of an import. */
const MOST_TESTS = 12;
const MOST_METHODS = 12;
const MOST_SENTENCES = 3;
const MOST_EFFECTS = 8;
const LONGEST_SUMMARY = 500;
/** A test that runs the examples of a docstring says nothing in its name. */
const OF_DOCSTRING = /^examples of /;

/**
 * The behavioural contract in words (I of a primitive; Code Primitives, section 3.2): what each export is for, what it
 * raises and demands, what the documentation says of it, what importing it does besides, and what the carried tests are
 * called. One statement a line.
 */
export function contractOf(
  exports: readonly ExportedSymbol[],
  tests: readonly string[],
  documented: (name: string) => readonly string[],
  effects: readonly ToldEffect[] = [],
): string {
  const told = [...new Set(tests.map(wordsOfTest))].filter(
    words => words !== '' && !OF_DOCSTRING.test(words),
  );
  return [
    ...exports.flatMap(symbol => statementsAbout(symbol, documented(symbol.name))),
    ...effectsTold(effects),
    ...(told.length === 0 ? [] : [`Tested: ${told.slice(0, MOST_TESTS).join('; ')}.`]),
  ].join('\n');
}

/** The first effects; that there are more is told too. */
function effectsTold(effects: readonly ToldEffect[]): readonly string[] {
  const more = effects.length - MOST_EFFECTS;
  return [
    ...effects.slice(0, MOST_EFFECTS).map(sentenceAbout),
    ...(more > 0 ? [`On import, it does ${more} more things of the kind.`] : []),
  ];
}

function statementsAbout(symbol: ExportedSymbol, documented: readonly string[]): readonly string[] {
  const { name, docstring, raises = [], preconditions = [], methods = [], observedCalls = [] } = symbol;
  const summary = shortened(summaryOf(docstring));
  const told = methods.filter(method => summaryOf(method.docstring) !== '').slice(0, MOST_METHODS);
  // What a guard raises is told with what is raised.
  const asserted = preconditions.filter(
    sentence => !raises.some(one => sentence.endsWith(` raises ${one.name}`)),
  );
  return [
    ...(summary === '' ? [] : [`${name}: ${summary}`]),
    ...told.map(method => `${name}.${method.name}: ${shortened(summaryOf(method.docstring))}`),
    ...(raises.length === 0 ? [] : [`${name} raises ${raises.map(raising).join('; ')}.`]),
    ...methods.flatMap(method => raisedByMethod(name, method)),
    ...(asserted.length === 0 ? [] : [`${name} demands: ${asserted.join('; ')}.`]),
    ...documented.slice(0, MOST_SENTENCES).map(sentence => `${name} in the documentation: ${sentence}`),
    ...(observedCalls.length === 0 ? [] : [`${name} is called as: ${observedCalls.join('; ')}`]),
  ];
}

function raisedByMethod(owner: string, { name, raises = [] }: ExportedMethod): readonly string[] {
  return raises.length === 0 ? [] : [`${owner}.${name} raises ${raises.map(raising).join('; ')}.`];
}

function raising({ name, condition, description }: RaisedException): string {
  if (description !== undefined) return `${name} (${description})`;
  return condition === undefined ? name : `${name} when \`${condition}\``;
}

/** A summary that a reader takes in at a glance. */
function shortened(text: string): string {
  return text.length <= LONGEST_SUMMARY ? text : `${text.slice(0, LONGEST_SUMMARY - 1)}…`;
}
