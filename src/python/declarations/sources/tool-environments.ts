import type { FileTree } from '../../../domain/files.js';
import { stringsOf, tableAt, tomlAt, type Table } from '../repository-text.js';
import { combineWanted, wantedRequirements, wanting, type Wanted } from '../wanted.js';

/** What Hatch environments, groups of PDM and uv's older `dev-dependencies` hold, by fitting names. */
export function toolEnvironments(files: FileTree, fits: (name: string) => boolean): Wanted {
  const tool = tableAt(tomlAt(files, 'pyproject.toml'), 'tool');
  const pdm = Object.entries(tableAt(tool, 'pdm', 'dev-dependencies')).filter(([name]) => fits(name));
  const uv = fits('dev') ? stringsOf(tableAt(tool, 'uv')['dev-dependencies']) : [];
  return combineWanted([
    hatchEnvironments(tableAt(tool, 'hatch', 'envs'), 'pyproject.toml', fits),
    hatchEnvironments(tableAt(tomlAt(files, 'hatch.toml'), 'envs'), 'hatch.toml', fits),
    wantedRequirements(uv, 'pyproject.toml (uv)'),
    ...pdm.map(([name, items]) => wantedRequirements(stringsOf(items), `pyproject.toml (PDM group ${name})`)),
  ]);
}

function hatchEnvironments(environments: Table, file: string, fits: (name: string) => boolean): Wanted {
  const suited = Object.entries(environments).filter(([name]) => fits(name));
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
 * Distributions that uv takes from a repository, a path, an address or the same workspace, as written: what an
 * index holds under such a name is something else.
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
