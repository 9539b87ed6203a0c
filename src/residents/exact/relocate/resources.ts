import { posix } from 'node:path';
import type { StoredFile } from '../../../domain/files.js';
import { textOf, type SyntaxNode } from '../../../syntax/parse-python.js';
import { firstArgumentOf, READS_RESOURCES } from '../sources/dotted-strings.js';
import type { ModuleIndex } from '../sources/module-index.js';
import type { Resolver } from '../sources/resolver.js';
import type { Layout } from './layout.js';

export type PlacedResources = { readonly files: readonly StoredFile[] } | { readonly refusal: string };

/**
 * Where resource files go so that whoever reads them still finds them: beside the main module when that looks
 * beside itself, in the private package when other modules do or when a package is named. Nothing may be placed
 * above these two.
 */
export function placeResources(
  resolver: Resolver,
  layout: Layout,
  resources: readonly StoredFile[],
  donorSourceRoot: string,
): PlacedResources {
  if (resources.length === 0) return { files: [] };
  const main = resolver.indexes.find(index => index.source.module === layout.donorMain);
  const others = resolver.indexes.filter(
    index => index !== main && !index.source.isTest && !layout.vanished.has(index.source.module),
  );
  const readsMain = main !== undefined && looksBesideItself(main);
  const readsPrivate =
    others.some(looksBesideItself) || resolver.indexes.some(index => namesPackage(resolver, index));
  const isUnknown = !readsMain && !readsPrivate;
  const folders: Folder[] = [];
  if ((readsMain || isUnknown) && main !== undefined)
    folders.push({ from: posix.dirname(main.source.path), to: posix.dirname(layout.mainPath) });
  if (readsPrivate || (isUnknown && others.length > 0)) {
    const root = posix.join(donorSourceRoot, layout.donorRoot.replaceAll('.', '/'));
    const to = posix.join(layout.sourceRoot, layout.privatePackage.replaceAll('.', '/'));
    folders.push({ from: root, to });
  }
  const files: StoredFile[] = [];
  for (const { from, to } of folders) {
    for (const file of resources) {
      const place = posix.relative(from, file.path);
      if (place.startsWith('..'))
        return { refusal: `\`${file.path}\` lies outside of the folder it would have to be read from` };
      files.push({ ...file, path: posix.join(to, place) });
    }
  }
  return { files };
}

interface Folder {
  readonly from: string;
  readonly to: string;
}

/** Dotted names of the folders that hold resources, and of those above them. */
export function resourcePackages(
  resources: readonly StoredFile[],
  donorSourceRoot: string,
): ReadonlySet<string> {
  const names = resources.flatMap(file => {
    const parts = posix.relative(donorSourceRoot, posix.dirname(file.path)).split('/');
    return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  });
  return new Set(names.filter(name => name !== ''));
}

/** Whether a module finds files by its own place: `__file__`, or its own name given to a reader of resources. */
function looksBesideItself(index: ModuleIndex): boolean {
  const { tree } = index.source;
  return index.nodesOf('identifier').some(node => {
    const name = textOf(tree, node);
    if (name === '__file__' || name === '__path__' || name === '__spec__') return true;
    return (name === '__package__' || name === '__name__') && isReaderArgument(index, node);
  });
}

function namesPackage(resolver: Resolver, index: ModuleIndex): boolean {
  return index.nodesOf('string', 'identifier', 'attribute').some(node => {
    if (!isReaderArgument(index, node)) return false;
    if (node.type === 'string') return true;
    const meaning = resolver.meaningOf(index, node);
    return meaning !== undefined && meaning.symbol === undefined && resolver.isOwn(meaning.module);
  });
}

function isReaderArgument(index: ModuleIndex, node: SyntaxNode): boolean {
  return READS_RESOURCES.has(firstArgumentOf(index, node));
}
