import { describe, expect, it } from '@jest/globals';
import { describeMining, miningAnswer } from '../../src/cli/mine-command.js';
import { readSource } from '../../src/cli/mine-source.js';
import type { RepositorySnapshot } from '../../src/domain/mined.js';
import type { Workspace } from '../../src/ports/workspace.js';
import { sampleProposals, sampleReport } from '../report/sample-report.js';

/** Gives back what it was asked for as the name of the repository. */
function askedFor(source: string): Promise<string> {
  const snapshot = (repository: string): RepositorySnapshot => ({
    repository,
    commit: 'c',
    files: new Map(),
  });
  const unused = () => Promise.reject(new Error('nobody asks for this'));
  const workspace: Workspace = {
    read: async folder => snapshot(`folder ${folder}`),
    readUncommitted: unused,
    readRevision: unused,
    clone: unused,
  };
  const sourceIndex = () => ({
    sourceDistribution: async (name: string, version?: string) =>
      snapshot(`${name} at ${version ?? 'the newest'}`),
  });
  return readSource(source, { workspace, sourceIndex }).then(({ repository }) => repository);
}

describe('what is mined', () => {
  it.each([
    ['.', 'folder .'],
    ['src/pypi', 'folder src/pypi'],
    ['./pypi:odd', 'folder ./pypi:odd'],
    ['pypi:tenacity', 'tenacity at the newest'],
    ['pypi:tenacity==9.2.1', 'tenacity at 9.2.1'],
    ['PyPI: more-itertools==10.7.0', 'more-itertools at 10.7.0'],
    ['pypi:kit==not one', 'kit at not one'],
  ])('%s is %s', async (source, asked) => {
    expect(await askedFor(source)).toBe(asked);
  });

  it.each(['pypi:', 'pypi:==1.0', 'pypi:kit>=1.0', 'pypi:kit[extra]', 'pypi:kit; python_version<"3"'])(
    'is no %s',
    async source => {
      await expect(askedFor(source)).rejects.toMatchObject({ code: 'bad-input' });
    },
  );
});

describe('the name of what is mined', () => {
  const unused = () => Promise.reject(new Error('nobody asks for this'));
  const read = (name: string, source = 'lib') => {
    const place = { folder: `/${source}`, isNamed: false };
    const snapshot = { repository: source, commit: 'c', files: new Map<string, Uint8Array>() };
    const workspace: Workspace = {
      read: async folder => (folder === 'cloned' ? snapshot : { ...snapshot, place }),
      readUncommitted: unused,
      readRevision: unused,
      clone: unused,
    };
    return readSource(source, { workspace, sourceIndex: () => ({ sourceDistribution: unused }) }, name);
  };

  it('is the one given, for a folder without an origin', async () => {
    expect(await read('acme/lib')).toMatchObject({
      repository: 'acme/lib',
      place: { folder: '/lib', isNamed: true },
    });
  });

  it.each(['cloned', 'pypi:kit'])('is not to be given to %s, which has its own', async source => {
    await expect(read('acme/lib', source)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('--name is for folders without an origin') as unknown,
    });
  });

  it.each(['', '..', 'a/../b', '/a', 'a/', 'pypi:kit', 'a\u001bb', 'a'.repeat(101)])(
    'is not %j',
    async name => {
      await expect(read(name)).rejects.toMatchObject({ code: 'bad-input' });
    },
  );
});

describe('the answer of mine', () => {
  const skippedFiles = [{ name: 'old\u001b[31m.py', reason: 'line 3: written for Python 2' }];

  it('is told to people by what they can do about it', () => {
    const text = describeMining(sampleReport(3, { commit: `2.0/sha256:${'a'.repeat(64)}`, skippedFiles }));
    expect(text).toContain('acme/tools at 2.0: 12 Python files, 3456 lines, 3 components.');
    expect(text).toContain(
      'Left out, no test that could come along (1). Add a test that calls the component by its import and needs little else of the repository.\n  acme/tools/kit.m0.Part2: no test reaches it; add one',
    );
    expect(text).toContain('Files not mined:\n  old .py: line 3: written for Python 2');
    expect(describeMining(sampleReport(0))).toContain('No primitive was admitted.');
  });

  it('counts one as one, and calls known what was not run again', () => {
    const told = (remembered: number) =>
      describeMining(
        sampleReport(1, { components: 1, files: 1, reuse: { runs: { total: 40, remembered } } }),
      );
    expect(told(1)).toContain('1 Python file, 3456 lines, 1 component.');
    expect(told(1)).toContain('Of 40 runs of components alone, 1 was known already and not done again.');
    expect(told(2)).toContain('Of 40 runs of components alone, 2 were known already and not done again.');
    expect(told(0)).not.toContain('known already');
  });

  it('says what a model came to, where one is set', () => {
    const proposals = sampleProposals('No model answered; it was asked no more, since\u001b[31m it is busy.');
    expect(describeMining(sampleReport(1, { proposals }))).toContain('\n\nNo model answered; it was');
    expect(describeMining(sampleReport(1, { proposals }))).not.toContain('\u001b');
    expect(describeMining(sampleReport(1))).not.toContain('model');
    expect(miningAnswer(sampleReport(1, { proposals }))).toMatchObject({
      proposals: { answers: { total: 3, remembered: 1 }, tokens: 700, costUsd: 0.25 },
    });
  });

  it('is one object for programs, with a line for each primitive and without the map', () => {
    const answer = miningAnswer(sampleReport(3, { skippedFiles }));
    expect(Object.keys(answer).sort()).toEqual([
      ...[
        'admitted',
        'commit',
        'components',
        'durationMs',
        'edges',
        'entities',
        'excluded',
        'files',
        'lines',
      ],
      ...['repository', 'skippedFiles'],
    ]);
    expect(answer).toMatchObject({
      admitted: [
        {
          name: 'acme/tools/kit.m0.Part0',
          exports: ['Part0'],
          lines: 2,
          files: ['tools/Part0.py'],
          tests: 1,
        },
        { name: 'acme/tools/kit.m0.Part1' },
      ],
      excluded: [{ name: 'acme/tools/kit.m0.Part2', kind: 'no-test' }],
    });
  });
});
