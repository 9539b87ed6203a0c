import type { FileTree } from '../../../domain/files.js';
import { readIni, valueLines } from '../ini.js';
import { stringOf, stringsOf, tableAt, tablesOf, textAt, tomlAt } from '../repository-text.js';

const PUBLIC = new Set(['pypi.org', 'pypi.python.org', 'files.pythonhosted.org', 'pypi.io']);

/**
 * Hosts of package indexes other than PyPI that a repository names: the addresses found in install lines, Poetry, uv
 * and PDM sources, and a `pip.conf` in the tree. Credentials in an address are dropped.
 */
export function privateIndexHosts(files: FileTree, addresses: readonly string[]): readonly string[] {
  const tool = tableAt(tomlAt(files, 'pyproject.toml'), 'tool');
  const uv = tableAt(tool, 'uv');
  const pip = [...files.keys()].filter(path => /^(?:[^/]+\/)?\.?pip\.(?:conf|ini)$/.test(path)).slice(0, 10);
  const tables = [tool['poetry'], tool['pdm']].flatMap(table => tablesOf(tableAt(table)['source']));
  const all = [
    ...addresses,
    ...[...tables, ...tablesOf(uv['index'])].map(({ url }) => stringOf(url) ?? ''),
    stringOf(uv['index-url']) ?? '',
    ...stringsOf(uv['extra-index-url']),
    ...pip.flatMap(path =>
      [...readIni(textAt(files, path)).values()].flatMap(section =>
        ['index-url', 'extra-index-url'].flatMap(name => valueLines(section.get(name))),
      ),
    ),
  ];
  const hosts = all.flatMap(text => text.split(/\s+/)).flatMap(hostOf);
  return [...new Set(hosts)].filter(host => !PUBLIC.has(host)).sort();
}

function hostOf(address: string): readonly string[] {
  const plain = address.slice(0, 2000).replace(/^(https?:\/\/)[^/@]*@/, '$1');
  if (!/^https?:\/\//.test(plain) || !URL.canParse(plain)) return [];
  return [new URL(plain).hostname];
}
