import { fieldOf, textOf, type SyntaxNode } from '../../syntax/parse-python.js';
import type { ImportedName } from '../imports.js';
import type { SourceModule } from './source-module.js';
import type { Unit } from './units.js';

/**
 * What is kept of an import: a clause, and for a star import the name that is taken from it. An empty name keeps
 * nothing of the module but that it is loaded: `from .part import *` becomes `from . import part`.
 */
export interface KeptImport {
  readonly clause: ImportedName;
  readonly name: string;
}

const LONGEST_LINE = 99;

/**
 * The text of an import unit with only some of its names: as it is written when all are kept, else each statement
 * with the kept clauses. A star import becomes an import of the names that are taken from it.
 */
export function importText(module: SourceModule, unit: Unit, kept: readonly KeptImport[]): string {
  const { text } = module.tree;
  const isWhole = unit.imports.every(clause =>
    kept.some(one => one.clause === clause && one.name === clause.local),
  );
  if (isWhole) return text.slice(unit.start, unit.end);
  const newline = newlineOf(text);
  const statements = [...new Set(unit.imports.map(({ statement }) => statement))];
  const [first] = statements;
  const lines = statements.flatMap(statement => {
    const clauses = kept.filter(({ clause }) => clause.statement === statement);
    const indent = text.slice(text.lastIndexOf('\n', statement.start - 1) + 1, statement.start);
    return statementTexts(module, statement, clauses, newline, indent).map(line => indent + line + newline);
  });
  const head = first === undefined ? '' : text.slice(unit.start, text.lastIndexOf('\n', first.start - 1) + 1);
  return (head.length > 0 ? head : '') + lines.join('');
}

/** The line break that a text is written with. */
export function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function statementTexts(
  { tree }: SourceModule,
  statement: SyntaxNode,
  kept: readonly KeptImport[],
  newline: string,
  indent: string,
): readonly string[] {
  const named = kept.filter(({ name }) => name !== '');
  const source = fieldOf(statement, 'module_name');
  const clauses = named
    .toSorted((a, b) => a.clause.node.start - b.clause.node.start || (a.name < b.name ? -1 : 1))
    .map(({ clause, name }) => (clause.symbol === '*' ? name : textOf(tree, clause.node)));
  if (source === undefined) return clauses.length === 0 ? [] : [`import ${clauses.join(', ')}`];
  const from = textOf(tree, source).replace(/\s/g, '');
  if (clauses.length > 0) return [fromImport(from, clauses, newline, indent)];
  const [, parent = '', part = ''] = /^(.*?)\.?([^.]+)$/.exec(from) ?? [];
  return kept.length === 0 ? [] : [`from ${parent === '' ? '.' : parent} import ${part}`];
}

/** `from module import a, b`, over several lines when it is long. */
export function fromImport(module: string, clauses: readonly string[], newline: string, indent = ''): string {
  const line = `from ${module} import ${clauses.join(', ')}`;
  if (indent.length + line.length <= LONGEST_LINE) return line;
  const inside = clauses.map(clause => `${indent}    ${clause},${newline}`).join('');
  return `from ${module} import (${newline}${inside}${indent})`;
}
