import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FileTree } from '../../../src/domain/files.js';
import type { HeldProject } from '../../../src/domain/hold-set.js';
import { contentMarks } from '../../../src/library/hold/content-marks.js';
import { guardLibrary } from '../../../src/library/library.js';
import { holdBack } from '../../../src/library/hold/hold-back.js';
import { createHoldSet } from '../../../src/library/hold/hold-set.js';
import { createMemoryLibraryStore } from '../../fakes/memory-library-store.js';
import { samplePrimitive } from '../../support/sample-primitive.js';

const held = (marks: Partial<HeldProject>) =>
  createHoldSet([{ repositories: [], names: [], descriptions: [], paths: [], contents: [], ...marks }]);
const tree = (texts: Readonly<Record<string, string>>): FileTree =>
  new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
const project = (repository: string, texts: Readonly<Record<string, string>> = {}) => ({
  repository,
  files: tree(texts),
});
const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const spaced = (text: string) => text.split(/\s+/).join(' ').trim();

const RETRY = `def retry(times, wait):
    """Calls again until it works."""
    for attempt in range(times):
        wait(attempt)
    return times
`;
const FILE = `import os\n\n\ndef other(a, b):\n    return os.path.join(a, b, a, b, 'somewhere', 'else', 'entirely', 'there')\n\n\n${RETRY}`;

describe('a held repository', () => {
  const holdSet = held({
    repositories: ['https://github.com/Acme/my_tools.git', 'ada/my-tools'],
    why: 'a bench',
  });

  it.each([
    'acme/my-tools',
    'ACME/My_Tools',
    'git@github.com:acme/my.tools.git',
    'ssh://git@github.com:22/acme/my_tools',
    'https://user@ghe.example/acme/my_tools/',
    'github.com/acme/my-tools',
    'acme/my-tools/packages/retry',
    'ada/My_Tools',
    'my_tools',
    'my-tools-1.2.0',
    'pypi:My.Tools',
  ])('is known as %s', repository => {
    expect(holdSet.ofProject(project(repository))).toMatchObject({
      project: 'https://github.com/Acme/my_tools.git',
    });
    expect(holdSet.ofPrimitive(samplePrimitive('f', { repository }))).toBeDefined();
  });

  it.each(['acme/my-tools-2', 'acme/tools', 'bob/my-tools', 'my-tool', 'pypi:my-tools-extra', 'acme'])(
    'is not %s',
    repository => {
      expect(holdSet.ofProject(project(repository))).toBeUndefined();
      expect(holdSet.ofPrimitive(samplePrimitive('f', { repository }))).toBeUndefined();
    },
  );

  it('is told with the reason it is held for', () => {
    expect(holdSet.ofProject(project('acme/my-tools'))?.reason).toBe(
      'acme/my-tools is in the hold set, a part or a copy of https://github.com/Acme/my_tools.git: it is that repository (a bench).',
    );
  });

  it('is compared the same way from both sides', () => {
    const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/);
    fc.assert(
      fc.property(
        word,
        fc.array(word, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('-', '_', '.'),
        (owner, words, separator) => {
          const repository = `${owner}/${words.join('-')}`;
          const written = `https://github.com/${owner.toUpperCase()}/${words.join(separator).toLowerCase()}.git`;
          expect(held({ repositories: [written] }).ofProject(project(repository))).toBeDefined();
          expect(held({ repositories: [repository] }).ofProject(project(written))).toBeDefined();
        },
      ),
    );
  });
});

