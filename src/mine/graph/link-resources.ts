import { posix } from 'node:path';
import { TEXT } from '../../python/outline/module-outline.js';
import { NOWHERE, type NameResolver, type Target } from './name-resolver.js';
import type { Program, ProgramFile } from './program.js';

/** A file other than Python that may configure, with the dotted names in its text. */
export interface ConfigurationOutline {
  readonly path: string;
  readonly dotted: readonly string[];
}

const CONFIGURATION = /(?:^|\/)[^/]+\.(?:toml|cfg|ini|ya?ml|json)$/;

/** Larger ones are data. */
const LARGEST_CONFIGURATION = 64 * 1024;

/** More dotted names in one file are a list of something else. */
const MOST_NAMES = 500;

/** One name of a file, in a folder that has more files of the name below it, says nothing. */
const MOST_NAMESAKES = 3;

/** Whether a file may configure code: by its name and size in bytes. */
export function mayConfigure(path: string, bytes: number): boolean {
  return bytes <= LARGEST_CONFIGURATION && CONFIGURATION.test(path);
}

/** The dotted names in a configuration: `package.module`, `package.module:function`. */
export function outlineConfiguration(path: string, text: string): ConfigurationOutline {
  const found = new Set<string>();
  for (const [dotted] of text.matchAll(/(?<![\w.-])[A-Za-z_]\w{0,80}(?:[.:][A-Za-z_]\w{0,80}){1,10}/g)) {
    if (found.size >= MOST_NAMES) break;
    found.add(dotted.replace(':', '.'));
  }
  return { path, dotted: [...found] };
}

/** Finds what strings and configurations name: files, and entities by their dotted names. */
export class ReferenceFinder {
  private readonly byName = new Map<string, string[]>();
  private readonly files: ReadonlySet<string>;

  constructor(
    private readonly program: Program,
    private readonly names: NameResolver,
    paths: Iterable<string>,
  ) {
    const resources = [...paths].filter(path => !/\.pyc?$/.test(path)).sort();
    this.files = new Set(resources);
    for (const path of resources) {
      const name = posix.basename(path);
      const known = this.byName.get(name);
      if (known === undefined) this.byName.set(name, [path]);
      else known.push(path);
    }
  }

  /** What the strings of a file name: entities by number, files by path. */
  *ofStrings(number: number, file: ProgramFile): Generator<readonly [owner: number, named: Target | string]> {
    const { texts, names } = file.outline;
    for (let row = 0; row < texts.length; row += TEXT.width) {
      const owner = file.base + (texts[row + TEXT.owner] as number);
      const text = names[texts[row + TEXT.text] as number] ?? '';
      const path = this.fileNamed(file, text);
      if (path !== undefined) {
        yield [owner, path];
        continue;
      }
      const target = this.entityNamed(text.replace(':', '.'), number);
      if (target >= 0) yield [owner, target];
    }
  }

  /** The entity that a dotted name leads to whole, through packages and classes. */
  entityNamed(dotted: string, from: number | undefined): Target {
    const [first = '', ...rest] = dotted.split('.');
    let target =
      this.program.modules.has(first) || rest.length > 0 ? this.names.module(first, from) : NOWHERE;
    if (target === NOWHERE || rest.length === 0) return NOWHERE;
    for (const step of rest) {
      const isModule = target < 0 || this.program.parentOf[target] === -1;
      // A method is its class's matter.
      if (!isModule) return target;
      target = this.names.member(target, step);
      if (target === NOWHERE) return NOWHERE;
    }
    return target;
  }

  /** A file that a string names: from the module's folder or one above it, or the only one of its name below them. */
  private fileNamed({ outline, sourceRoot }: ProgramFile, text: string): string | undefined {
    if (text.startsWith('/') || text.includes('..')) return undefined;
    const namesakes = this.byName.get(posix.basename(text));
    if (namesakes === undefined) return undefined;
    for (let folder = posix.dirname(outline.path); ; folder = posix.dirname(folder)) {
      const path = posix.join(folder, text);
      if (this.files.has(path)) return path;
      const prefix = folder === '.' ? '' : `${folder}/`;
      const isTop = folder === '.' || folder === sourceRoot;
      const below = isTop ? [] : namesakes.filter(one => one.startsWith(prefix) && one.endsWith(`/${text}`));
      if (below.length === 1) return below[0];
      if (isTop || below.length > MOST_NAMESAKES) return undefined;
    }
  }
}
