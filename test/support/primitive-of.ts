import type { StoredFile } from '../../src/domain/files.js';
import type { Primitive } from '../../src/domain/primitive.js';
import { exportedSymbols } from '../../src/python/exported-symbols.js';
import { pathOfModule } from '../../src/python/module-paths.js';
import { parsePython } from '../../src/syntax/parse-python.js';

/** Python files by path, as a test writes them down. */
export type Texts = Readonly<Record<string, string>>;

/** A primitive of these files; its interface is read from its main module, its tests from the test files. */
export function primitiveOf(options: {
  readonly module: string;
  readonly exports: readonly string[];
  readonly files: Texts;
  readonly tests?: Texts;
  readonly resources?: Texts;
  readonly sourceRoot?: string;
  readonly distributions?: readonly string[];
}): Primitive {
  const { module, files, tests = {}, resources = {}, sourceRoot = '' } = options;
  const main =
    files[pathOfModule(module, sourceRoot)] ??
    files[`${pathOfModule(module, sourceRoot).slice(0, -3)}/__init__.py`];
  const symbols = exportedSymbols(parsePython(main ?? ''));
  return {
    id: 'cf-0123456789ab',
    name: `acme/donor/${module}.${options.exports[0] ?? ''}`,
    implementation: [...stored(files), ...stored(resources)],
    sourceRoot,
    interface: {
      module,
      exports: options.exports.map(
        name => symbols.find(symbol => symbol.name === name) ?? { name, kind: 'function' },
      ),
      behaviour: '',
    },
    dependencies: {
      distributions: options.distributions ?? [],
      standardLibrary: [],
      environmentVariables: [],
      systemTools: [],
    },
    carriedTests: {
      files: stored(tests),
      tests: Object.entries(tests).flatMap(([path, text]) =>
        testIds(text).map(name => ({ id: `${path}::${name}`, path, name: name.split('::').at(-1) ?? name })),
      ),
    },
    provenance: {
      repository: 'acme/donor',
      commit: '0123456789abcdef0123456789abcdef01234567',
      ranges: [],
      licence: 'MIT',
      licenceText: 'MIT License\n',
      copyright: ['Copyright 2020 Acme'],
      channel: 'mined',
    },
  };
}

function stored(texts: Texts): readonly StoredFile[] {
  return Object.entries(texts).map(([path, content]) => ({ path, encoding: 'utf8', content }));
}

/** Node ids below the file: functions, and methods of classes. */
function testIds(text: string): readonly string[] {
  let owner = '';
  return text.split('\n').flatMap(line => {
    const definition = /^( *)(?:async )?(def|class) (\w+)/.exec(line);
    const [, indent = '', kind = '', name = ''] = definition ?? [];
    if (indent === '') owner = kind === 'class' ? name : kind === 'def' ? '' : owner;
    if (kind !== 'def' || !name.startsWith('test')) return [];
    return [indent === '' ? name : `${owner}::${name}`];
  });
}
