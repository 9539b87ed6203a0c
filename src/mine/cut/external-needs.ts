import { literalText } from '../../python/slicing/surroundings.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import { fieldOf, textOf, walk, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';

/** Something of the machine that code reads or starts, at a place of its file. */
export interface ExternalNeed {
  readonly kind: 'environment-variable' | 'system-tool';
  readonly name: string;
  readonly start: number;
}

const READS_ENVIRONMENT = /(^|\.)(getenv|environ\.(get|pop|setdefault))$/;
const STARTS_PROGRAM =
  /(^|\.)(which|subprocess\.\w+|Popen|check_call|check_output|os\.system|os\.popen|create_subprocess_(exec|shell))$/;

/** The environment variables and system tools that a module names by literals, in source order. */
export function externalNeedsOf({ tree }: SourceModule): readonly ExternalNeed[] {
  return [...walk(tree.root)].flatMap(node => environmentRead(tree, node) ?? programStart(tree, node) ?? []);
}

function environmentRead(tree: SyntaxTree, node: SyntaxNode): ExternalNeed | undefined {
  const callee = fieldOf(node, 'function');
  const isCall = node.type === 'call' && callee !== undefined && READS_ENVIRONMENT.test(textOf(tree, callee));
  const value = fieldOf(node, 'value');
  const isItem =
    node.type === 'subscript' && value !== undefined && /(^|\.)environ$/.test(textOf(tree, value));
  const argument = isCall ? fieldOf(node, 'arguments')?.children[0] : fieldOf(node, 'subscript');
  const name = isCall || isItem ? literalText(tree, argument) : undefined;
  return name === undefined ? undefined : { kind: 'environment-variable', name, start: node.start };
}

function programStart(tree: SyntaxTree, node: SyntaxNode): ExternalNeed | undefined {
  const callee = node.type === 'call' ? fieldOf(node, 'function') : undefined;
  if (callee === undefined || !STARTS_PROGRAM.test(textOf(tree, callee))) return undefined;
  const [argument] = fieldOf(node, 'arguments')?.children ?? [];
  const isList = argument?.type === 'list' || argument?.type === 'tuple';
  const command = literalText(tree, isList ? argument.children[0] : argument);
  const name = command?.trim().split(/\s+/)[0];
  return name === undefined || name === '' ? undefined : { kind: 'system-tool', name, start: node.start };
}
