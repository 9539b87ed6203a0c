import { createHash } from 'node:crypto';

import type { Knex } from 'knex';

import type { StoredFile } from '../../domain/files.js';
import { chunked } from './rows.js';

type Content = Pick<StoredFile, 'encoding' | 'content'>;

/** A content with its name: it is kept once, however many files have it. */
export function contentRow({ encoding, content }: Content): Content & { readonly digest: string } {
  const digest = createHash('sha256').update(`${encoding}\0${content}`).digest('hex');
  return { digest, encoding, content };
}

/** A licence's text as a content. */
export function licenceContent(content: string): Content {
  return { encoding: 'utf8', content };
}

/** Writes those contents that are not there yet. */
export async function writeContents(query: Knex, contents: readonly Content[]): Promise<void> {
  const rows = new Map(contents.map(contentRow).map(row => [row.digest, row]));
  for (const chunk of chunked([...rows.values()]))
    await query('contents').insert(chunk).onConflict('digest').ignore();
}
