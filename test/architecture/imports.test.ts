import { describe, expect, it } from '@jest/globals';
import { BROKEN_TREES, SOUND_TREE } from './broken-trees.js';
import { brokenRules, describeBrokenRule, RULES } from './cruise-source.js';
import { inMadeUpTree, type Tree } from './made-up-tree.js';

const namesBrokenIn = async (tree: Tree) => (await inMadeUpTree(tree, brokenRules)).map(({ rule }) => rule);

describe('the imports of src/', () => {
  it('keep every rule', async () => {
    expect((await brokenRules(process.cwd())).map(describeBrokenRule)).toEqual([]);
  });
});

describe('the import rules', () => {
  it('have a name and a sentence each', () => {
    expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length);
    for (const { name, sentence } of RULES) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(sentence).toMatch(/^\S.*\.$/);
    }
  });

  it('are all shown to bite', () => {
    expect(Object.keys(BROKEN_TREES).sort()).toEqual(RULES.map(({ name }) => name).sort());
  });

  it.each(Object.entries(BROKEN_TREES))('%s bites', async (rule, tree) => {
    expect(await namesBrokenIn(tree)).toContain(rule);
  });

  it('leave a sound project alone', async () => {
    expect(await inMadeUpTree(SOUND_TREE, brokenRules)).toEqual([]);
  });

  it.each(
    ['fs', 'child_process', 'net', 'http', 'https', 'http2', 'dgram', 'dns', 'tls', 'os', 'worker_threads']
      .map(name => `node:${name}`)
      .concat('fs', 'node:timers/promises'),
  )('keep %s out of the core', async name => {
    expect(await namesBrokenIn({ 'src/plan/plan.ts': `import '${name}';` })).toEqual([
      'built-in-io-at-the-edge',
    ]);
  });

  it.each([
    ...['dockerode', 'execa', 'knex', 'listr2', 'octokit', '@octokit/rest', 'openai', 'pino', 'sqlite3'],
    'tar-stream',
  ])('keep %s out of the core', async name => {
    expect(await namesBrokenIn({ 'src/plan/plan.ts': `import '${name}';` })).toEqual([
      'package-io-at-the-edge',
    ]);
  });
});
