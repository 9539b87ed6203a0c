import { describe, expect, it } from '@jest/globals';
import { createExactResident } from '../../../src/residents/exact/exact-resident.js';
import { primitiveOf } from '../../support/primitive-of.js';
import { bodyOf, requestFor, requirementFor } from '../../support/resident-requests.js';

const IMPORT = 'from donor import f\n';

/** `f` of a donor under a stub's names, and a carried test's body after it. */
async function adapt(
  donor: string,
  stub: string,
  body: string,
  head = '',
): Promise<{ module: string; test: string }> {
  const primitive = primitiveOf({
    module: 'donor',
    exports: ['f'],
    files: { 'donor.py': donor },
    tests: {
      'tests/test_f.py': `${IMPORT}${head}\ndef test_f():\n${indented(body)}def test_g():\n    assert f\n`,
    },
  });
  const proposal = await createExactResident().adapt(requestFor(primitive, requirementFor('app.new', stub)));
  if (proposal.status !== 'adapted') return { module: proposal.reason, test: '' };
  const text = bodyOf(proposal, 'tests/carried/test_app_new.py');
  const dropped = proposal.carriedTests.find(({ status }) => status === 'dropped');
  const test = dropped
    ? `dropped: ${dropped.reason}`
    : (/def test_f\(\):\n([\s\S]*?)def test_g/.exec(text)?.[1] ?? '').replace(/^ {4}/gm, '');
  return { module: bodyOf(proposal, 'app/new.py'), test: test.trim() };
}

function indented(body: string): string {
  return body.replace(/^(?=.)/gm, '    ').replace(/\n?$/, '\n');
}

const SUB = 'def f(left: int, right: int, scale: int = 1):\n    return (left - right) * scale\n';
/** Names alike crosswise: `right` comes first. */
const SWAPPED = 'def g(right_side: int, left_side: int): ...\n';

describe('a call that resolves to the export', () => {
  it.each([
    ['moves its positional arguments', 'assert f(1, 2) == -1', 'assert g(2, 1) == -1'],
    ['renames its keywords', 'assert f(left=1, right=2) == -1', 'assert g(left_side=1, right_side=2) == -1'],
    ['keeps what comes after', 'f(1, 2, 3)', 'g(2, 1, 3)'],
    ['keeps keywords that do not change', 'f(1, 2, scale=3)', 'g(2, 1, scale=3)'],
    ['names what can no longer be reached by position', 'f(1, right=2)', 'g(left_side=1, right_side=2)'],
    ['is rewritten inside of another one', 'f(f(1, 2), 3)', 'g(3, g(2, 1))'],
    ['is rewritten inside of a keyword', 'f(left=f(1, 2), right=3)', 'g(left_side=g(2, 1), right_side=3)'],
    ['keeps its layout and comments', 'f(\n    1,  # one\n    2,\n)', 'g(\n    2,  # one\n    1,\n)'],
    [
      'keeps the order of evaluation where it may matter',
      'f(next(i), next(i))',
      'g(left_side=next(i), right_side=next(i))',
    ],
    ['moves one call past literals', 'f(abs(1), 2)', 'g(2, abs(1))'],
    ['does not move a call past an attribute', 'f(o.n, o.pop())', 'g(left_side=o.n, right_side=o.pop())'],
    [
      'counts in a lambda and a comprehension',
      '[f(x, 1) for x in y]; h = lambda x: f(x, 1)',
      '[g(1, x) for x in y]; h = lambda x: g(1, x)',
    ],
    ['counts in an f-string', 'x = f"{f(1, 2)}"', 'x = f"{g(2, 1)}"'],
    ['leaves other functions with such keywords alone', 'other(left=1, right=2)', 'other(left=1, right=2)'],
    [
      'leaves a local of the same name alone',
      'f_ = lambda left: left\nf_(left=1)',
      'f_ = lambda left: left\nf_(left=1)',
    ],
  ])('%s', async (_, before, after) => {
    expect((await adapt(SUB, SWAPPED, before)).test).toBe(after);
  });

  it('is followed through modules, aliases and reflection', async () => {
    const { test } = await adapt(
      SUB,
      SWAPPED,
      'd.f(1, 2)\nh(1, 2)\ndonor.f(1, 2)\ngetattr(d, "f")\nmonkeypatch.setattr("donor.f", None)',
      'import donor\nimport donor as d\nfrom donor import f as h\n',
    );
    expect(test).toBe(
      'd.g(2, 1)\nh(2, 1)\ndonor.g(2, 1)\ngetattr(d, "g")\nmonkeypatch.setattr("app.new.g", None)',
    );
  });
});

