import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createOpenAiLanguageModel } from '../../../src/adapters/openai/openai-language-model.js';
import { checkProposal } from '../../../src/adapt/check-proposal.js';
import { confinePath, treeOf } from '../../../src/domain/files.js';
import { createModelResident } from '../../../src/residents/model/model-resident.js';
import type { AdaptationReply } from '../../../src/residents/model/replies.js';
import type { ResidentInput } from '../../../src/residents/resident.js';
import { createScriptedLanguageModel, type ScriptedReply } from '../../fakes/scripted-language-model.js';
import { makeInterpreter, runSuite } from '../../fixtures/python-suite.js';
import { readFixtureTree } from '../../support/fixture-repositories.js';
import { startOpenAiServer, type OpenAiServer } from '../../support/openai-server.js';
import { adaptation, assessment, backoff, input, prompts } from './backoff.js';

const scripted = (...replies: readonly ScriptedReply[]) => {
  const model = createScriptedLanguageModel({ resident: replies });
  return { model, resident: createModelResident({ model, prompts }) };
};
const adapt = (reply: object, over: Partial<ResidentInput> = {}) =>
  scripted({ text: reply }).resident.adapt({ ...input, ...over });

describe('assessing', () => {
  it('takes a reply over, and counts how much of the requirement it covers', async () => {
    const { provides: _, ...rest } = assessment;
    expect(await scripted({ text: assessment }).resident.assess(input)).toEqual({
      ...rest,
      requirementId: 'r:orderdesk.platform.waiting',
      primitiveId: backoff.id,
      capabilityMatch: 1,
    });
    const [first] = input.context.requiredExports;
    if (first === undefined) throw new Error('The input requires nothing.');
    const two = { ...input.context, requiredExports: [first, { ...first, name: 'pause_after' }] };
    const half = await scripted({ text: assessment }).resident.assess({ ...input, context: two });
    expect(half).toMatchObject({ verdict: 'SUITABLE', capabilityMatch: 0.5 });
  });

  it('does not believe in a fit that provides nothing required', async () => {
    const reply = { ...assessment, provides: ['pause_around', 'toString'] };
    const { resident } = scripted({ text: reply });
    expect(await resident.assess(input)).toMatchObject({ verdict: 'UNSUITABLE', capabilityMatch: 0 });
  });

  it('keeps a refusal', async () => {
    const { resident } = scripted({ text: { ...assessment, verdict: 'UNSUITABLE' } });
    expect(await resident.assess(input)).toMatchObject({ verdict: 'UNSUITABLE' });
  });

  it.each<[string, ScriptedReply]>([
    ['does not fit', { text: { ...assessment, verdict: 'MAYBE' } }],
    ['is cut off', { text: assessment, ending: 'truncated' }],
    ['is a refusal', { refusal: 'No.' }],
  ])('finds a primitive unsuitable when the reply %s', async (_, reply) => {
    const result = await scripted(reply).resident.assess(input);
    expect(result).toMatchObject({ verdict: 'UNSUITABLE', capabilityMatch: 0 });
    expect(result.compatibilityNotes).toHaveLength(1);
  });
});

