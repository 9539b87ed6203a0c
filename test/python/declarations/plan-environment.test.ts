import { describe, expect, it } from '@jest/globals';
import type { RepositoryConfig } from '../../../src/config/repository-config.js';
import type { EnvironmentRequest } from '../../../src/ports/sandbox.js';
import {
  INSTALLATION_MS,
  LARGE_INSTALLATION_MS,
  planEnvironment,
} from '../../../src/python/declarations/index.js';
import { lines, treeOfFiles } from '../../support/mined.js';

const project = (...more: readonly string[]) =>
  treeOfFiles({ 'pyproject.toml': lines('[project]', 'name = "demo"', ...more) });

const classified = (...versions: readonly string[]) =>
  `classifiers = [${versions.map(version => `"Programming Language :: Python :: ${version}"`).join(', ')}]`;

const settings: RepositoryConfig = {
  python: {},
  install: [],
  judge: 'sandbox',
  builds: false,
  tests: { paths: [] },
  environment: {},
  budget: {},
};

describe('planEnvironment', () => {
  it('is a request for the sandbox', () => {
    const files = project('dependencies = ["click>=8"]', '[dependency-groups]', 'test = ["pytest-mock"]');
    const request: EnvironmentRequest = planEnvironment(files, settings);
    expect(request).toEqual({
      distributions: ['click>=8', 'pytest-mock'],
      interpreter: { requires: '', preferred: ['3.12'] },
      allowsBuilds: false,
      wallTimeMs: INSTALLATION_MS,
    });
  });

  it('puts what the repository configures first, and lets it win', () => {
    const files = project('dependencies = ["click>=8", "attrs"]');
    const own = { ...settings, install: ['click==7.1', 'torch'], builds: true };
    expect(planEnvironment(files, own)).toMatchObject({
      distributions: ['click==7.1', 'torch', 'attrs'],
      allowsBuilds: true,
      wallTimeMs: LARGE_INSTALLATION_MS,
    });
  });

  it.each<[string, readonly string[], string, readonly string[]]>([
    ['no word', [], '', ['3.12']],
    ['a lower bound', ['requires-python = ">=3.8"'], '>=3.8', ['3.12']],
    ['a late patch', ['requires-python = ">=3.12.2"'], '>=3.12.2', ['3.12']],
    ['an upper bound', ['requires-python = "<3.12"'], '<3.12', []],
    ['classifiers with 3.12', [classified('3', '3.9', '3.11', '3.12', '3.13')], '', ['3.12', '3.13', '3.11']],
    ['classifiers without it', [classified('3.10', '3.11', '2.7')], '', ['3.11', '3.10']],
    ['classifiers of long ago', [classified('2.7', '3.6')], '', ['3.12']],
    ['both', ['requires-python = ">=3.11"', classified('3.10', '3.11', '3.13')], '>=3.11', ['3.13', '3.11']],
    ['no range at all', ['requires-python = "^3.8"'], '', ['3.12']],
  ])('chooses the interpreter by %s', (_, more, requires, preferred) => {
    expect(planEnvironment(project(...more)).interpreter).toEqual({ requires, preferred });
  });

  it.each([
    ['3.11', '==3.11.*'],
    ['3.11.4', '==3.11.4'],
  ])('takes a configured Python %s and no other', (version, requires) => {
    const files = project('requires-python = ">=3.12"');
    expect(planEnvironment(files, { ...settings, python: { version } }).interpreter).toEqual({
      requires,
      preferred: [version],
    });
  });
});
