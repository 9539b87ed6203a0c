import type { FileTree } from '../../../domain/files.js';
import { readIni, valueLines, type Ini } from '../ini.js';
import { atRoot, installLine } from './install-lines.js';
import { stringOf, stringsOf, tableAt, textAt, tomlAt, type Table } from '../repository-text.js';
import { isTestName } from '../suite-names.js';
import { conditionHolds, environmentNames } from './tox-factors.js';
import { combineWanted, wanting, type Wanted } from '../wanted.js';

/**
 * What tox installs for the suite: `deps`, `extras` and `dependency_groups` of `[testenv]`, of the environment that
 * fits the interpreter best, and of those with test names, from `tox.ini`, `setup.cfg`, `tox.toml` or `pyproject.toml`.
 * A line with a condition counts when that environment's factors meet it.
 */
export function toxEnvironments(files: FileTree, interpreters: readonly string[]): Wanted {
  const pyproject = tableAt(tomlAt(files, 'pyproject.toml'), 'tool', 'tox');
  const setupCfg = readIni(textAt(files, 'setup.cfg'));
  return combineWanted([
    fromIni(files, readIni(textAt(files, 'tox.ini')), 'tox.ini', interpreters),
    fromIni(files, setupCfg.has('tox:tox') ? setupCfg : new Map(), 'setup.cfg (tox)', interpreters),
    fromIni(
      files,
      readIni(stringOf(pyproject['legacy_tox_ini']) ?? ''),
      'pyproject.toml (tox)',
      interpreters,
    ),
    fromToml(files, pyproject, 'pyproject.toml (tox)'),
    fromToml(files, tomlAt(files, 'tox.toml'), 'tox.toml'),
  ]);
}

function fromIni(files: FileTree, ini: Ini, from: string, interpreters: readonly string[]): Wanted {
  const tox = ini.get('tox') ?? ini.get('tox:tox');
  const resolve = substitutions(ini);
  const { environment, factors } = bestEnvironment(
    environmentNames(resolve(tox?.get('env_list') ?? tox?.get('envlist') ?? '')),
    interpreters,
  );
  const place = atRoot(files, from);
  const sections = [...ini.keys()].filter(name => {
    const [kind, own] = name.split(':', 2);
    if (kind !== 'testenv') return false;
    return own === undefined || isTestName(own) || environmentNames(own).some(one => one === environment);
  });
  return combineWanted(
    sections.flatMap(name => {
      const section = ini.get(name);
      const linesOf = (option: string): readonly string[] =>
        valueLines(resolve(section?.get(option) ?? '')).flatMap(line => unconditional(line, factors));
      return [
        ...linesOf('deps').map(line => installLine(line, place)),
        wanting({
          extras: linesOf('extras').flatMap(namesIn),
          groups: linesOf('dependency_groups').flatMap(namesIn),
        }),
      ];
    }),
  );
}

function namesIn(line: string): readonly string[] {
  return line.split(/[\s,]+/).filter(name => /^[\w.-]+$/.test(name));
}

/** The line without its condition, or none when the condition does not hold. */
function unconditional(line: string, factors: ReadonlySet<string>): readonly string[] {
  const [, condition, content = ''] = /^([\w {}.!,-]+):\s+(.*)$/.exec(line) ?? [];
  if (condition === undefined) return [line];
  return conditionHolds(condition, factors) ? [content] : [];
}

/** The listed environment of the best interpreter, else the first of any, and the factors that hold in it. */
function bestEnvironment(
  names: readonly string[],
  interpreters: readonly string[],
): { readonly environment: string | undefined; readonly factors: ReadonlySet<string> } {
  const suited = names.filter(name => name.split('-').some(part => isPython(part) || isTestName(part)));
  const fits = (name: string): number => {
    const index = interpreters.findIndex(version =>
      name.split('-').some(part => toxNames(version).includes(part)),
    );
    return index < 0 ? interpreters.length : index;
  };
  const environment = [...suited].sort((one, other) => fits(one) - fits(other))[0];
  const others = (environment ?? '').split('-').filter(part => part !== '' && !isPython(part));
  return { environment, factors: new Set(['py', 'py3', ...toxNames(interpreters[0] ?? ''), ...others]) };
}

function isPython(factor: string): boolean {
  return /^(?:py|python)?(?:\d[\d.]*)?$/.test(factor) && factor !== '';
}

/** What tox calls an interpreter: `py312`, `py3.12` and `3.12`. */
function toxNames(version: string): readonly string[] {
  const [major, minor] = version.split('.');
  if (major === undefined || minor === undefined) return [];
  return [`py${major}${minor}`, `py${major}.${minor}`, `${major}.${minor}`];
}

const MOST_SUBSTITUTIONS = 500;
const DEEPEST = 5;

/** Puts in what `{[section]option}` refers to; what goes in circles or too far is left empty. */
function substitutions(ini: Ini): (value: string) => string {
  let left = MOST_SUBSTITUTIONS;
  const resolve = (value: string, depth: number): string =>
    value.replace(/\{\[([^\]{}]{1,100})\]([^{}]{1,100})\}/g, (_, section: string, option: string) => {
      left -= 1;
      if (left < 0 || depth > DEEPEST) return '';
      return resolve(ini.get(section.trim())?.get(option.trim().toLowerCase()) ?? '', depth + 1);
    });
  return value => resolve(value, 0);
}

/** tox 4's own TOML: `env_run_base` and the environments with test names. */
function fromToml(files: FileTree, table: Table, from: string): Wanted {
  const named = Object.entries(tableAt(table, 'env')).filter(([name]) => isTestName(name));
  const environments = [
    tableAt(table, 'env_run_base'),
    ...named.map(([, environment]) => tableAt(environment)),
  ];
  const place = atRoot(files, from);
  return combineWanted(
    environments.flatMap(environment => [
      ...stringsOf(environment['deps']).map(line => installLine(line, place)),
      wanting({
        extras: stringsOf(environment['extras']),
        groups: stringsOf(environment['dependency_groups']),
      }),
    ]),
  );
}
