import { Eta } from 'eta';

/** The texts of templates/, by name; compose.ts reads them. */
export interface Templates {
  readonly status: string;
  readonly diagnosis: string;
  readonly conclusion: string;
  readonly welcome: string;
  readonly needsInterface: string;
  readonly pullRequest: string;
}

const eta = new Eta({ autoEscape: false, autoTrim: false });

/** Fills a template and folds the blank lines that empty parts leave behind. */
export function fill(template: string, data: object): string {
  const text = eta.renderString(template, data);
  return `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}
