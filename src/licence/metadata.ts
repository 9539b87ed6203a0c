import { parse as parseToml } from 'smol-toml';
import { decodeUtf8, type FileTree } from '../domain/files.js';

/** What one metadata file says of the licence, as it says it. */
export interface LicenceMetadata {
  readonly path: string;
  /** Where the format calls for an SPDX expression. */
  readonly expression: string | undefined;
  /** Where the format allows anything: a name, an expression, or a whole text. */
  readonly free: string | undefined;
  readonly classifiers: readonly string[];
  /** Globs, relative to the root, of the files that hold licence texts. */
  readonly files: readonly string[];
}

const READERS: ReadonlyMap<string, (text: string) => Said> = new Map([
  ['pyproject.toml', readPyproject],
  ['PKG-INFO', readCoreMetadata],
  ['setup.cfg', readSetupCfg],
  ['setup.py', readSetupPy],
]);

/** The files that may say something of the licence, the most deliberate first. */
export const METADATA_FILES: readonly string[] = [...READERS.keys()];

/**
 * What `pyproject.toml`, `PKG-INFO`, `setup.cfg` and the literals of `setup.py` say (PEP 621, PEP 639, core metadata);
 * unreadable ones say nothing.
 */
export function readLicenceMetadata(files: FileTree): readonly LicenceMetadata[] {
  return [...READERS].flatMap(([path, read]) => {
    const text = decodeUtf8(files.get(path) ?? new Uint8Array());
    return text === undefined || text === '' ? [] : [{ path, ...read(text) }];
  });
}

type Said = Omit<LicenceMetadata, 'path'>;

function readPyproject(text: string): Said {
  const document = tableOf(tomlOf(text));
  const project = tableOf(document['project']);
  const poetry = tableOf(tableOf(document['tool'])['poetry']);
  const licence = project['license'];
  const listed = project['license-files'];
  return {
    expression: stringOf(licence),
    free: stringOf(tableOf(licence)['text']) ?? stringOf(poetry['license']),
    classifiers: [...stringsOf(project['classifiers']), ...stringsOf(poetry['classifiers'])],
    files: [
      ...stringsOf([tableOf(licence)['file']]),
      // The draft of PEP 639 had a table of paths and globs.
      ...(Array.isArray(listed) ? stringsOf(listed) : Object.values(tableOf(listed)).flatMap(stringsOf)),
    ],
  };
}

function readCoreMetadata(text: string): Said {
  const values = headersOf(text);
  return {
    expression: filled(values('license-expression')[0]),
    free: filled(values('license')[0]),
    classifiers: values('classifier'),
    files: values('license-file'),
  };
}

function readSetupCfg(text: string): Said {
  const values = headersOf(sectionOf(text, 'metadata').replace(/^([\w.-]+)[ \t]*[=:]/gm, '$1:'));
  const linesOf = (...keys: string[]) =>
    keys.flatMap(values).flatMap(value =>
      value
        .split(/\n|,/)
        .map(line => line.trim())
        .filter(line => line !== ''),
    );
  return {
    expression: filled(values('license_expression')[0]),
    free: filled(values('license')[0]),
    classifiers: linesOf('classifiers', 'classifier'),
    files: linesOf('license_file', 'license_files'),
  };
}

/** What `setup.py` says in literals; what it computes says nothing. */
function readSetupPy(text: string): Said {
  const said = (keyword: string) =>
    new RegExp(String.raw`\b${keyword}[ \t]{0,8}=[ \t]{0,8}(?:"([^"\n]{1,300})"|'([^'\n]{1,300})')`).exec(
      text,
    );
  const valueOf = (keyword: string) => {
    const found = said(keyword);
    return filled(found?.[1] ?? found?.[2]);
  };
  const classifiers = [...text.matchAll(/["'](License :: [^"'\n]{1,200})["']/g)];
  return {
    expression: valueOf('license_expression'),
    free: valueOf('license'),
    classifiers: classifiers.map(([, classifier = '']) => classifier),
    files: [],
  };
}

/** Values by lower-case name of `Name: value` lines, which go on where a line is indented, up to an empty line. */
function headersOf(text: string): (name: string) => readonly string[] {
  const head = text.replaceAll('\r\n', '\n').split('\n\n', 1)[0] ?? '';
  const fields = [...head.matchAll(/^([\w.-]+):[ \t]*(.*(?:\n[ \t].*)*)/gm)].map(
    ([, name = '', value = '']) => ({
      name: name.toLowerCase(),
      value: value.replace(/\n[ \t]+\|?/g, '\n').trim(),
    }),
  );
  return name => fields.filter(field => field.name === name).map(({ value }) => value);
}

/** The lines of one section of an INI file, without empty ones and comments. */
function sectionOf(text: string, name: string): string {
  const [, ...parts] = text.split(new RegExp(`^\\[${name}\\].*$`, 'm'));
  const section = (parts[0] ?? '').split(/^\[/m, 1)[0] ?? '';
  const lines = section.split(/\r?\n/).filter(line => line.trim() !== '' && !/^[ \t]*[#;]/.test(line));
  return lines.join('\n');
}

/** `UNKNOWN` is what older tools wrote for a field that was left empty. */
function filled(value: string | undefined): string | undefined {
  return value === '' || value === 'UNKNOWN' ? undefined : value;
}

function tomlOf(text: string): unknown {
  try {
    return parseToml(text);
  } catch {
    return undefined;
  }
}

function tableOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}
