import { readFileSync } from 'node:fs';

/** A stored payload by event and what it shows, e.g. `issue_comment/build`. */
export function webhookFixture(name: string): Record<string, unknown> {
  const text = readFileSync(new URL(`../../fixtures/webhooks/${name}.json`, import.meta.url), 'utf8');
  return JSON.parse(text) as Record<string, unknown>;
}
