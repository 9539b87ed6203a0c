import { oneLine } from '../domain/one-line.js';
import type { Primitive } from '../domain/primitive.js';
import type { ExportedSymbol } from '../domain/signature.js';
import { table } from './output.js';

/** A primitive as `--json` lists it. */
export function summary(primitive: Primitive): object {
  const { repository, commit, licence, licenceConflicts = [], visibility } = primitive.provenance;
  const exports = primitive.interface.exports.map(symbol => symbol.name);
  return {
    id: primitive.id,
    name: primitive.name,
    exports,
    repository,
    commit,
    licence,
    licenceConflicts,
    ...(visibility !== undefined && { visibility }),
    ...(primitive.family !== undefined && { family: primitive.family }),
  };
}

/** The library as a person reads it: a table, then what the licences leave open, each once. */
export function describeList(primitives: readonly Primitive[]): string {
  if (primitives.length === 0) return 'The library is empty. `codeface mine PATH` fills it.';
  const conflicts = primitives.flatMap(({ provenance }) =>
    (provenance.licenceConflicts ?? []).map(
      conflict => `  ${oneLine(`${provenance.repository}: ${conflict}`)}`,
    ),
  );
  const list = table(
    ['Primitive', 'Name', 'Licence', 'Readable', 'Family'],
    primitives.map(({ id, name, family, provenance }) => [
      id,
      name,
      `${provenance.licence}${provenance.licenceConflicts === undefined ? '' : ' (!)'}`,
      provenance.visibility ?? 'own folder',
      family ?? '',
    ]),
  );
  if (conflicts.length === 0) return list;
  return [
    list,
    'Marked with (!), statements about the licence contradict each other:',
    [...new Set(conflicts)].join('\n'),
  ].join('\n\n');
}

/** Everything of a primitive as a person reads it. */
export function describePrimitive(primitive: Primitive): string {
  const { provenance, dependencies } = primitive;
  const facts = [
    ['source', `${provenance.repository} at ${provenance.commit}`],
    ...provenance.ranges.map(range => ['', `${range.path}:${range.startLine}-${range.endLine}`]),
    ['licence', provenance.licence],
    ...(provenance.licenceConflicts ?? []).map(conflict => ['conflict', conflict]),
    ...provenance.copyright.map((line, index) => [index === 0 ? 'copyright' : '', line]),
    ['channel', provenance.channel],
    ...(provenance.visibility === undefined ? [] : [['readable', provenance.visibility]]),
    ...(primitive.family === undefined
      ? []
      : [['family', `${primitive.family}, of which it is a near duplicate`]]),
    ['needs', dependencies.distributions.join(', ') || 'the standard library alone'],
    ...primitive.carriedTests.tests.map((test, index) => [index === 0 ? 'tests' : '', test.id]),
  ].map(([name = '', value = '']) => `${name.padEnd(9)}  ${oneLine(value)}`);
  const files = primitive.implementation
    .filter(file => file.encoding === 'utf8')
    .map(file => `--- ${oneLine(file.path)}\n${file.content.trimEnd()}`);
  const exports = primitive.interface.exports.map(symbol => `  ${oneLine(describeExport(symbol))}`);
  return [`${primitive.id}  ${oneLine(primitive.name)}`, exports.join('\n'), facts.join('\n'), ...files].join(
    '\n\n',
  );
}

function describeExport(symbol: ExportedSymbol): string {
  const parameters = (symbol.signature?.parameters ?? []).map(parameter => {
    const star = parameter.kind === 'var-positional' ? '*' : parameter.kind === 'var-keyword' ? '**' : '';
    const annotation = parameter.annotation === undefined ? '' : `: ${parameter.annotation}`;
    const value = parameter.defaultValue === undefined ? '' : ` = ${parameter.defaultValue}`;
    return `${star}${parameter.name}${annotation}${value}`;
  });
  if (symbol.kind === 'constant') return symbol.name;
  const returns = symbol.signature?.returns === undefined ? '' : ` -> ${symbol.signature.returns}`;
  return `${symbol.kind} ${symbol.name}(${parameters.join(', ')})${returns}`;
}
