import type { FileTree } from '../../../domain/files.js';
import { distributionName } from '../../distribution-name.js';
import { readIni, valueLines, type Ini } from '../ini.js';
import { atRoot, installLine, requirementsFile } from './install-lines.js';
import {
  entryPointLines,
  entryPointsOf,
  MOST_EXTRAS,
  versionSource,
  type ProjectDeclaration,
} from './project.js';
import { textAt } from '../repository-text.js';
import { combineWanted, type Wanted } from '../wanted.js';

/** The `[metadata]` and `[options]` of setuptools' `setup.cfg`; undefined when it has neither. */
export function projectOfSetupCfg(files: FileTree): ProjectDeclaration | undefined {
  const ini = readIni(textAt(files, 'setup.cfg'));
  const metadata = ini.get('metadata');
  const options = ini.get('options');
  if (metadata === undefined && options === undefined) return undefined;
  return {
    name: metadata?.get('name'),
    version: versionSource(metadata?.get('version')),
    requiresPython: options?.get('python_requires'),
    classifiers: valueLines(metadata?.get('classifiers') ?? metadata?.get('classifier')),
    dependencies: wantedValue(files, options?.get('install_requires'), 'setup.cfg'),
    extras: new Map(
      [...(ini.get('options.extras_require') ?? [])]
        .slice(0, MOST_EXTRAS)
        .map(([name, value]) => [
          distributionName(name),
          wantedValue(files, value, `setup.cfg (extra ${name})`),
        ]),
    ),
    tests: wantedValue(files, options?.get('tests_require'), 'setup.cfg (tests_require)'),
    entryPoints: pointsOf(ini),
    notes: [],
  };
}

/** A requirement a line, or `file:` with requirements files. */
function wantedValue(files: FileTree, value: string | undefined, from: string): Wanted {
  if (value?.trim().startsWith('file:') === true) {
    const paths = value.trim().slice('file:'.length).split(/[,\n]/);
    return combineWanted(paths.map(path => requirementsFile(files, path.trim())));
  }
  const place = atRoot(files, from);
  return combineWanted(valueLines(value).map(line => installLine(line, place)));
}

function pointsOf(ini: Ini): ProjectDeclaration['entryPoints'] {
  return entryPointsOf(
    [...(ini.get('options.entry_points') ?? [])].map(([group, value]) => [
      group,
      entryPointLines(valueLines(value)),
    ]),
  );
}
