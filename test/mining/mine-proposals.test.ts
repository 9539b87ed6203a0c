import { describe, expect, it } from '@jest/globals';
import { CodefaceError } from '../../src/domain/errors.js';
import { decodeUtf8 } from '../../src/domain/files.js';
import { mineRepository } from '../../src/mining/mine-repository.js';
import type { Proposer } from '../../src/mine/propose/proposer.js';
import type { LanguageModel } from '../../src/ports/language-model.js';
import type { MiningMemory } from '../../src/ports/mining-memory.js';
import { createFakeClock } from '../fakes/fake-clock.js';
import { createFakeHarness } from '../fakes/fake-harness.js';
import { createFakeSandbox } from '../fakes/fake-sandbox.js';
import { createMemoryMiningMemory } from '../fakes/memory-mining-memory.js';
import { createScriptedLanguageModel, type ScriptedReply } from '../fakes/scripted-language-model.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { lines, snapshotOf, type RepositoryFiles } from '../support/mined.js';

/** Two folders: in one, two functions that evidence draws apart; in the other, two that it draws together. */
const FILES: RepositoryFiles = {
  'kit/__init__.py': '',
  'kit/text.py': lines(
    'def slug(text):',
    '    """Make a slug."""',
    '    return text.lower()',
    '',
    '',
    'def wrap(text):',
    '    return [text]',
  ),
  // What a component is measured against.
  'kit/bulk.py': lines(...Array.from({ length: 40 }, (_, index) => `VALUE_${index} = ${index}`)),
  'sea/__init__.py': '',
  'sea/depth.py': lines(
    'def sound(depth):',
    '    return f"{depth} fathoms"',
    '',
    '',
    'def soundings(depths):',
    '    return [sound(one) for one in depths]',
  ),
  'sea/bulk.py': lines(...Array.from({ length: 40 }, (_, index) => `VALUE_${index} = ${index}`)),
  'tests/test_slug.py': lines('from kit.text import slug', 'def test_slug(): assert slug("A") == "a"'),
  'tests/test_wrap.py': lines('from kit.text import wrap', 'def test_wrap(): assert wrap("A") == ["A"]'),
  'tests/test_depth.py': lines(
    'from sea.depth import sound, soundings',
    'def test_sound(): assert sound(3) == "3 fathoms"',
    'def test_soundings(): assert soundings([3]) == [sound(3)]',
  ),
};
const NOTHING = { splits: [], merges: [], names: [] };
const MERGE = { ...NOTHING, merges: [{ components: ['kit.text:slug', 'kit.text:wrap'] }] };
const SPLIT = { ...NOTHING, splits: [{ component: 'sea.depth:sound', parts: [['soundings'], ['sound']] }] };
const BUDGET = { wallTimeMs: 60_000, tokens: 100_000, costUsd: 1 };

function proposerOf(model: LanguageModel, budget: Partial<typeof BUDGET> = {}): Proposer {
  return { model, modelName: 'scripted', prompt: 'Judge.', budget: { ...BUDGET, ...budget } };
}

function scripted(...backbone: readonly ScriptedReply[]) {
  return createScriptedLanguageModel({ backbone });
}

/** The tests of a component whose code is such do not end. */
function harnessHanging(hangs: (code: string) => boolean) {
  return createFakeHarness(({ files }) => {
    const texts = [...files].map(([path, bytes]) => (path.startsWith('tests/') ? '' : decodeUtf8(bytes)));
    return hangs(texts.join('\n')) ? { status: 'timed-out', detail: 'It did not end.' } : {};
  });
}

interface Given {
  readonly hangs?: (code: string) => boolean;
  readonly memory?: MiningMemory;
}

async function mined(
  proposer: Proposer | undefined,
  { hangs = () => false, memory = createMemoryMiningMemory() }: Given = {},
  files = FILES,
) {
  const harness = harnessHanging(hangs);
  const services = {
    harness,
    sandbox: createFakeSandbox(),
    packageIndex: { distributionOf: async () => undefined },
    clock: createFakeClock(),
    memory,
    progress: createSilentProgress(),
    proposer,
  };
  const report = await mineRepository(services, snapshotOf(files));
  const { admitted, excluded, components } = report;
  const library = admitted.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    library,
    left: { excluded, components },
    exports: library.map(({ interface: own }) => own.exports.map(({ name }) => name)),
    proposals: report.proposals,
    told: report.proposals?.summary ?? '',
  };
}

const evidence = await mined(undefined);

