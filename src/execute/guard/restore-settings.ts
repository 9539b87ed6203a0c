import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { decodeUtf8 } from '../../domain/files.js';
import { hasOddLineEnds } from './python-lines.js';
import { iniSections, tomlTables, type Section } from './settings-sections.js';

const BEHIND_TOOL = /^(pytest|coverage|tox)/;
const INI_SECTION = /^(tool:pytest|pytest|coverage|tox|aliases)\b/;

/**
 * A settings file as the change left it, with the sections about tests and coverage as the base commit has them, spliced
 * as text so that every other byte stays. Where that cannot be done for sure (it is no TOML, or keeps the settings in
 * another form, or lines that not every reader sees), the base commit's file as a whole. Undefined when there is then no file.
 */
export function restoreSettings(
  kind: 'toml' | 'ini',
  base: Uint8Array | undefined,
  changed: Uint8Array | undefined,
): Uint8Array | undefined {
  const was = textOf(base);
  const is = textOf(changed);
  if (was === undefined || is === undefined) return base;
  if (kind === 'ini' && hasOddLineEnds(is)) return base;
  const [split, isGuarded, isRestored] = kind === 'toml' ? TOML : INI;
  const [kept, own] = [split(was), split(is)];
  if (isRestored(is, was, is)) return changed;
  const text = splice(own, kept.filter(isGuarded), isGuarded);
  if (!isRestored(text, was, is)) return base;
  return changed === undefined && text === '' ? undefined : Buffer.from(text);
}

/** Splits a text, tells guarded sections, and tells whether `text` has those of `was` and all else of `is`. */
type Kind = readonly [
  split: (text: string) => readonly Section[],
  isGuarded: (section: Section) => boolean,
  isRestored: (text: string, was: string, is: string) => boolean,
];

const TOML: Kind = [
  tomlTables,
  ({ name: [first, second = ''] }) => first === 'tool' && BEHIND_TOOL.test(second),
  (text, was, is) => {
    const [made, wanted, changed] = [text, was, is].map(tomlHalves);
    if (made === undefined || changed === undefined) return false;
    return (
      isDeepStrictEqual(made.guarded, wanted?.guarded ?? {}) && isDeepStrictEqual(made.rest, changed.rest)
    );
  },
];

const isGuardedIni = ({ name: [name = ''] }: Section) => INI_SECTION.test(name);

const INI: Kind = [
  iniSections,
  isGuardedIni,
  (text, was) => {
    const guarded = (whole: string) =>
      iniSections(whole)
        .filter(isGuardedIni)
        .map(section => section.text.trimEnd())
        .sort();
    // What stands indented is a section to some readers and none to others.
    const isHidden = /^[^\S\n]+\[\s*(tool:pytest|pytest|coverage)/m.test(text);
    return isDeepStrictEqual(guarded(text), guarded(was)) && (!isHidden || text === was);
  },
];

/** Sections of the change, with the guarded ones in their places exchanged, taken out, or added at the end. */
function splice(
  own: readonly Section[],
  kept: readonly Section[],
  isGuarded: (section: Section) => boolean,
): string {
  const waiting = [...kept];
  const take = ({ name }: Section) => {
    const index = waiting.findIndex(section => isDeepStrictEqual(section.name, name));
    return index < 0 ? [] : waiting.splice(index, 1);
  };
  const texts = own.flatMap(section => (isGuarded(section) ? take(section) : [section]));
  return [...texts, ...waiting].reduce(
    (whole, { text }) => (whole === '' || whole.endsWith('\n') ? whole + text : `${whole}\n${text}`),
    '',
  );
}

/** The tables of tests and coverage, and everything else; undefined when the text is no TOML. */
function tomlHalves(text: string): { readonly guarded: unknown; readonly rest: unknown } | undefined {
  let table: Record<string, unknown>;
  try {
    table = parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  const { tool = {}, ...rest } = table;
  if (tool === null || typeof tool !== 'object') return undefined;
  const entries = Object.entries(tool);
  const half = (isWanted: boolean) =>
    Object.fromEntries(entries.filter(([name]) => BEHIND_TOOL.test(name) === isWanted));
  return { guarded: half(true), rest: { rest, tool: half(false) } };
}

/** Empty for an absent file; undefined for what is no UTF-8. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? '' : decodeUtf8(bytes);
}
