import { describe, expect, it } from '@jest/globals';
import { draftPlan } from '../../../src/mine/draft-plan.js';
import { lines, surveyOf, type RepositoryFiles } from '../../support/mined.js';

const KIT = {
  'kit/__init__.py': 'from kit.core import slug\n',
  'kit/core.py': lines(
    'def clean(text): return text.strip()',
    'def slug(text): return clean(text).lower().replace(" ", "-")',
  ),
  'kit/page.py': lines('from kit.core import slug', 'def path(text): return "/" + slug(text)'),
  'kit/ballast.py': lines(...Array.from({ length: 60 }, (_, index) => `X${index} = ${index}`)),
};
const TEST = ['def test_slug(): assert core.slug("A b") == "a-b"'];

/** The tests that come along with `slug`, or why none does. */
function testsOf(files: RepositoryFiles): readonly string[] | string {
  const survey = surveyOf({ ...KIT, ...files });
  const slug = survey.capabilities.find(({ name }) => name === 'slug');
  if (slug === undefined) throw new Error('there is no slug');
  const { ready, excluded } = draftPlan('acme/kit', survey, [slug]);
  return ready[0]?.cut.tests.map(({ test }) => test.id) ?? excluded[0]?.reason ?? '';
}

describe('a test of something that is put in the place of what the component offers', () => {
  it.each([
    ['by an assignment', ['core.slug = lambda text: "a-b"']],
    ['by a wrapper', ['core.slug = (lambda slug: lambda text: slug(text))(core.slug)']],
    ['by setattr', ['setattr(core, "slug", lambda text: "a-b")']],
    ['in a branch', ['if True:', '    core.slug = lambda text: "a-b"']],
    [
      'by a fixture',
      [
        'import pytest',
        '@pytest.fixture(autouse=True)',
        'def fake(monkeypatch): monkeypatch.setattr(core, "slug", lambda text: "a-b")',
      ],
    ],
    [
      'by a fixture that names it as text',
      [
        'import pytest',
        'from unittest import mock',
        '@pytest.fixture(autouse=True)',
        'def fake():',
        '    with mock.patch("kit.core.slug", lambda text: "a-b"): yield',
      ],
    ],
    ['before them', ['def setup_module(): core.slug = lambda text: "a-b"']],
  ])('%s is left behind, with the reason', (_, statements) => {
    const found = testsOf({ 'tests/test_core.py': lines('from kit import core', ...statements, ...TEST) });
    expect(found).toContain(
      'tests/test_core.py::test_slug: it tries what tests/test_core.py puts in the place of',
    );
  });

  it('is one where the package is given it', () => {
    const found = testsOf({
      'tests/test_kit.py': lines(
        'import kit',
        'kit.slug = lambda text: "a-b"',
        'def test_slug(): assert kit.slug("A b") == "a-b"',
      ),
    });
    expect(found).toContain('it tries what tests/test_kit.py puts in the place of kit.slug');
  });

  it('is one where a conftest does it', () => {
    const found = testsOf({
      'tests/conftest.py': lines(
        'import pytest',
        'from kit import core',
        '@pytest.fixture(autouse=True)',
        'def fake(monkeypatch): monkeypatch.setattr(core, "slug", lambda text: "a-b")',
      ),
      'tests/test_core.py': lines('from kit import core', ...TEST),
    });
    expect(found).toContain('it tries what tests/conftest.py puts in the place of core.slug');
  });

  it.each([
    ['what the component uses is replaced', ['core.clean = str']],
    ['another module is given another one', ['from kit import page', 'page.slug = str']],
    [
      'one test patches it for itself',
      ['def test_fake(monkeypatch): monkeypatch.setattr(core, "slug", str)'],
    ],
    [
      'a fixture that it does not ask for does',
      ['import pytest', '@pytest.fixture', 'def fake(monkeypatch): monkeypatch.setattr(core, "slug", str)'],
    ],
    ['an attribute of it is set', ['core.slug.calls = 0']],
  ])('is none where %s', (_, statements) => {
    const found = testsOf({ 'tests/test_core.py': lines('from kit import core', ...statements, ...TEST) });
    expect(found).toContain('tests/test_core.py::test_slug');
    expect(typeof found).not.toBe('string');
  });
});
