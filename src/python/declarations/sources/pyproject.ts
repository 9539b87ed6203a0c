import type { FileTree } from '../../../domain/files.js';
import { distributionName } from '../../distribution-name.js';
import { requirementsFile } from './install-lines.js';
import {
  entryPointsOf,
  MOST_EXTRAS,
  versionSource,
  type ProjectDeclaration,
  type VersionSource,
} from './project.js';
import { stringOf, stringsOf, tableAt, tomlAt, type Table } from '../repository-text.js';
import { combineWanted, wantedRequirement, wantedRequirements, wanting, type Wanted } from '../wanted.js';

const FROM = 'pyproject.toml';

/** The `[project]` table (PEP 621) with what setuptools, Hatch, PDM and Flit fill in for its `dynamic` fields. */
export function projectOfPyproject(files: FileTree): ProjectDeclaration | undefined {
  const pyproject = tomlAt(files, 'pyproject.toml');
  const project = tableAt(pyproject, 'project');
  if (Object.keys(project).length === 0) return undefined;
  const dynamic = tableAt(pyproject, 'tool', 'setuptools', 'dynamic');
  const name = stringOf(project['name']);
  const extras = new Map<string, Wanted>();
  for (const [extra, value] of Object.entries(tableAt(dynamic, 'optional-dependencies')).slice(
    0,
    MOST_EXTRAS,
  ))
    extras.set(distributionName(extra), fromFiles(files, value));
  for (const [extra, value] of Object.entries(tableAt(project, 'optional-dependencies')))
    extras.set(distributionName(extra), wantedRequirements(stringsOf(value), `${FROM} (extra ${extra})`));
  return {
    name,
    version: versionSource(stringOf(project['version'])) ?? dynamicVersion(pyproject, name),
    requiresPython: stringOf(project['requires-python']),
    classifiers: stringsOf(project['classifiers']),
    dependencies: combineWanted([
      wantedRequirements(stringsOf(project['dependencies']), FROM),
      fromFiles(files, dynamic['dependencies']),
    ]),
    extras,
    tests: wanting({}),
    entryPoints: entryPointsOf([
      ['console_scripts', project['scripts']],
      ['gui_scripts', project['gui-scripts']],
      ...Object.entries(tableAt(project, 'entry-points')),
    ]),
    notes: [],
  };
}

/** The groups of PEP 735, by normalised name; `include-group` is another group that is wanted. */
export function dependencyGroups(files: FileTree): ReadonlyMap<string, Wanted> {
  const groups = tableAt(tomlAt(files, 'pyproject.toml'), 'dependency-groups');
  return new Map(
    Object.entries(groups).map(([name, items]) => {
      const from = `${FROM} (group ${name})`;
      const entries: readonly unknown[] = Array.isArray(items) ? items : [];
      const wanted = entries.map(entry => {
        if (typeof entry === 'string') return wantedRequirement(entry, from);
        const included = stringOf(tableAt(entry)['include-group']);
        return wanting({ groups: included === undefined ? [] : [included] });
      });
      return [distributionName(name), combineWanted(wanted)];
    }),
  );
}

/** `{file = "requirements.txt"}` or `{file = […]}` of `tool.setuptools.dynamic`. */
function fromFiles(files: FileTree, value: unknown): Wanted {
  const { file } = tableAt(value);
  const paths = typeof file === 'string' ? [file] : stringsOf(file);
  return combineWanted(paths.map(path => requirementsFile(files, path)));
}

function dynamicVersion(pyproject: Table, name: string | undefined): VersionSource | undefined {
  const setuptools = tableAt(pyproject, 'tool', 'setuptools', 'dynamic', 'version');
  const dotted = stringOf(setuptools['attr']);
  if (dotted !== undefined) return { kind: 'attribute', dotted };
  const file = stringOf(setuptools['file']) ?? stringsOf(setuptools['file'])[0];
  if (file !== undefined) return { kind: 'file', path: file };
  const path =
    stringOf(tableAt(pyproject, 'tool', 'hatch', 'version')['path']) ??
    stringOf(tableAt(pyproject, 'tool', 'pdm', 'version')['path']);
  if (path !== undefined) return { kind: 'assignment', path };
  const isFlit = /^flit/.test(stringOf(tableAt(pyproject, 'build-system')['build-backend']) ?? '');
  if (!isFlit || name === undefined) return undefined;
  const module = stringOf(tableAt(pyproject, 'tool', 'flit', 'module')['name']) ?? name.replaceAll('-', '_');
  return { kind: 'attribute', dotted: `${module}.__version__` };
}
