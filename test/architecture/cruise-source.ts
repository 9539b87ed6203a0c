import { resolve } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

const options = await extractDepcruiseOptions(resolve('.dependency-cruiser.mjs'));

/** Every import rule, with the sentence that a violation is reported with. */
export const RULES = (options.ruleSet?.forbidden ?? []).map(({ name = '', comment = '' }) => ({
  name,
  sentence: comment,
}));

/** An import that breaks a rule. */
export interface BrokenRule {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** The imports in the `src` of this folder that break a rule. */
export async function brokenRules(folder: string): Promise<readonly BrokenRule[]> {
  const { output } = await cruise(['src'], { ...options, validate: true, baseDir: folder });
  if (typeof output === 'string') throw new TypeError('dependency-cruiser gave text instead of its findings');
  const { violations } = (output satisfies ICruiseResult).summary;
  return violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

/** One line for a person: the rule, where it is broken, and why it is there. */
export function describeBrokenRule({ rule, from, to }: BrokenRule): string {
  const sentence = RULES.find(({ name }) => name === rule)?.sentence ?? '';
  return `${rule}: ${from} imports ${to}. ${sentence}`;
}
