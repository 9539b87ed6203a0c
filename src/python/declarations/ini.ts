/** Sections of an INI file, each with its options by name; values keep their line ends. */
export type Ini = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads INI text as Python's `configparser` does for `setup.cfg` and `tox.ini`: `name = value` or `name: value`,
 * lines indented further continue a value, whole-line comments begin with `#` or `;`. Names are
 * lower case unless `nameOf` says otherwise. Nothing is interpolated, and what fits nowhere is passed over.
 */
export function readIni(text: string, nameOf = (written: string): string => written.toLowerCase()): Ini {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  let option: string | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const content = line.trim();
    if (content === '' || content.startsWith('#') || content.startsWith(';')) continue;
    if (/^\s/.test(line) && section !== undefined && option !== undefined) {
      section.set(option, `${section.get(option) ?? ''}\n${content}`);
      continue;
    }
    const header = content.startsWith('[') ? content.indexOf(']') : -1;
    if (header > 0) {
      const name = content.slice(1, header).trim();
      section = sections.get(name) ?? new Map<string, string>();
      sections.set(name, section);
      option = undefined;
      continue;
    }
    const separator = content.search(/[=:]/);
    option = nameOf((separator < 0 ? content : content.slice(0, separator)).trim());
    section?.set(option, separator < 0 ? '' : content.slice(separator + 1).trim());
  }
  return sections;
}

/** The lines of a value that say something. */
export function valueLines(value: string | undefined): readonly string[] {
  return (value ?? '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}
