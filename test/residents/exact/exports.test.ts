import { describe, expect, it } from '@jest/globals';
import { createExactResident } from '../../../src/residents/exact/exact-resident.js';
import { primitiveOf, type Texts } from '../../support/primitive-of.js';
import { bodyOf, requestFor, requirementFor } from '../../support/resident-requests.js';

/** Adapts exports of `kit.main` to a stub, for a target of the same layout. */
async function adapt(exports: readonly string[], files: Texts, stub: string, test = '') {
  const primitive = primitiveOf({
    module: 'kit.main',
    exports,
    files: { 'kit/__init__.py': '', ...files },
    tests: { 'tests/test_it.py': `${test}\ndef test_anchor():\n    assert True\n` },
  });
  const proposal = await createExactResident().adapt(requestFor(primitive, requirementFor('app.main', stub)));
  return {
    proposal,
    main: proposal.status === 'adapted' ? bodyOf(proposal, 'app/main.py') : proposal.reason,
    helper: proposal.files.some(({ path }) => path === 'app/_main/helper.py')
      ? bodyOf(proposal, 'app/_main/helper.py')
      : '',
    test:
      proposal.status === 'adapted'
        ? bodyOf(proposal, 'tests/carried/test_app_main.py').replace(/\ndef test_anchor[\s\S]*$/, '')
        : '',
  };
}

describe('an export is renamed', () => {
  it('in its module: definition, recursion, `__all__`, decorators, annotations', async () => {
    const { main } = await adapt(
      ['build'],
      {
        'kit/main.py':
          '__all__ = ["build", "other"]\n__all__ += ["build"]\n\ndef build(n):\n    return build(n - 1)\n\n@build\ndef other(f: "build" = build): ...\n',
      },
      'def make(n): ...\n',
    );
    expect(main).toBe(
      '__all__ = ["make", "other"]\n__all__ += ["make"]\n\ndef make(n):\n    return make(n - 1)\n\n@make\ndef other(f: "make" = make): ...\n',
    );
  });

  it('in modules that import it, also where it is defined in another one', async () => {
    const { main, helper } = await adapt(
      ['build', 'use'],
      {
        'kit/main.py': 'from kit.helper import build\n\ndef use():\n    return build(1)\n',
        'kit/helper.py': 'def build(n):\n    return n\n',
      },
      'def make(n): ...\n',
    );
    expect(main).toBe('from app._main.helper import make\n\ndef use():\n    return make(1)\n');
    expect(helper).toBe('def make(n):\n    return n\n');
  });

  it('by an alias where the new name is taken', async () => {
    const { main, helper, test } = await adapt(
      ['build'],
      {
        'kit/main.py': 'from kit import helper\n\ndef build(n):\n    return helper\n',
        'kit/helper.py': 'from kit.main import build\n\ndef make():\n    return build(1)\n',
      },
      'def make(n): ...\n',
      'from kit.main import build\n\nmake = 1\ndef test_it():\n    assert build(make) == build\n',
    );
    expect(main).toContain('def make(n):');
    expect(helper).toBe('from app.main import make as build\n\ndef make():\n    return build(1)\n');
    expect(test).toBe(
      'from app.main import make as build\n\nmake = 1\ndef test_it():\n    assert build(make) == build\n',
    );
  });

  it('through a fallback import', async () => {
    const { main } = await adapt(
      ['build'],
      {
        'kit/main.py':
          'try:\n    from fast import go\nexcept ImportError:\n    from kit.helper import go\n\ndef build(n):\n    return go(n)\n',
        'kit/helper.py': 'def go(n):\n    return n\n',
      },
      'def make(n): ...\n',
    );
    expect(main).toContain('except ImportError:\n    from app._main.helper import go\n');
  });

  it('crosswise, when two exports trade names', async () => {
    const stub = 'def first(word: str) -> str: ...\ndef second(number: int) -> int: ...\n';
    const { main } = await adapt(
      ['first', 'second'],
      {
        'kit/main.py':
          'def first(number: int) -> int:\n    return second("x")\n\ndef second(word: str) -> str:\n    return first(1)\n',
      },
      stub,
    );
    expect(main).toBe(
      'def second(number: int) -> int:\n    return first("x")\n\ndef first(word: str) -> str:\n    return second(1)\n',
    );
  });

  it('not where another export keeps the new name', async () => {
    const { proposal } = await adapt(
      ['build', 'make'],
      {
        'kit/main.py': 'def build(n: int) -> int:\n    return n\n\ndef make(s: str) -> str:\n    return s\n',
      },
      'def make(n: int) -> int: ...\n',
    );
    expect(proposal.reason).toMatch(/the new name `make` already means something else/);
  });

  it('when it is a constant', async () => {
    const { main, test } = await adapt(
      ['LIMIT'],
      { 'kit/main.py': 'LIMIT: int = 3\n\ndef f(LIMIT=LIMIT):\n    return LIMIT\n' },
      'MOST = 1\n',
      'from kit import main\n\ndef test_it(monkeypatch):\n    monkeypatch.setattr(main, "LIMIT", main.LIMIT)\n',
    );
    expect(main).toBe('MOST: int = 3\n\ndef f(LIMIT=MOST):\n    return LIMIT\n');
    expect(test).toBe(
      'from app import main\n\ndef test_it(monkeypatch):\n    monkeypatch.setattr(main, "MOST", main.MOST)\n',
    );
  });
});

