import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createOpenAiLanguageModel } from '../src/adapters/openai/openai-language-model.js';
import { readTemplates } from '../src/adapters/own-files/own-files.js';
import { openDatabase, type Database } from '../src/adapters/sqlite/database.js';
import { createLibraryStore } from '../src/adapters/sqlite/library-store.js';
import { createMiningMemory } from '../src/adapters/sqlite/mining-memory.js';
import { readConfig } from '../src/config/config.js';
import { PROPOSE_PROMPT_PATHS, proposerOf, type Proposer } from '../src/mine/propose/proposer.js';
import type { ProposalReply } from '../src/mine/propose/reply.js';
import { mine, type MiningServices } from '../src/mining.js';
import type { LanguageModel } from '../src/ports/language-model.js';
import { createFakeClock } from './fakes/fake-clock.js';
import { createFakeHarness } from './fakes/fake-harness.js';
import { createFakeSandbox } from './fakes/fake-sandbox.js';
import { createSilentProgress } from './fakes/silent-progress.js';
import { applyEdit, arbitraryEdit, startingProject, type Project } from './support/edited-project.js';
import { lines, treeOfFiles } from './support/mined.js';
import { startOpenAiServer, type Behaviour, type OpenAiServer } from './support/openai-server.js';

const prompts = await readTemplates(PROPOSE_PROMPT_PATHS);
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An installation with a library and a memory of its own. */
async function installation(proposer?: Proposer): Promise<MiningServices> {
  const database: Database = await openDatabase(':memory:');
  closing.push(() => database.close());
  const clock = createFakeClock();
  return {
    harness: createFakeHarness(),
    sandbox: createFakeSandbox(),
    library: createLibraryStore(database),
    memory: createMiningMemory(database, clock),
    packageIndex: { distributionOf: async () => undefined },
    clock,
    progress: createSilentProgress(),
    proposer,
  };
}

const snapshotOf = (files: Project, commit: string) => ({
  repository: 'acme/sea',
  commit,
  files: treeOfFiles(files),
});

/** What a setting gives for a model behind it. */
function proposing(
  model: LanguageModel,
  variables: Readonly<Record<string, string>> = {},
): Proposer | undefined {
  const config = readConfig({
    CODEFACE_MODEL_BASE_URL: 'http://127.0.0.1:1/v1',
    CODEFACE_MODEL_BACKBONE: 'm',
    CODEFACE_PRICES: '{"m": {"inputPerMillion": 1, "outputPerMillion": 10}}',
    ...variables,
  });
  return proposerOf(config, model, prompts);
}

describe('a model behind an endpoint', () => {
  const PROJECT: Project = {
    ...startingProject(),
    'src/sea/wind.py': lines(
      'KEY = "not for anybody"',
      '',
      'def blow(force):',
      '    return force * 3',
      '',
      'def calm(force, limit="kept back"):',
      '    return force == 0',
    ),
    'tests/test_calm.py': lines('from sea.wind import calm', 'def test_calm(): assert calm(0)'),
  };
  const REPLY: ProposalReply = {
    splits: [],
    merges: [{ components: ['sea.wind:blow', 'sea.wind:calm'] }],
    names: [
      { component: 'sea.wind:calm', lead: 'calm', title: 'Wind force', summary: 'Tells how it blows.' },
    ],
  };

  async function endpoint(...behaviours: readonly Behaviour[]) {
    const server: OpenAiServer = await startOpenAiServer('planted-key');
    closing.push(() => server.close());
    server.script('m', ...behaviours);
    const model = createOpenAiLanguageModel({
      baseUrl: server.baseUrl,
      apiKey: 'planted-key',
      models: { backbone: 'm' },
      prices: { m: { inputPerMillion: 1, outputPerMillion: 10 } },
      timeoutMs: 300,
    });
    return { server, proposer: proposing(model) };
  }

  it('is asked in a form that strict output takes, and told nothing but names, signatures and first lines', async () => {
    const { server, proposer } = await endpoint({
      does: 'complete',
      content: JSON.stringify(REPLY),
      usage: { prompt_tokens: 1_000, completion_tokens: 200 },
    });
    const services = await installation(proposer);
    const report = await mine(services, snapshotOf(PROJECT, 'c0'));
    expect(server.violations).toEqual([]);
    expect(server.requests).toHaveLength(1);
    const told = JSON.stringify(server.requests[0]?.body.messages);
    for (const words of ['sea.wind:blow', 'Say a depth.', 'limit = …']) expect(told).toContain(words);
    for (const words of ['not for anybody', 'kept back', 'return force', 'KEY'])
      expect(told).not.toContain(words);

    expect(report.proposals).toMatchObject({
      redrawn: { tried: 1, stood: 1 },
      tokens: 1_200,
      costUsd: 0.003,
    });
    const [wind] = (await services.library.list()).filter(({ name }) => name === 'acme/sea/sea.wind.calm');
    expect(wind?.interface.exports.map(({ name }) => name)).toEqual(['calm', 'blow']);
    expect(wind?.interface.behaviour).toMatch(
      /\nProposed by a model, not shown by a test: Wind force: Tells how it blows\.$/,
    );

    const again = await mine(services, snapshotOf(PROJECT, 'c1'));
    expect(server.requests).toHaveLength(1);
    expect(again.admitted.map(({ id }) => id)).toEqual(report.admitted.map(({ id }) => id));
    expect(again.proposals).toMatchObject({ answers: { total: 1, remembered: 1 }, tokens: 0, costUsd: 0 });
  });

  it.each<[string, readonly Behaviour[], string]>([
    ['stalls', [{ does: 'stall', when: 'within' }], 'did not answer within 0.3 s'],
    [
      'is no model',
      [{ does: 'garble', contentType: 'text/html', body: '<h1>Hello</h1>' }],
      '1 reply could not be used',
    ],
    ['replies nonsense', [{ does: 'complete', content: '{"merges": "all"}' }], '1 reply could not be used'],
    ['does not know us', [{ does: 'fail', status: 401 }], 'does not accept the key'],
  ])('that %s leaves the library to evidence', async (_, behaviours, words) => {
    const { proposer } = await endpoint(...behaviours);
    const services = await installation(proposer);
    const report = await mine(services, snapshotOf(PROJECT, 'c0'));
    expect(report.proposals?.summary).toContain(words);
    const plain = await installation();
    await mine(plain, snapshotOf(PROJECT, 'c0'));
    expect(await services.library.list()).toEqual(await plain.library.list());
  });
});