describe('a call through another name', () => {
  it.each([
    ['h = f\nh(1, 2)', 'h = g\nh(2, 1)'],
    ['h = f\nk = h\n[k(x, right=1) for x in y]', 'h = g\nk = h\n[k(left_side=x, right_side=1) for x in y]'],
  ])('is rewritten where that name means nothing else: %j', async (before, after) => {
    expect((await adapt(SUB, SWAPPED, before)).test).toBe(after);
  });

  it('is rewritten through class attributes and fixtures of tests', async () => {
    const head = [
      'import functools, pytest',
      '',
      'class Base:',
      '    made = None',
      '',
      '    def test_base(self):',
      '        assert self.made(1, right=2)',
      '',
      'class TestIt(Base):',
      '    made = f',
      '',
      '    def test_own(self):',
      '        assert self.made(left=1, right=2)',
      '',
      '@pytest.fixture',
      'def maker():',
      '    return functools.partial(f, right=2)',
      '',
      'def test_maker(maker):',
      '    assert maker(left=1)',
      '',
    ].join('\n');
    const primitive = primitiveOf({
      module: 'donor',
      exports: ['f'],
      files: { 'donor.py': SUB },
      tests: { 'tests/test_f.py': `${IMPORT}${head}` },
    });
    const requirement = requirementFor('app.new', 'def g(a: int, b: int): ...\n');
    const proposal = await createExactResident().adapt(requestFor(primitive, requirement));
    expect(bodyOf(proposal, 'tests/carried/test_app_new.py')).toBe(
      `${IMPORT.replace('donor', 'app.new').replace(' f', ' g')}${head
        .replace('made = f', 'made = g')
        .replace('partial(f, ', 'partial(g, ')
        .replaceAll('left=', 'a=')
        .replaceAll('right=', 'b=')}`,
    );
  });
});

describe('a call that cannot be rewritten exactly', () => {
  it.each([
    ['f(*a)', /passes `\*` arguments/],
    ['f(**a)', /passes `\*\*` arguments/],
    ['f(1, **a)', /passes `\*\*` arguments/],
    ['@f\ndef h(): ...', /passed on as a value/],
    ['list(map(f, a, a))', /passed on as a value/],
    ['hs = [f]\nhs[0](1, 2)', /passed on as a value/],
    ['h = f\nh = print\nh(1, 2)', /passed on as a value/],
    ['import functools\nfunctools.partial(f, 1)', /by `partial`/],
  ])('in a test drops that test with the reason: %s', async (body, reason) => {
    expect((await adapt(SUB, SWAPPED, body)).test).toMatch(/^dropped: /);
    expect((await adapt(SUB, SWAPPED, body)).test).toMatch(reason);
  });

  it('in the implementation refuses the mapping', async () => {
    const donor = 'def f(left: int, right: str):\n    return left\n\ndef h(a):\n    return f(*a)\n';
    const stub = 'def g(word: str, number: int): ...\n';
    expect((await adapt(donor, stub, 'f(1, "")')).module).toMatch(
      /^no mapping can be applied exactly: .*`\*`/,
    );
  });

  it.each([
    ['f(*a)', 'g(*a)'],
    ['f(1, right=2, **a)', 'g(1, b=2, **a)'],
    ['@f\ndef h(): ...', '@g\ndef h(): ...'],
    ['list(map(f, a, a))', 'list(map(g, a, a))'],
    ['import functools\nfunctools.partial(f, 1, right=2)', 'import functools\nfunctools.partial(g, 1, b=2)'],
  ])('is none where only names change: %s', async (before, after) => {
    const { test } = await adapt(SUB, 'def g(a: int, b: int): ...\n', before);
    expect(test).toBe(after);
  });

  it('is one that may be the export under another name, called by a keyword that changes', async () => {
    const body = 'hs = [f]\nhs[0](left=1, right=2)';
    expect((await adapt(SUB, 'def g(a: int, b: int): ...\n', body)).test).toMatch(
      /called by keywords that change/,
    );
  });
});