describe('proposals of a model for components', () => {
  it('are not there without a model, and evidence draws', () => {
    expect(evidence.exports).toEqual([['slug'], ['wrap'], ['sound', 'soundings']]);
    expect(evidence.proposals).toBeUndefined();
  });

  it('draw components otherwise where those pass validation', async () => {
    const merged = await mined(proposerOf(scripted({ text: MERGE }, { text: SPLIT })));
    // The second part holds the first, which it calls.
    expect(merged.exports).toEqual([['slug', 'wrap'], ['sound'], ['soundings', 'sound']]);
    expect(merged.left).toEqual({ excluded: [], components: 3 });
    expect(merged.proposals).toMatchObject({ proposals: 2, ignored: 0, redrawn: { tried: 2, stood: 2 } });
  });

  it('are told in the contract as what they are, and change no id by it', async () => {
    const names = [
      { component: 'kit.text:slug', lead: null, title: 'Slug maker', summary: 'Turns\na title into a slug.' },
      { component: 'sea.depth:soundings', lead: null, title: null, summary: null },
    ];
    const { library } = await mined(proposerOf(scripted({ text: { ...NOTHING, names } }, { text: NOTHING })));
    expect(library[0]?.interface.behaviour).toBe(
      'slug: Make a slug.\nTested: slug.\nProposed by a model, not shown by a test: Slug maker: Turns a title into a slug.',
    );
    expect(library.map(({ id }) => id)).toEqual(evidence.library.map(({ id }) => id));
    expect(library.slice(1)).toEqual(evidence.library.slice(1));
  });

  it('name a component after another of its exports', async () => {
    const names = [{ component: 'sea.depth:sound', lead: 'soundings', title: 'Depths', summary: null }];
    const { library } = await mined(proposerOf(scripted({ text: NOTHING }, { text: { ...NOTHING, names } })));
    expect(library[2]?.name).toBe('acme/donor/sea.depth.soundings');
    expect(library[2]?.interface.behaviour).toMatch(/\nProposed by a model, not shown by a test: Depths$/);
  });

  it('keep no words that look like a secret', async () => {
    const summary = `Uses ghp_${'aB3dE6gH9j'.repeat(4)}.`;
    const names = [{ component: 'kit.text:slug', lead: null, title: null, summary }];
    const { library } = await mined(proposerOf(scripted({ text: { ...NOTHING, names } }, { text: NOTHING })));
    expect(library).toEqual(evidence.library);
  });

  it('give way to what evidence drew where they fail, each by itself', async () => {
    const hangs = (code: string) => code.includes('def slug') && code.includes('def wrap');
    const report = await mined(proposerOf(scripted({ text: MERGE }, { text: SPLIT })), { hangs });
    expect(report.exports).toEqual([['slug'], ['wrap'], ['sound'], ['soundings', 'sound']]);
    expect(report.library.slice(0, 2)).toEqual(evidence.library.slice(0, 2));
    expect(report.left).toEqual({ excluded: [], components: 4 });
    expect(report.proposals?.redrawn).toEqual({ tried: 2, stood: 1 });
    expect(report.told).toContain('of 2 changes to what evidence drew, 1 passed validation');
  });

  it('give way as a whole when one part of a split hangs', async () => {
    const hangs = (code: string) => code.includes('def sound(') && !code.includes('def soundings');
    const report = await mined(proposerOf(scripted({ text: NOTHING }, { text: SPLIT })), { hangs });
    expect(report.library).toEqual(evidence.library);
    expect(report.left).toEqual(evidence.left);
  });

  it('are ignored and counted where they do not fit', async () => {
    const reply = {
      splits: [{ component: 'kit.text:slug', parts: [['slug'], ['wrap']] }],
      merges: [{ components: ['kit.text:slug', 'sea.depth:sound'] }],
      names: [{ component: 'kit.text:slug', lead: 'print', title: null, summary: null }],
    };
    const report = await mined(proposerOf(scripted({ text: reply }, { text: NOTHING })));
    expect(report.library).toEqual(evidence.library);
    expect(report.proposals).toMatchObject({ proposals: 3, ignored: 3, redrawn: { tried: 0, stood: 0 } });
  });
});

