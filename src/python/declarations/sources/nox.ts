import type { FileTree } from '../../../domain/files.js';
import { fieldOf, textOf, walk, type SyntaxNode } from '../../../syntax/parse-python.js';
import { atRoot, installWords } from './install-lines.js';
import { readLiterals, type LiteralSource } from '../formats/python-literals.js';
import { textAt } from '../repository-text.js';
import { combineWanted, wanting, type Wanted } from '../wanted.js';

/**
 * The literal words of `session.install(…)` in the sessions of `noxfile.py` whose name contains "test". A word that
 * is computed is not read.
 */
export function noxSessions(files: FileTree): Wanted {
  const text = textAt(files, 'noxfile.py');
  const source = text === '' ? undefined : readLiterals(text);
  if (source === undefined) return wanting({});
  const sessions = [...walk(source.tree.root)].filter(node => isTestSession(source, node));
  const place = atRoot(files, 'noxfile.py');
  return combineWanted(
    sessions.flatMap(session =>
      installCalls(source, session).map(call => installWords(wordsOf(source, call), place)),
    ),
  );
}

function isTestSession(source: LiteralSource, node: SyntaxNode): boolean {
  if (node.type !== 'decorated_definition') return false;
  const definition = fieldOf(node, 'definition');
  const name = definition === undefined ? undefined : fieldOf(definition, 'name');
  const decorators = node.children
    .filter(({ type }) => type === 'decorator')
    .map(one => textOf(source.tree, one));
  const isSession = decorators.some(text => /^@\s*(?:\w+\.)?(?:nox_)?session\b/.test(text));
  const called = name === undefined ? '' : textOf(source.tree, name);
  return (
    isSession && (/test/i.test(called) || decorators.some(text => /name\s*=\s*["'][^"']*test/i.test(text)))
  );
}

function installCalls(source: LiteralSource, session: SyntaxNode): readonly SyntaxNode[] {
  return [...walk(session)].filter(node => {
    const callee = node.type === 'call' ? fieldOf(node, 'function') : undefined;
    return callee !== undefined && /^\w+\.install$/.test(textOf(source.tree, callee));
  });
}

function wordsOf(source: LiteralSource, call: SyntaxNode): readonly string[] {
  const words = (fieldOf(call, 'arguments')?.children ?? []).flatMap((node): readonly unknown[] => {
    const value = source.valueOf(node.type === 'list_splat' ? (node.children.at(-1) ?? node) : node);
    return Array.isArray(value) ? value : [value];
  });
  return words.filter(word => typeof word === 'string');
}