describe('a definition', () => {
  it.each([
    [
      'takes the order and the names, and keeps annotations, defaults and what is extra',
      SUB,
      SWAPPED,
      'def g(right_side: int, left_side: int, scale: int = 1):\n    return (left_side - right_side) * scale\n',
    ],
    [
      'keeps its layout and comments',
      'def f(\n    left: int,  # first\n    right: int,\n) -> int:  # why\n    return left\n',
      SWAPPED,
      'def g(\n    right_side: int,  # first\n    left_side: int,\n) -> int:  # why\n    return left_side\n',
    ],
    [
      "takes the target's default where it has none",
      'def f(a, b):\n    return a\n',
      'def g(a, b=3): ...\n',
      'def g(a, b=3):\n    return a\n',
    ],
    [
      'keeps a default that the target agrees with through a constant',
      'B = 3.0\n\ndef f(a, b: float = B):\n    return a\n',
      'def g(a, b: float = 3): ...\n',
      'B = 3.0\n\ndef g(a, b: float = B):\n    return a\n',
    ],
    [
      'makes keyword-only what the target has so',
      'def f(a, b=1, c=2):\n    return a\n',
      'def g(a, *, b=1): ...\n',
      'def g(a, c=2, *, b=1):\n    return a\n',
    ],
    [
      'opens what the target gives by position',
      'def f(a, *, b):\n    return a\n',
      'def g(a, b): ...\n',
      'def g(a, b):\n    return a\n',
    ],
    [
      'opens what the target gives by name',
      'def f(a, b, /, c):\n    return a\n',
      'def g(a, b, c): ...\n',
      'def g(a, b, c):\n    return a\n',
    ],
    [
      'keeps `*args` where order stays',
      'def f(a, *rest, k=1):\n    return a\n',
      'def g(a, *rest, k=1): ...\n',
      'def g(a, *rest, k=1):\n    return a\n',
    ],
    [
      'may be overloaded',
      'from typing import overload\n\n@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a):\n    return a\n',
      'def g(b): ...\n',
      'from typing import overload\n\n@overload\ndef g(b: int) -> int: ...\n@overload\ndef g(b: str) -> str: ...\ndef g(b):\n    return b\n',
    ],
  ])('%s', async (_, donor, stub, after) => {
    expect((await adapt(donor, stub, 'assert f')).module).toBe(after);
  });

  it('gives calls that relied on a default which the target changes the old one', async () => {
    const { module, test } = await adapt(
      'def f(a, sep="-"):\n    return a\n\ndef h():\n    return f(1) + f(1, "+")\n',
      'def g(a, sep="_"): ...\n',
      'f(1)\nf(1, sep=",")\nf(\n    1,\n)',
    );
    expect(module).toBe(
      'def g(a, sep="_"):\n    return a\n\ndef h():\n    return g(1, sep="-") + g(1, "+")\n',
    );
    expect(test).toBe('g(1, sep="-")\ng(1, sep=",")\ng(\n    1, sep="-",\n)');
  });

  it.each([
    [
      'a default that cannot be written out',
      'S = object()\n\ndef f(a, sep=S):\n    return a\n',
      'def g(a, sep="_"): ...\n',
    ],
    ['names read at run time', 'def f(a):\n    return locals()\n', 'def g(b): ...\n'],
    [
      'a decorator that may read names',
      'import click\n\n@click.command\ndef f(a):\n    return a\n',
      'def g(b): ...\n',
    ],
    ['a new name that a builtin has', 'def f(a):\n    return max(a)\n', 'def g(max): ...\n'],
  ])('refuses to change beside %s', async (_, donor, stub) => {
    expect((await adapt(donor, stub, 'assert f')).module).toMatch(/^no mapping can be applied exactly/);
  });
});

describe('docstrings follow', () => {
  it('in backticks, fields, entries and examples, and nowhere else', async () => {
    const donor = [
      'def f(left, right=2):',
      '    """Subtract, as f does: right is taken off ``left``.',
      '',
      '    :param left: the left one',
      '    Args:',
      '        right (int): left alone',
      '',
      '    >>> f(1, right=2)',
      '    -1',
      '    >>> f(1,',
      '    ...   right=3)',
      '    -2',
      '    """',
      '    return left - right',
      '',
    ].join('\n');
    expect((await adapt(donor, 'def g(a, b=2): ...\n', 'assert f')).module).toBe(
      [
        'def g(a, b=2):',
        '    """Subtract, as g does: right is taken off ``a``.',
        '',
        '    :param a: the left one',
        '    Args:',
        '        b (int): left alone',
        '',
        '    >>> g(1, b=2)',
        '    -1',
        '    >>> g(1,',
        '    ...   b=3)',
        '    -2',
        '    """',
        '    return a - b',
        '',
      ].join('\n'),
    );
  });
});
