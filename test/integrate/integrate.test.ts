import { describe, expect, it } from '@jest/globals';
import { parse } from 'smol-toml';
import type { Adaptation } from '../../src/domain/adaptation.js';
import { integrate } from '../../src/integrate/integrate.js';
import { adaptation, requirement, treeOfTexts } from '../support/values.js';

const plan = { requirements: [requirement()] };
const shop = { 'shop/__init__.py': '' };

const written = (target: Record<string, string>, ...adaptations: Adaptation[]) => {
  const { changeSet, violations } = integrate(treeOfTexts(target), plan, adaptations);
  return { files: Object.fromEntries(changeSet.writes.map(file => [file.path, file.content])), violations };
};

const needing = (...distributions: string[]) =>
  adaptation({ dependencies: { ...adaptation().dependencies, distributions } });

describe('integrate', () => {
  it('writes the component with a NOTICE of where it came from', () => {
    const { files, violations } = written(shop, adaptation());
    expect(violations).toEqual([]);
    expect(Object.keys(files)).toEqual(['NOTICE', 'shop/prices.py']);
    expect(files['NOTICE']).toContain('acme/donor');
    expect(files['NOTICE']).toContain('Copyright 2026 Acme');
  });

  it('keeps what the NOTICE says already', () => {
    expect(written({ ...shop, NOTICE: 'Ours since 1999.\n' }, adaptation()).files['NOTICE']).toMatch(
      /^Ours since 1999\.\n\n/,
    );
  });

  it('marks new packages inside regular ones, and leaves namespace packages and tests alone', () => {
    const deep = adaptation({
      files: [
        { path: 'shop/prices.py', encoding: 'utf8', content: 'def net_price(): ...\n' },
        { path: 'shop/a/b/c.py', encoding: 'utf8', content: '' },
        { path: 'space/d/e.py', encoding: 'utf8', content: '' },
      ],
      testFiles: [{ path: 'tests/carried/test_c.py', encoding: 'utf8', content: '' }],
    });
    const { files } = written({ ...shop, 'tests/__init__.py': '' }, deep);
    expect(Object.keys(files).filter(path => path.endsWith('__init__.py'))).toEqual([
      'shop/a/__init__.py',
      'shop/a/b/__init__.py',
    ]);
  });

  it("never overwrites a file of the target's own", () => {
    const { files, violations } = written({ ...shop, 'shop/prices.py': 'ours = 1\n' }, adaptation());
    expect(files['shop/prices.py']).toBeUndefined();
    expect(violations.map(one => one.constraint)).toContain('configuration');
  });

  it('refuses two components that would write the same file', () => {
    const other = adaptation({
      files: [{ path: 'shop/prices.py', encoding: 'utf8', content: 'def net_price(): pass\n' }],
    });
    expect(written(shop, adaptation(), other).violations[0]?.message).toBe(
      'Two components would write `shop/prices.py`.',
    );
  });

  it.each([
    ['a single line', 'dependencies = ["attrs"]', ['attrs', 'six>=1']],
    ['several lines with comments', 'dependencies = [\n    "attrs",  # keep\n]', ['attrs', 'six>=1']],
    ['an empty list', 'dependencies = []', ['six>=1']],
  ])('declares a new distribution in %s', (_, list, expected) => {
    const pyproject = `# ours\n[project]\nname = "shop"\n${list}\n\n[tool.x]\ny = 1 # stays\n`;
    const { files, violations } = written({ ...shop, 'pyproject.toml': pyproject }, needing('six>=1'));
    const edited = files['pyproject.toml'] ?? '';
    expect(violations).toEqual([]);
    expect((parse(edited)['project'] as { dependencies: string[] }).dependencies).toEqual(expected);
    expect(edited).toContain('# ours');
    expect(edited).toContain('y = 1 # stays');
  });

  it('declares nothing that is declared under another spelling', () => {
    const pyproject = '[project]\nname = "shop"\ndependencies = ["Typing_Extensions>=4"]\n';
    expect(
      written({ ...shop, 'pyproject.toml': pyproject }, needing('typing-extensions')).files['pyproject.toml'],
    ).toBeUndefined();
  });

  it.each([
    ['there is no pyproject.toml', {}],
    ['dependencies are dynamic', { 'pyproject.toml': '[project]\nname = "x"\ndynamic = ["dependencies"]\n' }],
    ['the file does not parse', { 'pyproject.toml': '[project\n' }],
  ])('violates Γ_dep with the remedy when %s', (_, files) => {
    const { violations } = written({ ...shop, ...files }, needing('six>=1'));
    expect(violations).toEqual([
      {
        constraint: 'dependency',
        requirementIds: ['r:shop.prices'],
        message: expect.stringContaining('declare it by hand'),
      },
    ]);
  });

  const signature = {
    isAsync: false,
    parameters: [
      { name: 'gross', kind: 'positional-or-keyword' as const },
      { name: 'rate', kind: 'positional-or-keyword' as const },
    ],
  };
  it.each([
    ['def other(): ...', '`shop.prices` does not define `net_price`.'],
    ['def net_price(gross): ...', '`net_price` lacks the parameter `rate`.'],
    [
      'def net_price(rate, gross): ...',
      '`net_price` takes its parameters in another order than `gross`, `rate`.',
    ],
    ['def net_price(gross, rate, extra): ...', '`net_price` demands `extra`, which no caller gives.'],
    ['def net_price(gross, rate, extra=1, *args, **more): ...', undefined],
  ])('checks the interface: %s', (content, message) => {
    const stated = {
      requirements: [requirement({ exports: [{ name: 'net_price', kind: 'function', signature }] })],
    };
    const delivered = adaptation({ files: [{ path: 'shop/prices.py', encoding: 'utf8', content }] });
    const { violations } = integrate(treeOfTexts(shop), stated, [delivered]);
    expect(violations.map(one => one.message)).toEqual(message === undefined ? [] : [message]);
  });
});
