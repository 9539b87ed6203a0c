import { describe, expect, it } from '@jest/globals';
import { projectMetadata, versionFiles } from '../../../src/python/declarations/index.js';
import { treeOfTexts } from '../../support/values.js';

const written = (texts: Readonly<Record<string, string>>) => {
  const files = treeOfTexts(texts);
  const made = versionFiles(files, projectMetadata(files));
  return Object.fromEntries([...made].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
};
const project = '[project]\nname = "tool-box"\ndynamic = ["version"]\n';

describe('version modules that a build would generate', () => {
  it('are written where the backend is told to, with the version that the sources tell', () => {
    const hatch = `${project}[tool.hatch.build.hooks.vcs]\nversion-file = "src/tool_box/_version.py"\n`;
    expect(written({ 'pyproject.toml': hatch, 'PKG-INFO': 'Name: tool-box\nVersion: 1.4.2\n' })).toEqual({
      'src/tool_box/_version.py':
        "__version__ = version = '1.4.2'\n__version_tuple__ = version_tuple = (1, 4, 2,)\n",
    });
    const scm = `${project}[tool.setuptools_scm]\nwrite_to = "tool_box/version.py"\n`;
    expect(written({ 'pyproject.toml': scm })['tool_box/version.py']).toContain("'0.0.0'");
  });

  it('never take the place of a file, or one outside of the tree', () => {
    const scm = (path: string) => `${project}[tool.setuptools_scm]\nversion_file = ${JSON.stringify(path)}\n`;
    expect(written({ 'pyproject.toml': scm('a.py'), 'a.py': 'mine' })).toEqual({});
    expect(written({ 'pyproject.toml': scm('../a.py') })).toEqual({});
    expect(written({ 'pyproject.toml': scm('VERSION') })).toEqual({});
    expect(written({})).toEqual({});
  });
});
