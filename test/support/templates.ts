import { readFileSync } from 'node:fs';
import type { Templates } from '../../src/publish/templates.js';

const read = (path: string) => readFileSync(new URL(`../../templates/${path}`, import.meta.url), 'utf8');

/** The real templates. */
export const templates: Templates = {
  status: read('comments/status.eta'),
  diagnosis: read('comments/diagnosis.eta'),
  conclusion: read('comments/conclusion.eta'),
  welcome: read('comments/welcome.eta'),
  needsInterface: read('comments/needs-interface.md'),
  pullRequest: read('pull-request/body.eta'),
};