describe('a held project is known again', () => {
  it('by its name, whoever owns it, or in its metadata', () => {
    const holdSet = held({ names: ['My-Tools'] });
    expect(holdSet.ofProject(project('bob/my_tools'))).toBeDefined();
    expect(
      holdSet.ofProject(project('bob/x', { 'pyproject.toml': '[project]\nname = "my.tools"\n' })),
    ).toBeDefined();
    expect(holdSet.ofProject(project('bob/x', { 'PKG-INFO': 'Name: my_tools\n' }))).toBeDefined();
    expect(
      holdSet.ofProject(project('bob/x', { 'pyproject.toml': '[project]\nname = "tools"\n' })),
    ).toBeUndefined();
  });

  it('by what it says of itself', () => {
    const holdSet = held({ descriptions: ['Tools that try again, with back-off.'] });
    const says = (texts: Record<string, string>) => holdSet.ofProject(project('bob/x', texts));
    expect(
      says({ 'pyproject.toml': '[project]\ndescription = "tools that try again with back off"\n' }),
    ).toBeDefined();
    expect(says({ 'README.md': '# X\n\nTools that try\nagain, with *back-off*.\n' })).toBeDefined();
    expect(says({ 'README.md': '# X\n\nTools that try.\n' })).toBeUndefined();
  });

  it('by a path, at any depth', () => {
    const holdSet = held({ paths: ['mytools/retry.py', 'mytools/deep/**'] });
    expect(holdSet.ofTree(project('bob/x', { 'src/vendor/mytools/retry.py': '' }))?.reason).toContain(
      'it has src/vendor/mytools/retry.py',
    );
    expect(holdSet.ofTree(project('bob/x', { 'mytools/deep/down/a.py': '' }))).toBeDefined();
    expect(holdSet.ofTree(project('bob/x', { 'notmytools/retry.py': '', 'retry.py': '' }))).toBeUndefined();
    expect(holdSet.ofPrimitive(samplePrimitive('retry'))).toBeUndefined();
    expect(held({ paths: ['tools/retry.py'] }).ofPrimitive(samplePrimitive('retry'))).toBeDefined();
  });

  it.each([
    ['its bytes', digest(FILE)],
    ['its words', digest(spaced(FILE))],
    ['one definition', digest(spaced(RETRY))],
  ])('by the content of a file: %s', (_, content) => {
    const holdSet = held({ contents: [content] });
    expect(holdSet.ofTree(project('bob/x', { 'deep/copy.py': FILE }))?.reason).toContain(
      'deep/copy.py has its content',
    );
    expect(holdSet.ofTree(project('bob/x', { 'copy.py': FILE.replaceAll('wait', 'pause') }))).toBeUndefined();
  });

  it('by a definition that was sliced out and laid out otherwise', () => {
    const primitive = samplePrimitive('retry', { code: RETRY.replaceAll('\n    ', '\r\n  \t') });
    expect(held({ contents: [digest(spaced(RETRY))] }).ofPrimitive(primitive)).toBeDefined();
  });

  it('by nothing that is trivial', () => {
    expect(contentMarks('__init__.py', Buffer.from('\n'))).toEqual([]);
    expect(contentMarks('a.py', Buffer.from('def get(self):\n    return self.value\n'))).toEqual([]);
  });
});

describe('a guarded library', () => {
  const holdSet = held({ repositories: ['acme/held'] });
  const free = samplePrimitive('retry', { repository: 'acme/free' });
  const secret = samplePrimitive('retry_held', { repository: 'acme/held' });

  it('keeps nothing that is held', async () => {
    const store = createMemoryLibraryStore();
    await guardLibrary(store, holdSet).replaceRepository('acme/free', 'c1', [free, secret]);
    expect((await store.list()).map(({ id }) => id)).toEqual([free.id]);
  });

  it('shows nothing of what was kept before it was held', async () => {
    const store = createMemoryLibraryStore();
    await store.replaceRepository('acme/free', 'c1', [free]);
    await store.replaceRepository('acme/held', 'c1', [secret]);
    const guarded = guardLibrary(store, holdSet);
    expect((await guarded.list()).map(({ id }) => id)).toEqual([free.id]);
    expect(await guarded.ofRepository('acme/held')).toEqual([]);
    expect(await guarded.find(secret.id)).toBeUndefined();
    expect((await guarded.find(free.id))?.id).toBe(free.id);
    expect(await guarded.snapshot()).toBe(await store.snapshot());
  });

  it('lets held hits take no place of others', async () => {
    const store = createMemoryLibraryStore();
    const many = Array.from({ length: 9 }, (_, index) =>
      samplePrimitive(`retry_retry_${index}`, { repository: 'acme/held', behaviour: 'retry retry' }),
    );
    await store.replaceRepository('acme/held', 'c1', many);
    await store.replaceRepository('acme/free', 'c1', [free]);
    const hits = await guardLibrary(store, holdSet).search({ query: 'retry', limit: 2 });
    expect(hits.map(({ primitive }) => primitive.id)).toEqual([free.id]);
  });
});

it('holds back what was cut from a held file, told by the whole file', () => {
  const primitive = samplePrimitive('retry', { code: RETRY });
  const files = tree({ 'tools/retry.py': FILE });
  const { kept, held: excluded } = holdBack(held({ contents: [digest(FILE)] }), [primitive], files);
  expect(kept).toEqual([]);
  expect(excluded).toEqual([
    { name: primitive.name, kind: 'held', reason: expect.stringContaining('tools/retry.py has its content') },
  ]);
  expect(holdBack(held({ names: ['nothing'] }), [primitive], files).kept).toEqual([primitive]);
});
