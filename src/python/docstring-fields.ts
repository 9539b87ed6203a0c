/** What a docstring says of one parameter, of what comes back, or of one exception. */
export interface DocstringField {
  readonly role: 'parameter' | 'returns' | 'raises';
  /** The parameter or the exception; empty for what comes back. */
  readonly name: string;
  readonly type?: string;
  readonly description: string;
}

/** Longer lines are prose or data: they are no field's head. */
const LONGEST_LINE = 400;

const SPHINX = /^[ \t]*[:@](\w+)(?:[ \t]+([^:]*?))?[ \t]*:(?:[ \t]+(.*))?$/;
const SPHINX_ROLES: Readonly<Record<string, DocstringField['role'] | 'type' | 'rtype'>> = {
  ...{ param: 'parameter', parameter: 'parameter', arg: 'parameter', argument: 'parameter' },
  ...{ key: 'parameter', keyword: 'parameter', type: 'type', rtype: 'rtype' },
  ...{ return: 'returns', returns: 'returns' },
  ...{ raise: 'raises', raises: 'raises', except: 'raises', exception: 'raises' },
};

const SECTIONS: Readonly<Record<string, DocstringField['role'] | undefined>> = {
  ...{ args: 'parameter', arguments: 'parameter', parameters: 'parameter', params: 'parameter' },
  ...{ 'keyword args': 'parameter', 'keyword arguments': 'parameter', 'other parameters': 'parameter' },
  ...{ returns: 'returns', return: 'returns', yields: 'returns' },
  ...{ raises: 'raises', raise: 'raises', exceptions: 'raises', warns: undefined },
};

/**
 * The fields of a docstring in the three styles in use: reStructuredText's (`:param x:`), Google's (`Args:`) and
 * NumPy's (a heading underlined with hyphens). Reads line by line, in time linear in the docstring.
 */
export function docstringFields(docstring: string | undefined): readonly DocstringField[] {
  const lines = (docstring ?? '').split('\n').map(line => (line.length > LONGEST_LINE ? '' : line.trimEnd()));
  return [...sphinxFields(lines), ...sectionFields(lines)];
}

function sphinxFields(lines: readonly string[]): readonly DocstringField[] {
  const fields: DocstringField[] = [];
  const types = new Map<string, string>();
  lines.forEach((line, index) => {
    const [, word = '', subject = '', text = ''] = SPHINX.exec(line) ?? [];
    const role = Object.hasOwn(SPHINX_ROLES, word) ? SPHINX_ROLES[word] : undefined;
    const description = oneLine([text, ...continuation(lines, index)].join(' '));
    if (role === 'type' || role === 'rtype') types.set(role === 'rtype' ? '' : bare(subject), description);
    else if (role === 'parameter') {
      const words = subject.split(/\s+/);
      const type = words.slice(0, -1).join(' ');
      fields.push(field(role, bare(words.at(-1) ?? ''), type, description));
    } else if (role === 'returns') fields.push(field(role, '', '', description));
    else if (role === 'raises')
      for (const name of subject.split(/[,\s]+/).filter(isDotted))
        fields.push(field(role, name, '', description));
  });
  const named = new Set(fields.filter(({ role }) => role !== 'raises').map(({ name }) => name));
  for (const [name, type] of types)
    if (!named.has(name)) fields.push(field(name === '' ? 'returns' : 'parameter', name, type, ''));
  return fields.map(one => {
    const type = one.role === 'raises' ? undefined : types.get(one.name);
    return type === undefined || one.type !== undefined
      ? one
      : field(one.role, one.name, type, one.description);
  });
}

/** The sections of Google's and NumPy's styles. */
function sectionFields(lines: readonly string[]): readonly DocstringField[] {
  return lines.flatMap((line, index) => {
    const title = line.trim();
    const key = title.toLowerCase().replace(/:$/, '');
    const role = Object.hasOwn(SECTIONS, key) ? SECTIONS[key] : undefined;
    if (role === undefined) return [];
    if (/^\s*-{3,}$/.test(lines[index + 1] ?? '')) return numpyEntries(role, lines, index);
    return title.endsWith(':') ? googleEntries(role, lines, index) : [];
  });
}

/** `name : type` at the heading's own depth, its description below and deeper. */
function numpyEntries(role: DocstringField['role'], lines: readonly string[], heading: number) {
  const depth = depthOf(lines[heading] ?? '');
  const fields: DocstringField[] = [];
  for (let index = heading + 2; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '') continue;
    if (depthOf(line) < depth || /^\s*-{3,}$/.test(lines[index + 1] ?? '')) break;
    if (depthOf(line) > depth) continue;
    const description = oneLine(continuation(lines, index).join(' '));
    const [names = '', type = ''] = line.trim().split(/\s+:\s*|:\s+/, 2);
    if (role === 'raises') fields.push(...(isDotted(names) ? [field(role, names, '', description)] : []));
    else if (role === 'returns') fields.push(field(role, '', type === '' ? names : type, description));
    else for (const name of names.split(/\s*,\s*/)) fields.push(field(role, bare(name), type, description));
  }
  return fields;
}

/** `name (type): description`, one level deeper than the heading. */
function googleEntries(role: DocstringField['role'], lines: readonly string[], heading: number) {
  const depth = depthOf(lines[heading] ?? '');
  const fields: DocstringField[] = [];
  let entryDepth: number | undefined;
  for (let index = heading + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '') {
      if (entryDepth === undefined) break;
      continue;
    }
    if (depthOf(line) <= depth) break;
    entryDepth ??= depthOf(line);
    if (depthOf(line) > entryDepth) continue;
    const description = (rest: string) => oneLine([rest, ...continuation(lines, index)].join(' '));
    const [, name = '', type = '', rest = ''] =
      /^\s*(\*{0,2}[\w.]+)\s*(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?\s*:(?!:)\s*(.*)$/.exec(line) ?? [];
    if (role === 'returns') {
      const [, returned = '', about = ''] = /^\s*([\w.[\], |"']+?)\s*:\s+(.*)$/.exec(line) ?? [];
      fields.push(
        field(role, '', looksLikeType(returned) ? returned : '', description(returned === '' ? line : about)),
      );
      break;
    }
    if (name !== '') fields.push(field(role, bare(name), role === 'raises' ? '' : type, description(rest)));
  }
  return fields;
}

/** The deeper lines right below a line. */
function continuation(lines: readonly string[], index: number): readonly string[] {
  const depth = depthOf(lines[index] ?? '');
  const found: string[] = [];
  for (const line of lines.slice(index + 1, index + 1 + MOST_CONTINUED)) {
    if (line.trim() === '' || depthOf(line) <= depth) break;
    found.push(line.trim());
  }
  return found;
}

const MOST_CONTINUED = 10;

function field(
  role: DocstringField['role'],
  name: string,
  type: string,
  description: string,
): DocstringField {
  const known = oneLine(
    type.replace(/,?\s*\b(optional|default\b.*|required)\s*$/i, '').replace(/^`+|`+$/g, ''),
  );
  return { role, name, ...(known !== '' && { type: known }), description };
}

/** Whether the words before a colon can be a type rather than the beginning of a sentence. */
function looksLikeType(words: string): boolean {
  return words !== '' && (!/\s/.test(words) || /[[|]|, | or /.test(words));
}

function bare(name: string): string {
  return name.replace(/^[`*\\]+|[`]+$/g, '').trim();
}

function isDotted(name: string): boolean {
  return /^[A-Za-z_][\w.]*$/.test(name);
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
