import { parsePython, textOf, walk, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';
import { harmlessUses } from './harmless-uses.js';
import { importStatements, readImport, type ImportedName } from './imports.js';

/** A file's part in a component: a test may look at frames, and may name the types of pytest's fixtures. */
export type MachineryRole = 'implementation' | 'test';

/** Where a file reaches for what judges it. */
export interface MachineryUse {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

const MACHINERY = /^(_pytest|codeface_\w*|_?ctypes)$/;
const FIXTURE_TYPES = /^_pytest\.(capture|fixtures|legacypath|logging|monkeypatch|recwarn|tmpdir)$/;
/** Attributes that mean one thing only, whatever the module is called in the file. */
const REACHING = new Set(['_exit', 'get_objects', 'get_referrers', '_pytest']);
const REACHING_FRAMES = new Set(['_getframe', '_current_frames', 'currentframe', 'f_back', 'gi_frame']);
/** Of `os`: writing to a descriptor, which is ordinary where the file has opened one itself. */
const DESCRIPTOR_CALLS = new Set(['write', 'writev', 'pwrite', 'fdopen', 'dup', 'dup2', 'dup3']);
const OPENS_DESCRIPTORS = /\b(mkstemp|os\.open|os\.pipe2?|openpty|fileno|socketpair)\b/;
const REACHING_TEXT = /codeface_|^_pytest\b|^_exit$|\/proc\/(self|\d+|thread-self)?\/?fd|^\/dev\/fd/;
/** Most files have none of these and need no parsing: whatever `machineryUses` tells has one of them in its text. */
const SUSPECT = new RegExp(
  [
    'codeface_|_pytest|ctypes|_exit|get_objects|get_referrers|/fd',
    // `os.write` as it is read below, and what gives it another name.
    String.raw`\bos\s*\.\s*(${[...DESCRIPTOR_CALLS].join('|')})\b|\bos[\s\\]+as\b|\bfrom[\s\\]+os[\s\\]+import\b`,
    String.raw`\bmodules\s*(\[|\.\w+\()\s*["']_?pytest\b`,
  ].join('|'),
);
const SUSPECT_FRAMES = new RegExp([...REACHING_FRAMES].join('|'));

/**
 * Where a file reaches for the machinery that judges it: pytest's internals, the harness, the interpreter's frames and
 * objects, the end of the process, descriptors it has not opened; what reaches nothing (`harmlessUses`) is left out. It recognises names as they are written, not what
 * is computed (`getattr(os, '_ex' + 'it')`): the harness has to distrust what gets by.
 */
export function machineryUses(content: string, role: MachineryRole): readonly MachineryUse[] {
  const isSuspect = SUSPECT.test(content) || (role === 'implementation' && SUSPECT_FRAMES.test(content));
  if (!isSuspect) return [];
  const tree = parsePython(content);
  const imports = importStatements(tree.root).flatMap(statement =>
    readImport(tree, statement, { module: 'm', isPackage: false }),
  );
  const mayWrite = OPENS_DESCRIPTORS.test(content);
  const isHarmless = harmlessUses(tree);
  const os = new Set(imports.filter(one => one.module === 'os' && !one.symbol).map(one => one.local));
  const fromNodes = [...walk(tree.root)].flatMap(node => {
    const name = nameIn(tree, node, role, mayWrite ? new Set() : os);
    return name === undefined || isHarmless(node.start) ? [] : [{ name, line: node.startLine }];
  });
  const fromImports = imports.flatMap(one => {
    const name = importedName(one, role, mayWrite);
    const isReached = name !== undefined && !isHarmless(one.statement.start);
    return isReached ? [{ name, line: one.statement.startLine }] : [];
  });
  return [...fromImports, ...fromNodes];
}

function importedName({ module, symbol, level }: ImportedName, role: MachineryRole, mayWrite: boolean) {
  if (level > 0) return undefined;
  const [top = module] = module.split('.');
  if (MACHINERY.test(top)) return role === 'test' && FIXTURE_TYPES.test(module) ? undefined : top;
  const writes = module === 'os' && symbol !== undefined && DESCRIPTOR_CALLS.has(symbol);
  return writes && !mayWrite ? `os.${symbol}` : undefined;
}

function nameIn(tree: SyntaxTree, node: SyntaxNode, role: MachineryRole, os: ReadonlySet<string>) {
  switch (node.type) {
    case 'identifier': {
      const name = textOf(tree, node);
      const isImport = node.field === 'module_name';
      if (isImport || (name === '_pytest' && node.field !== 'attribute')) return undefined;
      return REACHING.has(name) || (role === 'implementation' && REACHING_FRAMES.has(name))
        ? name
        : undefined;
    }
    case 'attribute': {
      const [module = '', name = '', ...more] = textOf(tree, node).replace(/\s/g, '').split('.');
      return more.length === 0 && os.has(module) && DESCRIPTOR_CALLS.has(name) ? `os.${name}` : undefined;
    }
    case 'string_content':
      return REACHING_TEXT.exec(textOf(tree, node))?.[0];
    case 'subscript':
    case 'call':
      return /^[\w.]*\bmodules\s*(\[|\.\w+\()\s*["']_?pytest\b/.test(textOf(tree, node))
        ? 'sys.modules["pytest"]'
        : undefined;
    default:
      return undefined;
  }
}

/** Modules through which code can reach into the process that judges it, or be there after its tests. */
const JUDGING_MODULES = new Set(
  'pytest _pytest pluggy unittest doctest gc ctypes _ctypes atexit inspect faulthandler builtins site pdb bdb trace importlib.abc importlib.machinery'.split(
    ' ',
  ),
);
/** Names with the same power, wherever they are found: frames, tracing, import hooks, closures, the process's end. */
const JUDGING_NAMES = new Set(
  '_getframe _getframemodulename _current_frames currentframe walk_stack f_back f_globals f_locals tb_frame gi_frame cr_frame ag_frame settrace setprofile settrace_all_threads setprofile_all_threads monitoring meta_path path_hooks path_importer_cache import_module __import__ __builtins__ __subclasses__ __globals__ __closure__ cell_contents _exit'.split(
    ' ',
  ),
);
/** Functions that run text, in which anything can be hidden; methods of these names are something else. */
const RUNS_TEXT = new Set(['exec', 'eval', 'compile']);
/** What a test is made with. */
const OF_TESTS = new Set(['pytest', 'unittest', 'doctest', 'inspect']);

/**
 * Everything in a file through which it could decide what is said of it, mining's refusals (`machineryUses`) among it,
 * by name. Much of it is ordinary in code that had it from its author; no adaptation of names and places adds any.
 */
export function judgingNames(content: string, role: MachineryRole): ReadonlySet<string> {
  const tree = parsePython(content);
  const names = new Set(machineryUses(content, role).map(({ name }) => name));
  for (const statement of importStatements(tree.root)) {
    for (const { module, symbol = '', level } of readImport(tree, statement, {
      module: 'm',
      isPackage: false,
    })) {
      if (level > 0) continue;
      const [top = module] = module.split('.');
      for (const name of [top, module, `${module}.${symbol}`]) if (JUDGING_MODULES.has(name)) names.add(name);
      if (JUDGING_NAMES.has(symbol)) names.add(symbol);
    }
  }
  for (const node of walk(tree.root)) {
    const text = node.type === 'identifier' || node.type === 'string_content' ? textOf(tree, node) : '';
    const isCalled = node.type === 'identifier' && node.field === 'function';
    if (JUDGING_NAMES.has(text) || (isCalled && RUNS_TEXT.has(text))) names.add(text);
  }
  return role === 'implementation' ? names : new Set([...names].filter(name => !OF_TESTS.has(name)));
}
