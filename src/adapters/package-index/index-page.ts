import { z } from 'zod';

/** A file that an index offers of a project, as far as we ask for it. */
export interface IndexFile {
  readonly filename: string;
  readonly url: URL;
  /** Of the file's content, by the strongest algorithm that the index names; absent when it names none we know. */
  readonly hash?: { readonly algorithm: 'sha256' | 'sha384' | 'sha512'; readonly hex: string };
  /** True, or the reason, when the release was yanked (PEP 592). */
  readonly yanked: boolean | string;
}

export const JSON_PAGE = 'application/vnd.pypi.simple.v1+json';
/** What we ask for, JSON first (PEP 691). */
export const ACCEPTED = `${JSON_PAGE}, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1`;

const ALGORITHMS = ['sha512', 'sha384', 'sha256'] as const;
const MOST_FILES = 100_000;

const page = z.looseObject({
  meta: z.looseObject({ 'api-version': z.string().regex(/^1\./) }),
  files: z
    .array(
      z.looseObject({
        filename: z.string(),
        url: z.string(),
        hashes: z.record(z.string(), z.string()).optional(),
        yanked: z.union([z.boolean(), z.string()]).optional(),
      }),
    )
    .max(MOST_FILES),
});

/**
 * The files of a project's page in a simple index: JSON (PEP 691) or HTML (PEP 503). Undefined for a page that is
 * neither. Addresses are made absolute; a file without a usable one is left out.
 */
export function readIndexPage(
  text: string,
  contentType: string,
  address: URL,
): readonly IndexFile[] | undefined {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === JSON_PAGE
    ? readJson(text, address)
    : readHtml(text, address);
}

function readJson(text: string, address: URL): readonly IndexFile[] | undefined {
  const read = page.safeParse(parsed(text));
  if (!read.success) return undefined;
  return read.data.files.flatMap(({ filename, url, hashes = {}, yanked = false }) => {
    const algorithm = ALGORITHMS.find(one => Object.hasOwn(hashes, one));
    return fileOf(filename, url, address, yanked, algorithm, algorithm && hashes[algorithm]);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Anchors alone matter (PEP 503): their text is the file's name, the fragment of the address its hash. */
function readHtml(text: string, address: URL): readonly IndexFile[] | undefined {
  if (!/<(!doctype|html|head|body|a)\b/i.test(text.slice(0, 4096))) return undefined;
  const files: IndexFile[] = [];
  for (const piece of text.split(/<a\s/i).slice(1, MOST_FILES)) {
    const end = piece.indexOf('>');
    const close = piece.indexOf('<', end);
    if (end < 0) continue;
    const attributes = piece.slice(0, end);
    const filename = unescaped(piece.slice(end + 1, close < 0 ? undefined : close)).trim();
    const href = attributeOf(attributes, 'href');
    if (href === undefined || filename === '') continue;
    const [, algorithm, hex] =
      /#(?:.*&)?(sha256|sha384|sha512)=([0-9a-fA-F]+)/.exec(href.slice(0, 4096)) ?? [];
    const reason = attributeOf(attributes, 'data-yanked');
    const isYanked = reason !== undefined || /\sdata-yanked(\s|$)/i.test(attributes);
    files.push(
      ...fileOf(
        filename,
        href,
        address,
        isYanked && (reason || true),
        ALGORITHMS.find(one => one === algorithm),
        hex,
      ),
    );
  }
  return files;
}

function fileOf(
  filename: string,
  url: string,
  address: URL,
  yanked: boolean | string,
  algorithm: (typeof ALGORITHMS)[number] | undefined,
  hex: string | undefined,
): readonly IndexFile[] {
  if (!URL.canParse(url, address.href)) return [];
  const hash = algorithm && hex && { algorithm, hex: hex.toLowerCase() };
  return [{ filename, url: new URL(url, address), yanked, ...(hash && { hash }) }];
}

function attributeOf(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  );
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? undefined : unescaped(value);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
};

function unescaped(text: string): string {
  return text.replace(/&(#?\w{1,6});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
}