describe('a class', () => {
  const donor = {
    'kit/main.py': [
      'class Cache:',
      '    """Keeps ``size`` things; Cache(size) is bounded."""',
      '',
      '    size = 0',
      '',
      '    def __init__(self, size: int, name: str = ""):',
      '        self.size = size',
      '        self.name = name',
      '',
      '    @classmethod',
      '    def small(cls):',
      '        return cls(1, name="s")',
      '',
      '    def copy(self):',
      '        return type(self)(self.size, self.name)',
      '',
      '    def get(self, size): ...',
      '',
      '',
      'class Plain(Cache):',
      '    pass',
      '',
      '',
      'class Own(Cache):',
      '    def __init__(self, size):',
      '        super().__init__(size, "own")',
      '        Cache.__init__(self, size, name="own")',
      '',
    ].join('\n'),
  };
  const stub =
    'class Store:\n    def __init__(self, label: str, room: int): ...\n    def get(self, size): ...\n';

  it('takes new names and orders in its constructor, and nowhere else', async () => {
    const { main } = await adapt(['Cache'], donor, stub);
    expect(main).toBe(
      [
        'class Store:',
        '    """Keeps ``room`` things; Store(size) is bounded."""',
        '',
        '    size = 0',
        '',
        '    def __init__(self, label: str, room: int):',
        '        self.size = room',
        '        self.name = label',
        '',
        '    @classmethod',
        '    def small(cls):',
        '        return cls(room=1, label="s")',
        '',
        '    def copy(self):',
        '        return type(self)(self.name, self.size)',
        '',
        '    def get(self, size): ...',
        '',
        '',
        'class Plain(Store):',
        '    pass',
        '',
        '',
        'class Own(Store):',
        '    def __init__(self, size):',
        '        super().__init__("own", size)',
        '        Store.__init__(self, room=size, label="own")',
        '',
      ].join('\n'),
    );
  });

  it('is constructed anew wherever tests construct it, also by a subclass or with type arguments', async () => {
    const { test } = await adapt(
      ['Cache'],
      donor,
      stub,
      [
        'from kit.main import Cache, Own, Plain',
        '',
        'class Local(Cache): ...',
        '',
        'def test_it():',
        '    class Inner(Local): ...',
        '    x: Cache = Cache(1, "a")',
        '    Cache[int](1, "b"), Plain(1, "c"), Local(1, "d"), Inner(1, "e"), Own(1)',
        '    assert isinstance(x, (Cache, Plain)) and Cache.small()',
        '',
      ].join('\n'),
    );
    expect(test).toBe(
      [
        'from app.main import Store, Own, Plain',
        '',
        'class Local(Store): ...',
        '',
        'def test_it():',
        '    class Inner(Local): ...',
        '    x: Store = Store("a", 1)',
        '    Store[int]("b", 1), Plain("c", 1), Local("d", 1), Inner("e", 1), Own(1)',
        '    assert isinstance(x, (Store, Plain)) and Store.small()',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['a dataclass', 'from dataclasses import dataclass\n\n@dataclass\nclass Cache:\n    size: int\n'],
    [
      'one that inherits its constructor',
      'class Base:\n    def __init__(self, size): ...\n\nclass Cache(Base):\n    pass\n',
    ],
  ])('keeps its parameters when it is %s', async (_, text) => {
    const kept = await adapt(['Cache'], { 'kit/main.py': text }, 'class Store:\n    """A store."""\n');
    expect(kept.main).toContain('class Store');
  });

  it('is refused when `__new__` would have to change as well', async () => {
    const text = 'class Cache:\n    def __new__(cls, a, b): ...\n    def __init__(self, a, b): ...\n';
    const { proposal } = await adapt(
      ['Cache'],
      { 'kit/main.py': text },
      'class Store:\n    def __init__(self, x, y): ...\n',
    );
    expect(proposal.reason).toMatch(/`__new__`/);
  });
});

describe('the interface after adaptation', () => {
  it('has the exports as they are defined now, then the donor’s other ones', async () => {
    const { proposal } = await adapt(
      ['other', 'build'],
      { 'kit/main.py': 'def other(): ...\n\ndef build(n, k=1):\n    """Build n."""\n' },
      'def make(k=1, *, m): ...\n',
    );
    expect(proposal.interface.module).toBe('app.main');
    expect(proposal.interface.exports.map(({ name }) => name)).toEqual(['make', 'other']);
    expect(proposal.interface.exports[0]?.signature?.parameters).toEqual([
      { name: 'k', kind: 'positional-or-keyword', defaultValue: '1' },
      { name: 'm', kind: 'keyword-only' },
    ]);
    expect(proposal.interface.exports[0]?.docstring).toBe('Build n.');
    expect(proposal.outgoing).toEqual([]);
  });
});
