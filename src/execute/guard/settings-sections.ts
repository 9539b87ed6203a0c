import { parse } from 'smol-toml';

/** A part of a settings file: its header with everything down to the next one. The parts together are the text. */
export interface Section {
  /** Of a TOML table its path, of an INI section its one name; empty for what stands before the first. */
  readonly name: readonly string[];
  readonly text: string;
}

/** The sections of INI text: a header begins in the first column. */
export function iniSections(text: string): readonly Section[] {
  const headers = [...text.matchAll(/^\[([^\]\n]*)\]/gm)];
  return cut(
    text,
    headers.map(({ index, 1: name = '' }) => ({ index, name: [name.trim()] })),
  );
}

/** The tables of TOML text, with those of an array one by one; brackets in strings and arrays are no headers. */
export function tomlTables(text: string): readonly Section[] {
  const headers: { index: number; name: readonly string[] }[] = [];
  let depth = 0;
  for (const { index, 0: token } of text.matchAll(TOKEN)) {
    if (token === '[' || token === '{') {
      if (depth === 0 && token === '[' && isLineStart(text, index)) {
        const header = /^\[\[?[^\n]*?\]\]?(?=[ \t]*(?:#|\r?$))/m.exec(text.slice(index, index + 1000))?.[0];
        const name = header === undefined ? undefined : pathOf(header);
        if (name !== undefined) headers.push({ index: text.lastIndexOf('\n', index) + 1, name });
      }
      depth += 1;
    } else if (token === ']' || token === '}') depth = Math.max(0, depth - 1);
  }
  return cut(text, headers);
}

/** What can hold a bracket that is none, as a whole (TOML 1.0, "String" and "Comment"); else a bracket. */
const TOKEN = /"""(?:[^\\]|\\[^])*?"{3,5}|'''[^]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}]/g;

function isLineStart(text: string, index: number): boolean {
  return /^[ \t\uFEFF]*$/.test(text.slice(text.lastIndexOf('\n', index - 1) + 1, index));
}

/** `[tool."a.b".c]` is `tool`, `a.b`, `c`. */
function pathOf(header: string): readonly string[] | undefined {
  try {
    const path: string[] = [];
    let value: unknown = parse(header);
    while (value !== null && typeof value === 'object') {
      if (Array.isArray(value)) value = value[0];
      const [entry] = Object.entries(value ?? {});
      if (entry === undefined) return path;
      path.push(entry[0]);
      value = entry[1];
    }
    return path;
  } catch {
    return undefined;
  }
}

function cut(
  text: string,
  headers: readonly { readonly index: number; readonly name: readonly string[] }[],
): readonly Section[] {
  const ends = [...headers.slice(1).map(({ index }) => index), text.length];
  const [first] = headers;
  const before = text.slice(0, first?.index ?? text.length);
  return [
    ...(before === '' ? [] : [{ name: [], text: before }]),
    ...headers.map(({ index, name }, at) => ({ name, text: text.slice(index, ends[at]) })),
  ];
}