describe('a model that is of no use', () => {
  const unreachable = new CodefaceError('language-model', 'No answer within 300 s; try again later.', {
    retryable: true,
  });
  const failing = (error: Error): LanguageModel => ({ complete: () => Promise.reject(error) });

  it.each<[string, Proposer, string]>([
    [
      'is out of reach',
      proposerOf(failing(unreachable)),
      'it was asked no more, since No answer within 300 s',
    ],
    [
      'is not set up',
      proposerOf(failing(new CodefaceError('configuration', 'The key is not accepted.'))),
      'it was asked no more, since The key is not accepted',
    ],
    [
      'replies nonsense',
      proposerOf(scripted({ text: 'Merge all.' }, { text: { merges: [] } })),
      '2 replies could not be used',
    ],
    [
      'refuses and is cut off',
      proposerOf(scripted({ refusal: 'No.' }, { text: NOTHING, ending: 'truncated' })),
      '2 replies could not be used',
    ],
    [
      'has no time',
      proposerOf(scripted(), { wallTimeMs: 0 }),
      'it was asked no more, since its time is over',
    ],
  ])('leaves mining to evidence when it %s', async (_, proposer, sentence) => {
    const report = await mined(proposer);
    expect(report.library).toEqual(evidence.library);
    expect(report.left).toEqual(evidence.left);
    expect(report.told).toMatch(/^No model answered, so that components are as evidence drew them; /);
    expect(report.told).toContain(sentence);
  });

  it('is asked no more once it was out of reach', async () => {
    const model = scripted('unavailable');
    await mined(proposerOf(model));
    expect(model.requests).toHaveLength(1);
  });

  it('does not hide an error that is not its own', async () => {
    await expect(mined(proposerOf(failing(new Error('a bug'))))).rejects.toThrow('a bug');
  });
});

describe('what a model costs', () => {
  const paid = (text: object): ScriptedReply => ({ text, inputTokens: 600, outputTokens: 100 });

  it('is told, and ends the asking when it reaches the budget', async () => {
    const model = scripted(paid(MERGE), paid(SPLIT));
    const report = await mined(proposerOf(model, { tokens: 700 }));
    expect(report.exports).toEqual([
      ['slug', 'wrap'],
      ['sound', 'soundings'],
    ]);
    expect(report.proposals).toMatchObject({ answers: { total: 1, remembered: 0 }, tokens: 700, costUsd: 0 });
    expect(report.told).toBe(
      'A model answered 1 question about components (0 remembered) and made 1 proposal, of which 0 did not fit; of 1 change to what evidence drew, 1 passed validation; it cost 700 tokens, $0.0000; it was asked no more, since the budget is spent.',
    );
    expect(model.unused).toBe(1);
  });

  it('is paid once for a folder until what is told of it changes', async () => {
    const memory = createMemoryMiningMemory();
    const first = await mined(proposerOf(scripted(paid(MERGE), paid(SPLIT))), { memory });
    const second = await mined(proposerOf(scripted()), { memory });
    expect(second.library).toEqual(first.library);
    expect(second.proposals).toMatchObject({ answers: { total: 2, remembered: 2 }, tokens: 0 });

    const told = String(FILES['kit/text.py']).replace('Make a slug.', 'Make one slug.');
    const model = scripted(paid(MERGE));
    const third = await mined(proposerOf(model), { memory }, { ...FILES, 'kit/text.py': told });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.user).toContain('Make one slug.');
    expect(third.proposals).toMatchObject({ answers: { total: 2, remembered: 1 }, tokens: 700 });
    expect(third.exports).toEqual(first.exports);
  });

  it('counts against the budget when it is remembered, so that the library is the same', async () => {
    const memory = createMemoryMiningMemory();
    const budget = { tokens: 700 };
    await mined(proposerOf(scripted(paid(MERGE), paid(SPLIT))), { memory });
    const later = await mined(proposerOf(scripted(), budget), { memory });
    const fresh = await mined(proposerOf(scripted(paid(MERGE)), budget));
    expect(later.library).toEqual(fresh.library);
    expect(later.exports).toEqual([
      ['slug', 'wrap'],
      ['sound', 'soundings'],
    ]);
  });

  it('is not paid again for what is remembered while the model is out of reach', async () => {
    const memory = createMemoryMiningMemory();
    await mined(proposerOf(scripted(paid(NOTHING), paid(SPLIT))), { memory });
    const changed = String(FILES['kit/text.py']).replace('Make a slug.', 'Make one slug.');
    const report = await mined(
      proposerOf(scripted('unavailable')),
      { memory },
      { ...FILES, 'kit/text.py': changed },
    );
    expect(report.exports).toEqual([['slug'], ['wrap'], ['sound'], ['soundings', 'sound']]);
  });
});
