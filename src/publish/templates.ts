import { Eta } from 'eta';

/** Where the texts lie, below templates/. */
export const TEMPLATE_PATHS = {
  status: 'comments/status.eta',
  diagnosis: 'comments/diagnosis.eta',
  conclusion: 'comments/conclusion.eta',
  welcome: 'comments/welcome.eta',
  needsInterface: 'comments/needs-interface.md',
  pullRequest: 'pull-request/body.eta',
} as const;

/** The texts; compose.ts reads them. */
export type Templates = Readonly<Record<keyof typeof TEMPLATE_PATHS, string>>;

const eta = new Eta({ autoEscape: false, autoTrim: false });

/** Fills a template and folds the blank lines that empty parts leave behind. */
export function fill(template: string, data: object): string {
  const text = eta.renderString(template, data);
  return `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}
