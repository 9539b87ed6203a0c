import { parse as parseToml } from 'smol-toml';
import { decodeUtf8, type FileTree } from '../domain/files.js';
import { globMatcher } from './globs.js';

/** What a REUSE tag or annotation says of one file. */
export interface ReuseStatement {
  /** As it is said; it may be no SPDX expression. */
  readonly licences: readonly string[];
  readonly copyright: readonly string[];
}

const LICENCE_TAG = /^[^\w\n]{0,8}SPDX-License-Identifier:[ \t]*([^\n]{1,300})/gm;
const COPYRIGHT_TAG = /^[^\w\n]{0,8}(SPDX-(?:File|Snippet)CopyrightText:[^\n]{1,300})/gm;
/** What closes a comment on the line of a tag. */
const COMMENT_END = /(?:\*\/|-->|"""|''')[^\n]*$/;

/** More annotations than any repository has reason for; the rest is not read. */
const MOST_ANNOTATIONS = 500;

interface Annotation extends ReuseStatement {
  readonly covers: (path: string) => boolean;
}

/** The tags in a text (REUSE specification 3.3, comment headers). */
export function reuseTags(text: string): ReuseStatement {
  const all = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, said = '']) => said.replace(COMMENT_END, '').trim());
  return { licences: [...new Set(all(LICENCE_TAG))], copyright: [...new Set(all(COPYRIGHT_TAG))] };
}

/**
 * What `REUSE.toml` or `.reuse/dep5` at the root says of a path (REUSE specification 3.3): the last annotation that
 * covers it. Files that cannot be read say nothing.
 */
export function reuseAnnotations(files: FileTree): (path: string) => ReuseStatement | undefined {
  const text = (path: string) => decodeUtf8(files.get(path) ?? new Uint8Array()) ?? '';
  const annotations = [...fromDep5(text('.reuse/dep5')), ...fromToml(text('REUSE.toml'))];
  return path => annotations.findLast(({ covers }) => covers(path));
}

function fromToml(text: string): readonly Annotation[] {
  let document: unknown;
  try {
    document = parseToml(text);
  } catch {
    return [];
  }
  const annotations = (document as { readonly annotations?: unknown }).annotations;
  if (!Array.isArray(annotations)) return [];
  return annotations.slice(0, MOST_ANNOTATIONS).flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return [];
    const table = one as Readonly<Record<string, unknown>>;
    return annotation(
      textsOf(table['path']),
      textsOf(table['SPDX-License-Identifier']),
      textsOf(table['SPDX-FileCopyrightText']),
    );
  });
}

/** Debian's machine-readable copyright format 1.0, as older REUSE took it: a `*` there crosses folders. */
function fromDep5(text: string): readonly Annotation[] {
  return text.split(/\n[ \t]*\n/, MOST_ANNOTATIONS).flatMap(paragraph => {
    const field = (name: string) =>
      new RegExp(String.raw`^${name}:[ \t]*([^\n]{0,1000})((?:\n[ \t][^\n]{0,1000}){0,50})`, 'm').exec(
        paragraph,
      );
    const [, first = '', rest = ''] = field('Files') ?? [];
    const globs = `${first} ${rest}`.split(/\s+/).filter(glob => glob !== '');
    const licence = field('License')?.[1]?.trim();
    const copyright = field('Copyright')?.[1]?.trim();
    return annotation(
      globs.map(glob => glob.replaceAll('*', '**')),
      licence === undefined ? [] : [licence],
      copyright === undefined ? [] : [`SPDX-FileCopyrightText: ${copyright}`],
    );
  });
}

function annotation(
  globs: readonly string[],
  licences: readonly string[],
  copyright: readonly string[],
): readonly Annotation[] {
  if (globs.length === 0 || licences.length === 0) return [];
  const matchers = globs.map(globMatcher);
  return [{ covers: path => matchers.some(matches => matches(path)), licences, copyright }];
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}
