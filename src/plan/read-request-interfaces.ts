import type { ExportedSymbol } from '../domain/signature.js';
import { confinePath } from '../domain/files.js';
import { exportedSymbols } from '../python/exported-symbols.js';
import { moduleOfPath } from '../python/module-paths.js';
import { isStandardLibrary } from '../python/standard-library.js';
import { readBlocks } from './read-blocks.js';
import { parsePython } from '../syntax/parse-python.js';

/** One module that the request asks for, with the interface it must have. */
export interface RequestedInterface {
  readonly module: string;
  readonly exports: readonly ExportedSymbol[];
  /** The prose under the same heading, and the stub's docstrings. */
  readonly behaviour: string;
}

export interface RequestReading {
  readonly interfaces: readonly RequestedInterface[];
  /** All prose of the request, a paragraph each. */
  readonly paragraphs: readonly string[];
  /** Blocks that name a module but cannot be read, in words for the person who wrote them. */
  readonly problems: readonly string[];
}

const PYTHON = new Set(['python', 'py', 'python3', 'pyi']);
const HEADER = /^\s*#\s*(?:module:\s*)?([\w./-]+)\s*$/;

/**
 * Reads interface stubs from a request: fenced Python blocks whose first line is a comment with the module's path
 * or dotted name (`# src/shop/prices.py`, `# shop.prices`). Other blocks are examples and are left alone.
 */
export function readRequestInterfaces(markdown: string, sourceRoots: readonly string[]): RequestReading {
  const interfaces: RequestedInterface[] = [];
  const problems: string[] = [];
  const paragraphs: string[] = [];
  let prose: string[] = [];
  for (const block of readBlocks(markdown)) {
    if (block.kind === 'heading') prose = [];
    if (block.kind !== 'code') {
      prose.push(block.text);
      paragraphs.push(block.text);
    } else if (PYTHON.has(block.language.toLowerCase())) {
      const reading = readStub(block.text, sourceRoots, prose);
      if (typeof reading === 'string') problems.push(reading);
      else if (reading !== undefined) interfaces.push(reading);
    }
  }
  return { interfaces: mergeByModule(interfaces), paragraphs, problems };
}

function readStub(
  code: string,
  sourceRoots: readonly string[],
  prose: readonly string[],
): RequestedInterface | string | undefined {
  const header = HEADER.exec(code.split('\n', 1)[0] ?? '')?.[1];
  if (header === undefined) return undefined;
  const module = moduleOfHeader(header, sourceRoots);
  const unfit = module === undefined ? undefined : whyUnfit(module);
  if (unfit !== undefined) return unfit;
  if (module === undefined)
    return header.includes('/') ? `\`${header}\` is no path of a Python module.` : undefined;
  const tree = parsePython(code);
  const [error] = tree.errors;
  if (error !== undefined)
    return `The interface of \`${module}\` cannot be read: line ${error.line} is ${error.message}.`;
  const exports = exportedSymbols(tree).filter(symbol => !isTypeParameter(code, symbol));
  if (exports.length === 0)
    return `The interface of \`${module}\` defines no public function, class or constant.`;
  const docstrings = exports.flatMap(symbol => symbol.docstring ?? []);
  return { module, exports, behaviour: [...prose, ...docstrings].join('\n\n').trim() };
}

/** `T = TypeVar("T")` and the like serve the stub's annotations; nobody asks for them (PEP 484, PEP 612, PEP 646). */
function isTypeParameter(code: string, { name, kind }: ExportedSymbol): boolean {
  const definition = `^${name}\\s*=\\s*(?:typing\\.)?(?:TypeVar|TypeVarTuple|ParamSpec)\\(`;
  return kind === 'constant' && new RegExp(definition, 'm').test(code);
}

function moduleOfHeader(header: string, sourceRoots: readonly string[]): string | undefined {
  if (header.endsWith('.py')) {
    const path = confinePath(header);
    return path === undefined ? undefined : moduleOfPath(path, sourceRoots);
  }
  return /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/.test(header) ? header : undefined;
}

/** Why nothing can or may be built under this name, in a sentence; undefined when it may. */
function whyUnfit(module: string): string | undefined {
  const parts = module.split('.');
  const keyword = parts.find(part => KEYWORDS.has(part));
  if (keyword !== undefined)
    return `\`${module}\` cannot be imported: \`${keyword}\` is a keyword of Python.`;
  const [top = '', ...rest] = parts;
  const name = parts.at(-1) ?? '';
  const isTaken = RESERVED.has(name) || (rest.length === 0 && (isStandardLibrary(top) || name === 'pytest'));
  return isTaken
    ? `\`${module}\` is a name that Python or pytest gives a meaning of its own: choose another.`
    : undefined;
}

/** Python reference, section 2.3.1. */
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);
const RESERVED = new Set(['conftest', 'sitecustomize', 'usercustomize', 'setup', '__main__']);

function mergeByModule(interfaces: readonly RequestedInterface[]): readonly RequestedInterface[] {
  const merged = new Map<string, RequestedInterface>();
  for (const next of interfaces) {
    const known = merged.get(next.module);
    merged.set(
      next.module,
      known === undefined
        ? next
        : {
            module: next.module,
            exports: [...known.exports, ...next.exports],
            behaviour: `${known.behaviour}\n\n${next.behaviour}`,
          },
    );
  }
  return [...merged.values()];
}