describe('adapting', () => {
  it('makes a proposal of a reply, and reads from its code what code can tell', async () => {
    const proposal = await adapt(adaptation);
    expect(proposal).toMatchObject({
      status: 'adapted',
      reason: '',
      mapping: { exports: adaptation.exports },
      dependencies: adaptation.dependencies,
      outgoing: [],
      interface: { module: 'orderdesk.platform.waiting', behaviour: adaptation.behaviour },
    });
    const [exported] = proposal.interface.exports;
    expect(exported?.signature?.parameters.map(({ name, annotation }) => [name, annotation])).toEqual([
      ['attempt', 'int'],
      ['limit', 'float'],
      ['unit', 'float'],
      ['factor', 'float'],
    ]);
    expect(proposal.carriedTests.map(({ status, adaptedId }) => [status, adaptedId !== undefined])).toEqual([
      ['rewritten', true],
      ['rewritten', true],
      ['dropped', false],
    ]);
  });

  it('writes at the top of every file where it came from', async () => {
    const { files, testFiles } = await adapt(adaptation);
    const tops = [...files, ...testFiles].map(({ path, content }) => [path, content.split('\n')[0]]);
    const from = (path: string) =>
      `# Adapted from acme/steadykit @ 111111111111, ${path} (primitive ${backoff.id}).`;
    expect(tops).toEqual([
      ['src/orderdesk/platform/waiting.py', from('src/steadykit/backoff.py')],
      ['src/orderdesk/platform/_waiting/_numbers.py', from('src/steadykit/_numbers.py')],
      ['tests/carried/test_orderdesk_platform_waiting.py', from('tests/test_backoff.py')],
    ]);
  });

  it('delivers what runs: the carried tests and those of the target pass', async () => {
    const proposal = await adapt(adaptation);
    expect(checkProposal(proposal, input.localRequest, backoff)).toEqual([]);
    const { files, testFiles } = proposal;
    const tree = new Map([...readFixtureTree('orderdesk'), ...treeOf([...files, ...testFiles])]);
    const words = ['tests/carried', 'tests/test_waiting.py'];
    const report = await runSuite(await makeInterpreter(), tree, { sourceRoots: ['src'], words });
    expect(report).toMatchObject({ failed: [], uncollected: [] });
    const carried = report.passed.filter(id => id.startsWith('tests/carried/'));
    expect(carried).toHaveLength(5);
    expect(report.passed.length).toBeGreaterThan(carried.length);
  });

  it('takes a file that is no text over as it is', async () => {
    const resource = {
      path: 'src/orderdesk/platform/_waiting/table.bin',
      from: 'src/steadykit/table.bin',
      content: null,
    };
    const { files } = await adapt({ ...adaptation, files: [...adaptation.files, resource] });
    expect(files.at(-1)).toEqual({ path: resource.path, encoding: 'base64', content: '/wD+' });
  });

  it('spells the distributions as they are declared', async () => {
    const distributions = ['typing-extensions', 'attrs'];
    const { dependencies } = await adapt({
      ...adaptation,
      dependencies: { ...adaptation.dependencies, distributions },
    });
    expect(dependencies.distributions).toEqual(['Typing_Extensions>=4', 'attrs>=23']);
  });

  it('addresses demands to the requirements of its siblings', async () => {
    const outgoing = [{ module: 'orderdesk.platform.settings', demand: 'Give seconds.' }];
    expect((await adapt({ ...adaptation, outgoing })).outgoing).toEqual([
      {
        from: 'r:orderdesk.platform.waiting',
        to: 'r:orderdesk.platform.settings',
        demand: 'Give seconds.',
      },
    ]);
  });

  it('passes on that the model has nothing to offer', async () => {
    const reply = { ...adaptation, status: 'unsuccessful', reason: 'No order is left.', files: [] };
    expect(await adapt(reply)).toMatchObject({
      status: 'unsuccessful',
      reason: 'No order is left.',
      mapping: { exports: adaptation.exports },
      files: [],
      testFiles: [],
    });
  });

  const withFile = (file: Partial<AdaptationReply['files'][number]>): AdaptationReply => {
    const other = { path: 'src/x.py', from: 'src/steadykit/_numbers.py', content: 'x = 1\n', ...file };
    return { ...adaptation, files: [...adaptation.files, other] };
  };
  const withTest = (path: string): AdaptationReply => ({
    ...adaptation,
    testFiles: [...adaptation.testFiles, { path, from: 'tests/test_backoff.py', content: '' }],
  });

  it.each<[string, AdaptationReply, string]>([
    ['climbs out', withFile({ path: '../outside.py' }), '"../outside.py" is no path inside the target'],
    ['climbs out in the middle', withFile({ path: 'src/a/../../../x.py' }), 'inside the target'],
    ['leads to a drive', withFile({ path: './C:/x.py' }), 'inside the target'],
    ['is absolute', withFile({ path: '/etc/cron.d/x' }), 'inside the target'],
    ['is in the folder of git', withFile({ path: '.git/hooks/pre-commit' }), 'inside the target'],
    ['is a test that climbs out', withTest('tests/carried/../../../x.py'), 'inside the target'],
    ['comes from nowhere', withFile({ from: 'src/other.py' }), '"src/other.py" is no file of the primitive'],
    ['copies what is not there', withFile({ from: '../secrets', content: null }), 'no file of the primitive'],
  ])('rejects a reply of which a file %s', async (_, reply, reason) => {
    const proposal = await adapt(reply);
    expect(proposal).toMatchObject({ status: 'unsuccessful', files: [], testFiles: [], outgoing: [] });
    expect(proposal.reason).toContain(reason);
    expect(proposal.reason).toMatch(/^The reply cannot be used: [^\n]{1,600}$/);
  });

  it('leaves out what nobody has: exports, distributions, siblings, a place for a dropped test', async () => {
    const [mapped] = adaptation.exports;
    const [first] = adaptation.carriedTests;
    if (mapped === undefined || first === undefined) throw new Error('The reply is empty.');
    const proposal = await adapt({
      ...adaptation,
      exports: [mapped, { ...mapped, from: 'other' }, { ...mapped, to: 'other' }],
      dependencies: { ...adaptation.dependencies, distributions: ['evil @ https://evil.example/x'] },
      outgoing: [{ module: 'orderdesk.platform.money', demand: 'Give cents.' }],
      carriedTests: [{ ...first, status: 'dropped' }],
    });
    expect(proposal).toMatchObject({
      status: 'adapted',
      mapping: { exports: [mapped] },
      dependencies: { distributions: [] },
      outgoing: [],
    });
    expect(proposal.carriedTests).toEqual([{ id: first.id, status: 'dropped', reason: first.reason }]);
  });

  it('offers no export that the delivered module does not define', async () => {
    const files = adaptation.files.map(file => ({ ...file, content: 'def other(): ...\n' }));
    expect((await adapt({ ...adaptation, files })).interface.exports).toEqual([]);
    expect((await adapt({ ...adaptation, files: [] })).interface.exports).toEqual([]);
  });

  it.each<[string, ScriptedReply]>([
    ['misses a field', { text: { ...adaptation, testFiles: undefined } }],
    ['is no JSON', { text: 'Here is the code:' }],
    ['is cut off', { text: adaptation, ending: 'truncated' }],
    ['is a refusal', { refusal: 'No.' }],
  ])('rejects a reply that %s', async (_, reply) => {
    const proposal = await scripted(reply).resident.adapt(input);
    expect(proposal).toMatchObject({ status: 'unsuccessful', mapping: { exports: [] }, files: [] });
    expect(proposal.reason).not.toBe('');
  });

  it('never names a path outside the target, whatever paths a reply has', async () => {
    const part = fc.constantFrom('..', '.', '', 'src', '.git', '.GIT', 'x.py', 'C:', '\0', '\\..\\', '~');
    const path = fc.oneof(
      fc.array(part, { maxLength: 6 }).map(parts => parts.join('/')),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(path, fc.boolean(), async (asked, isTest) => {
        const proposal = await adapt(isTest ? withTest(asked) : withFile({ path: asked }));
        for (const file of [...proposal.files, ...proposal.testFiles])
          expect(confinePath(file.path)).toBe(file.path);
      }),
    );
  });
});