describe('mining push after push with a model', () => {
  /** Replies as the components that it is told of demand, always the same. */
  const steady: LanguageModel = {
    complete: async ({ user, schema }) => {
      const sketches = [...user.matchAll(/^\{.*\}$/gm)].map(
        ([text]) => JSON.parse(text) as { component: string; exports: { name: string }[] },
      );
      const byModule = new Map<string, string[]>();
      for (const { component } of sketches) {
        const [module = ''] = component.split(':');
        byModule.set(module, [...(byModule.get(module) ?? []), component]);
      }
      const reply: ProposalReply = {
        splits: sketches
          .filter(one => one.exports.length > 1)
          .map(({ component, exports }) => ({ component, parts: exports.map(({ name }) => [name]) })),
        merges: [...byModule.values()].filter(all => all.length > 1).map(components => ({ components })),
        names: sketches.map(({ component }) => ({
          component,
          lead: null,
          title: `All of ${component}`,
          summary: null,
        })),
      };
      return { value: schema.parse(reply), inputTokens: user.length, outputTokens: 10, costUsd: 0 };
    },
  };

  it.each<[string, Readonly<Record<string, string>>]>([
    ['what it has', {}],
    ['a budget that not all questions fit in', { CODEFACE_BUDGET_TOKENS: '700' }],
  ])(
    'leaves the library that mining the last commit alone would, with %s',
    async (_, variables) => {
      const proposer = proposing(steady, variables);
      await fc.assert(
        fc.asyncProperty(fc.array(arbitraryEdit, { minLength: 1, maxLength: 4 }), async edits => {
          const lived = await installation(proposer);
          const islands = {
            'src/isle/__init__.py': '',
            'src/isle/reef.py': lines('def reef():', '    return 1', '', 'def bank():', '    return 2'),
            'tests/test_reef.py': lines('from isle.reef import reef', 'def test_reef(): assert reef() == 1'),
            'tests/test_bank.py': lines('from isle.reef import bank', 'def test_bank(): assert bank() == 2'),
          };
          let project: Project = { ...startingProject(), ...islands };
          await mine(lived, snapshotOf(project, 'c0'));
          for (const [index, edit] of edits.entries()) {
            project = applyEdit(project, edit);
            await mine(lived, snapshotOf(project, `c${index + 1}`));
          }
          const fresh = await installation(proposer);
          const alone = await mine(fresh, snapshotOf(project, `c${edits.length}`));
          expect(alone.proposals?.answers.total).toBeGreaterThan(0);
          expect(await lived.library.list()).toEqual(await fresh.library.list());
        }),
        { numRuns: 15 },
      );
    },
    120_000,
  );
});

describe('the proposer', () => {
  const model: LanguageModel = { complete: () => Promise.reject(new Error('nobody asks')) };

  it('is the model that plans, with the budget of a run', () => {
    const proposer = proposing(model, { CODEFACE_BUDGET_TOKENS: '5', CODEFACE_BUDGET_USD: '0.5' });
    expect(proposer).toMatchObject({
      modelName: 'm',
      budget: { tokens: 5, costUsd: 0.5, wallTimeMs: 3_600_000 },
    });
    expect(proposer?.prompt).toContain('as a string like any other');
  });

  it('is nobody where no model plans', () => {
    const prices = '{"other": {"inputPerMillion": 0, "outputPerMillion": 0}}';
    const roles = { CODEFACE_MODEL_BACKBONE: '', CODEFACE_MODEL_RESIDENT: 'other', CODEFACE_PRICES: prices };
    expect(proposing(model, roles)).toBeUndefined();
    expect(proposerOf(readConfig({}), undefined, prompts)).toBeUndefined();
  });
});
