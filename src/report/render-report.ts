import { CodefaceError } from '../domain/errors.js';
import type { MiningReport } from '../domain/mined.js';
import { htmlReport } from './html-report.js';
import { markdownReport } from './markdown-report.js';

/** Writes a mining report as text. */
export type ReportRenderer = (report: MiningReport) => string;

/**
 * The renderer for a file by its name: a page of HTML or a Markdown document. Ends in a `CodefaceError` of code
 * `bad-input` for any other file, before anything was mined.
 */
export function rendererFor(file: string): ReportRenderer {
  if (/\.html?$/i.test(file)) return htmlReport;
  if (/\.(md|markdown)$/i.test(file)) return markdownReport;
  throw new CodefaceError(
    'bad-input',
    `--report writes HTML or Markdown, not ${JSON.stringify(file)}: name a file that ends in .html or .md.`,
  );
}
