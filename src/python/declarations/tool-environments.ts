import type { FileTree } from '../../domain/files.js';
import { stringsOf, tableAt, tomlAt, type Table } from './repository-text.js';
import { combineWanted, isTestName, wantedRequirements, wanting, type Wanted } from './wanted.js';

/**
 * What Hatch environments, PDM and uv hold for a suite: Hatch's `default` and those with test names, development
 * groups with test names, and all of uv's older `dev-dependencies`.
 */
export function toolEnvironments(files: FileTree): Wanted {
  const tool = tableAt(tomlAt(files, 'pyproject.toml'), 'tool');
  const pdm = Object.entries(tableAt(tool, 'pdm', 'dev-dependencies')).filter(([name]) => isTestName(name));
  return combineWanted([
    hatchEnvironments(tableAt(tool, 'hatch', 'envs'), 'pyproject.toml'),
    hatchEnvironments(tableAt(tomlAt(files, 'hatch.toml'), 'envs'), 'hatch.toml'),
    wantedRequirements(stringsOf(tableAt(tool, 'uv')['dev-dependencies']), 'pyproject.toml (uv)'),
    ...pdm.map(([name, items]) => wantedRequirements(stringsOf(items), `pyproject.toml (PDM group ${name})`)),
  ]);
}

const HATCH_NAMES = new Set(['default', 'hatch-test']);

function hatchEnvironments(environments: Table, file: string): Wanted {
  const suited = Object.entries(environments).filter(([name]) => HATCH_NAMES.has(name) || isTestName(name));
  return combineWanted(
    suited.flatMap(([name, environment]) => {
      const table = tableAt(environment);
      const listed = [...stringsOf(table['dependencies']), ...stringsOf(table['extra-dependencies'])];
      return [
        wantedRequirements(listed, `${file} (Hatch environment ${name})`),
        wanting({
          extras: stringsOf(table['features']),
          groups: stringsOf(table['dependency-groups']),
        }),
      ];
    }),
  );
}

/**
 * Distributions that uv takes from a repository, a path, an address or the same workspace, normalised by nobody: what
 * an index holds under such a name is something else.
 */
export function uvSourcesElsewhere(files: FileTree): readonly string[] {
  const sources = tableAt(tomlAt(files, 'pyproject.toml'), 'tool', 'uv', 'sources');
  return Object.entries(sources)
    .filter(([, source]) => {
      const one = Array.isArray(source) ? tableAt(source[0]) : tableAt(source);
      return ['git', 'path', 'url', 'workspace'].some(key => key in one);
    })
    .map(([name]) => name);
}
