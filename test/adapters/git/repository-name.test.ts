import { describe, expect, it } from '@jest/globals';

import { projectName, remoteRepository } from '../../../src/adapters/git/repository-name.js';

describe('remoteRepository', () => {
  it.each([
    ['https://github.com/acme/tools.git', 'acme/tools'],
    ['https://github.com/acme/tools/', 'acme/tools'],
    ['https://ada:secret@git.example.test:8443/acme/tools', 'acme/tools'],
    ['git@github.com:acme/tools.git', 'acme/tools'],
    ['ssh://git@git.example.test:22/acme/tools.git', 'acme/tools'],
    ['https://git.example.test/group/sub/tools.git', 'group/sub/tools'],
    ['https://github.com/acme/dotted.name.git', 'acme/dotted.name'],
  ])('of %s is %s', (url, name) => expect(remoteRepository(url)).toBe(name));

  it.each(['/srv/git/tools.git', '../tools', 'file:///srv/git/tools.git', 'C:\\tools', ''])(
    'of %j is nothing',
    url => expect(remoteRepository(url)).toBeUndefined(),
  );
});

describe('projectName', () => {
  const named = (files: Record<string, string>) =>
    projectName(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));

  it.each([
    [{ 'pyproject.toml': '[project]\nname = "tools"\n', 'PKG-INFO': 'Name: other\n' }, 'tools'],
    [{ 'pyproject.toml': '[tool.poetry]\nname = "tools"\n' }, 'tools'],
    [
      { 'pyproject.toml': '[build-system]\n', 'PKG-INFO': 'Metadata-Version: 1.2\r\nName: tools\r\n' },
      'tools',
    ],
    [{ 'pyproject.toml': 'not toml [', 'setup.cfg': '[metadata]\nversion = 1\nname = tools\n' }, 'tools'],
    [{ 'setup.cfg': '[other]\nname = wrong\n' }, undefined],
    [{ 'pyproject.toml': '[project]\nname = "../../etc"\n' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (files, name) => expect(named(files as Record<string, string>)).toBe(name));
});
