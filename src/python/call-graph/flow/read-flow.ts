import type { FlatTree } from '../../../syntax/flat-tree.js';
import { kindOf } from '../../../syntax/grammar.js';
import { readBindings } from './bindings.js';
import { DEFINITIONS } from './definitions.js';
import { EXPRESSIONS } from './expressions.js';
import { FlowWriter } from './flow-writer.js';
import { IMPORTS } from './imports.js';
import { LITERALS } from './literals.js';
import type { ModuleFlow } from './module-flow.js';
import { listedNames } from './listed-names.js';
import { Reader, type Handler } from './reader.js';
import { STATEMENTS } from './statements.js';

const HANDLERS: (Handler | undefined)[] = [];
for (const [name, handler] of [...LITERALS, ...EXPRESSIONS, ...STATEMENTS, ...DEFINITIONS, ...IMPORTS])
  HANDLERS[kindOf(name)] = handler;

/**
 * Reads what a file does with values, for `solveCalls`: a function of its text alone, whatever its path. Never throws
 * for bad source; what could not be parsed says nothing.
 */
export function readFlow(tree: FlatTree): ModuleFlow {
  const writer = new FlowWriter();
  const bindings = readBindings(tree, writer.intern);
  const reader = new Reader(tree, bindings, writer, HANDLERS);
  reader.readAll(() => reader.readChildren(0));
  const scopes = bindings.scopes.flatMap(scope => [
    scope.parent?.id ?? -1,
    writer.intern(reader.qualifiedNames[scope.id] ?? ''),
    scope.kind === 'function' || scope.kind === 'lambda' ? 1 : 0,
  ]);
  return {
    scopes: Int32Array.from(scopes),
    names: reader.moduleNames(),
    all: listedNames(reader),
    nodes: writer.nodes,
    code: writer.finish(),
    strings: writer.strings,
  };
}
