import type { StoredFile } from '../../src/domain/files.js';
import type { Primitive } from '../../src/domain/primitive.js';

/** A small, complete primitive: a function with a test and a licence. */
export function samplePrimitive(
  exportName: string,
  options: {
    readonly id?: string;
    readonly repository?: string;
    readonly behaviour?: string;
    readonly code?: string;
  } = {},
): Primitive {
  const {
    repository = 'acme/tools',
    behaviour = '',
    code = `def ${exportName}():\n    return 1\n`,
  } = options;
  const path = `tools/${exportName}.py`;
  const testPath = `tests/test_${exportName}.py`;
  const source = (at: string, content: string): StoredFile => ({ path: at, encoding: 'utf8', content });
  return {
    id: options.id ?? `cf-${digits(`${repository}:${exportName}`)}`,
    name: `${repository}/tools.${exportName}`,
    implementation: [source(path, code)],
    sourceRoot: '',
    interface: {
      module: `tools.${exportName}`,
      exports: [
        { name: exportName, kind: 'function', signature: { parameters: [], isAsync: false, returns: 'int' } },
      ],
      behaviour,
    },
    dependencies: {
      distributions: [],
      standardLibrary: [],
      environmentVariables: [],
      systemTools: [],
    },
    carriedTests: {
      tests: [{ id: `${testPath}::test_it`, path: testPath, name: 'test_it' }],
      files: [source(testPath, 'def test_it():\n    assert True\n')],
    },
    provenance: {
      repository,
      commit: '1'.repeat(40),
      ranges: [{ path, startLine: 1, endLine: 2 }],
      licence: 'MIT',
      licenceText: 'MIT License\n',
      copyright: ['Copyright 2020 Acme'],
      channel: 'mined',
    },
  };
}

/** Twelve stable hex digits of a text. */
function digits(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, '0').slice(0, 12);
}
