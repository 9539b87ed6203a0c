import type { FileTree } from '../../../domain/files.js';
import { distributionName } from '../../distribution-name.js';
import { poetryPythonMarker, poetrySpecifier } from './poetry-versions.js';
import { entryPointsOf, versionSource, type ProjectDeclaration } from './project.js';
import { stringOf, stringsOf, tableAt, tablesOf, tomlAt, type Table } from '../repository-text.js';
import { combineWanted, shown, wantedRequirement, wanting, type Wanted } from '../wanted.js';

const FROM = 'pyproject.toml (Poetry)';
const ELSEWHERE = ['git', 'path', 'url', 'file'];

/** What `[tool.poetry]` says about the project; versions are rewritten to PEP 440. */
export function projectOfPoetry(files: FileTree): ProjectDeclaration | undefined {
  const poetry = tableAt(tomlAt(files, 'pyproject.toml'), 'tool', 'poetry');
  if (Object.keys(poetry).length === 0) return undefined;
  const dependencies = Object.entries(tableAt(poetry, 'dependencies'));
  const required = dependencies.filter(([, value]) => tableAt(value)['optional'] !== true);
  const python = stringOf(tableAt(poetry, 'dependencies')['python']);
  const byName = new Map(
    dependencies.map(([name, value]) => [distributionName(name), [name, value] as const]),
  );
  return {
    name: stringOf(poetry['name']),
    version: versionSource(stringOf(poetry['version'])),
    requiresPython: python === undefined ? undefined : poetrySpecifier(python),
    classifiers: stringsOf(poetry['classifiers']),
    dependencies: poetryTable(Object.fromEntries(required), FROM),
    extras: new Map(
      Object.entries(tableAt(poetry, 'extras')).map(([extra, names]) => {
        const members = stringsOf(names).flatMap(name => {
          const found = byName.get(distributionName(name));
          return found === undefined ? [] : [poetryDependency(...found, FROM)];
        });
        return [distributionName(extra), combineWanted(members)];
      }),
    ),
    tests: wanting({}),
    entryPoints: entryPointsOf([
      ['console_scripts', scriptsOf(tableAt(poetry, 'scripts'))],
      ...Object.entries(tableAt(poetry, 'plugins')),
    ]),
    notes: [],
  };
}

/** Groups by fitting names; the older `dev-dependencies` is the group `dev`. */
export function poetryGroups(files: FileTree, fits: (name: string) => boolean): Wanted {
  const poetry = tableAt(tomlAt(files, 'pyproject.toml'), 'tool', 'poetry');
  const groups = Object.entries(tableAt(poetry, 'group')).filter(([name]) => fits(name));
  return combineWanted([
    poetryTable(fits('dev') ? tableAt(poetry, 'dev-dependencies') : {}, FROM),
    ...groups.map(([name, group]) =>
      poetryTable(tableAt(group, 'dependencies'), `pyproject.toml (Poetry group ${name})`),
    ),
  ]);
}

function poetryTable(table: Table, from: string): Wanted {
  const entries = Object.entries(table).filter(([name]) => name.toLowerCase() !== 'python');
  return combineWanted(entries.map(([name, value]) => poetryDependency(name, value, from)));
}

/** A version, a table, or a list of tables for different interpreters. */
function poetryDependency(name: string, value: unknown, from: string): Wanted {
  if (Array.isArray(value))
    return combineWanted(tablesOf(value).map(one => poetryDependency(name, one, from)));
  const table: Table = typeof value === 'string' ? { version: value } : tableAt(value);
  if (ELSEWHERE.some(key => key in table))
    return wanting({
      notes: [
        `${from}: \`${shown(name)}\` was left out, since it comes from a repository, an address or a path.`,
      ],
    });
  const specifier = poetrySpecifier(stringOf(table['version']) ?? '*');
  const extras = stringsOf(table['extras']);
  const python = stringOf(table['python']);
  const markers = [
    stringOf(table['markers']),
    python === undefined ? undefined : poetryPythonMarker(python),
  ].filter(marker => marker !== undefined && marker !== '');
  const marker = markers.length > 1 ? markers.map(one => `(${one})`).join(' and ') : (markers[0] ?? '');
  const bracketed = extras.length > 0 ? `[${extras.join(',')}]` : '';
  const wanted = wantedRequirement(`${name}${bracketed}${specifier ?? ''}${marker && `; ${marker}`}`, from);
  if (specifier !== undefined) return wanted;
  const note = `${from}: the versions of \`${shown(name)}\` cannot be said in PEP 440; any version is taken.`;
  return { ...wanted, notes: [...wanted.notes, note] };
}

/** A script is a reference, or a table with one. */
function scriptsOf(table: Table): Table {
  return Object.fromEntries(
    Object.entries(table).map(([name, value]) => [name, stringOf(value) ?? tableAt(value)['reference']]),
  );
}