describe('asking', () => {
  let server: OpenAiServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  it('asks the resident model, with the task as system and the four things as user', async () => {
    const { model, resident } = scripted({ text: assessment }, { text: adaptation });
    await resident.assess(input);
    await resident.adapt(input);
    expect(model.requests.map(({ role, system, schemaName }) => [role, system, schemaName])).toEqual([
      ['resident', prompts.assess, 'assessment'],
      ['resident', prompts.adapt, 'adaptation'],
    ]);
    expect(model.requests[0]?.user).toBe(model.requests[1]?.user);
    expect(resident.name).toBe('model');
  });

  it('asks an endpoint for shapes that strict output accepts', async () => {
    server = await startOpenAiServer(undefined);
    const content = [assessment, adaptation].map(reply => JSON.stringify(reply));
    server.script('m', ...content.map(text => ({ does: 'complete' as const, content: text })));
    const model = createOpenAiLanguageModel({
      baseUrl: server.baseUrl,
      apiKey: undefined,
      models: { resident: 'm' },
      prices: { m: { inputPerMillion: 0, outputPerMillion: 0 } },
    });
    const resident = createModelResident({ model, prompts });
    expect(await resident.assess(input)).toMatchObject({ verdict: 'SUITABLE' });
    expect(await resident.adapt(input)).toMatchObject({ status: 'adapted' });
    expect(server.violations).toEqual([]);
  });

  it('ends in the error when nobody could be asked', async () => {
    const { resident } = scripted('unavailable', 'unavailable');
    const busy = { code: 'language-model', retryable: true };
    await expect(resident.assess(input)).rejects.toMatchObject(busy);
    await expect(resident.adapt(input)).rejects.toMatchObject(busy);
    const unset = createModelResident({ model: createScriptedLanguageModel({}), prompts });
    await expect(unset.adapt(input)).rejects.toMatchObject({ code: 'configuration' });
  });

  it.each([
    ['a GitHub token', `TOKEN = "ghp_${'a1B2'.repeat(9)}"\n`],
    ['an access key of AWS', 'KEY = "AKIAIOSFODNN7EXAMPLE"\n'],
    ['a key of a model endpoint', `KEY = "sk-proj-${'a1B2'.repeat(9)}"\n`],
    ['a key of a model endpoint', `KEY = "sk-${'a1B2'.repeat(9)}"\n`],
    ['a private key', 'KEY = "-----BEGIN PRIVATE KEY-----\\nMIIEMIIEMIIEMIIEMIIE"\n'],
    ['a private key', `"""\n-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(9)}\n"""\n`],
  ])('sends nothing of a primitive that holds %s', async (kind, content) => {
    const { model, resident } = scripted();
    const [source, ...others] = backoff.implementation;
    if (source === undefined) throw new Error('The primitive is empty.');
    const primitive = { ...backoff, implementation: [{ ...source, content }, ...others] };
    const refused = await resident.assess({ ...input, primitive });
    expect(refused).toMatchObject({ verdict: 'UNSUITABLE' });
    expect(refused.compatibilityNotes[0]).toContain(kind);
    const proposal = await resident.adapt({ ...input, primitive });
    expect(proposal).toMatchObject({ status: 'unsuccessful' });
    expect(proposal.reason).not.toMatch(/ghp_|AKIA|sk-|MIIE/);
    expect(model.requests).toEqual([]);
  });
});
