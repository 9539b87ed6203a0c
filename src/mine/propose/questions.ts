import { createHash } from 'node:crypto';
import type { ModelRequest } from '../../ports/language-model.js';
import { fence } from '../../residents/model/fence.js';
import type { PlannedExports } from '../plans.js';
import type { Survey } from '../survey.js';
import type { Proposer } from './proposer.js';
import { proposalReply, type ProposalReply } from './reply.js';
import { sketchOf } from './sketch.js';

/** Components of one package folder, about which a model is asked together. */
export interface Question {
  /** SHA-256 of all that a reply depends on. */
  readonly key: string;
  readonly plans: readonly PlannedExports[];
  readonly request: ModelRequest<ProposalReply>;
}

/** In characters: some 6,000 tokens, beside those of the reply with what a model thinks before it. */
const LONGEST_QUESTION = 24_000;
const REPLY_TOKENS = 8_000;
/** In one mining, remembered ones included, so that the same is asked whatever was asked before. */
const MOST_QUESTIONS = 40;

interface Sketched {
  readonly plan: PlannedExports;
  readonly text: string;
}

/**
 * The questions to ask about planned components, a package folder's by themselves, so that a push asks anew only about
 * folders in which what is told has changed. Each has at most 24,000 characters of components and whole modules where
 * they fit; there are at most 40. In order of folders and plans.
 */
export function questionsAbout(
  survey: Survey,
  plans: readonly PlannedExports[],
  { modelName, prompt }: Pick<Proposer, 'modelName' | 'prompt'>,
): readonly Question[] {
  const folders = new Map<string, Map<string, Sketched[]>>();
  for (const plan of plans) {
    const sketch = sketchOf(survey, plan);
    if (sketch === undefined) continue;
    const { path } = plan[0].module;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const modules = folders.get(folder) ?? new Map<string, Sketched[]>();
    folders.set(folder, modules);
    modules.set(path, [...(modules.get(path) ?? []), { plan, text: JSON.stringify(sketch) }]);
  }
  return [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, modules]) => packed([...modules.values()]))
    .slice(0, MOST_QUESTIONS)
    .map(page => questionOf(page, modelName, prompt));
}

/** Puts modules together as far as a question goes; one that is longer by itself is divided between components. */
function packed(modules: readonly (readonly Sketched[])[]): readonly (readonly Sketched[])[] {
  const pages: Sketched[][] = [];
  let left = 0;
  const add = (sketches: readonly Sketched[]) => {
    const length = lengthOf(sketches);
    if (length > left) {
      pages.push([]);
      left = LONGEST_QUESTION;
    }
    pages.at(-1)?.push(...sketches);
    left -= length;
  };
  for (const sketches of modules) {
    if (lengthOf(sketches) <= LONGEST_QUESTION) add(sketches);
    else for (const one of sketches) add([one]);
  }
  return pages;
}

function lengthOf(sketches: readonly Sketched[]): number {
  return sketches.reduce((sum, { text }) => sum + text.length + 1, 0);
}

/** All that a repository wrote stands inside a fence, as data. */
function questionOf(sketches: readonly Sketched[], modelName: string, system: string): Question {
  const user = `# The components\n\n${fence(sketches.map(({ text }) => text).join('\n'), 'json')}\n`;
  return {
    key: createHash('sha256')
      .update(JSON.stringify([modelName, system, user]))
      .digest('hex'),
    plans: sketches.map(({ plan }) => plan),
    request: {
      role: 'backbone',
      system,
      user,
      schemaName: 'proposals',
      schema: proposalReply,
      maxOutputTokens: REPLY_TOKENS,
    },
  };
}
