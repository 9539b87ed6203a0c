import { describe, expect, it } from '@jest/globals';
import type { AdaptationProposal } from '../../../src/domain/adaptation.js';
import { createExactResident } from '../../../src/residents/exact/exact-resident.js';
import { primitiveOf, type Texts } from '../../support/primitive-of.js';
import { bodyOf, requestFor, requirementFor } from '../../support/resident-requests.js';

const STUB = 'def make(n: int) -> int: ...\n';

interface Sample {
  readonly files: Texts;
  readonly tests?: Texts;
  readonly resources?: Texts;
  readonly module?: string;
  readonly target?: string;
  readonly path?: string;
}

/** `build` of `kit.shapes` becomes `make` of `shop.parts.forms`, unless the sample says otherwise. */
async function relocate(sample: Sample): Promise<AdaptationProposal> {
  const { target = 'shop.parts.forms', path } = sample;
  const primitive = primitiveOf({
    module: sample.module ?? 'kit.shapes',
    exports: ['build'],
    files: sample.files,
    resources: sample.resources ?? {},
    tests: sample.tests ?? { 'tests/test_it.py': 'def test_it():\n    assert True\n' },
  });
  const requirement = requirementFor(target, STUB, path === undefined ? {} : { path });
  return createExactResident().adapt(requestFor(primitive, requirement));
}

const BUILD = 'def build(n: int) -> int:\n    return n\n';

describe('the layout', () => {
  it('is one file for one module', async () => {
    const proposal = await relocate({ files: { 'kit/__init__.py': '', 'kit/shapes.py': BUILD } });
    expect(proposal.files.map(({ path }) => path)).toEqual(['shop/parts/forms.py']);
    expect(bodyOf(proposal, 'shop/parts/forms.py')).toBe('def make(n: int) -> int:\n    return n\n');
  });

  it('puts other modules into a private package, in their own layout', async () => {
    const proposal = await relocate({
      files: {
        'kit/__init__.py': '"""Kit."""\n',
        'kit/shapes.py': `from kit.inner.sizes import SIZE\n\n${BUILD}`,
        'kit/inner/__init__.py': '',
        'kit/inner/sizes.py': 'from kit._base import BASE\nSIZE = BASE\n',
        'kit/_base.py': 'BASE = 1\n',
      },
    });
    expect(proposal.files.map(({ path }) => path)).toEqual([
      'shop/parts/_forms/__init__.py',
      'shop/parts/_forms/_base.py',
      'shop/parts/_forms/inner/__init__.py',
      'shop/parts/_forms/inner/sizes.py',
      'shop/parts/forms.py',
    ]);
    expect(bodyOf(proposal, 'shop/parts/_forms/inner/sizes.py')).toBe(
      'from shop.parts._forms._base import BASE\nSIZE = BASE\n',
    );
  });

  it.each([
    ['a top-level module', 'forms', 'forms.py', ['_forms/__init__.py', '_forms/_base.py', 'forms.py']],
    [
      'a module under a source root',
      'shop.forms',
      'src/shop/forms.py',
      ['src/shop/_forms/__init__.py', 'src/shop/_forms/_base.py', 'src/shop/forms.py'],
    ],
    [
      'a package',
      'shop.forms',
      'shop/forms/__init__.py',
      ['shop/forms/__init__.py', 'shop/forms/_forms/__init__.py', 'shop/forms/_forms/_base.py'],
    ],
  ])('suits %s', async (_, target, path, paths) => {
    const files = {
      'kit/__init__.py': '',
      'kit/shapes.py': `from ._base import BASE\n\n${BUILD}`,
      'kit/_base.py': 'BASE = 1\n',
    };
    const proposal = await relocate({ files, target, path });
    expect(proposal.files.map(file => file.path)).toEqual(paths);
    const expected = path === 'forms.py' ? 'from _forms._base' : 'from ._forms._base';
    expect(bodyOf(proposal, path)).toContain(`${expected} import BASE`);
  });

  it('takes a package as the main module, with the submodules that it imports', async () => {
    const files = {
      'kit/__init__.py': `from . import sizes\nfrom .sizes import SIZE\n\n${BUILD}\nsizes.SIZE\n`,
      'kit/sizes.py': 'SIZE = 1\n',
    };
    const tests = {
      'tests/test_it.py': 'import kit\n\ndef test_it():\n    assert kit.build(kit.sizes.SIZE) == kit.SIZE\n',
    };
    const proposal = await relocate({ files, tests, module: 'kit' });
    expect(bodyOf(proposal, 'shop/parts/forms.py')).toBe(
      'from ._forms import sizes\nfrom ._forms.sizes import SIZE\n\ndef make(n: int) -> int:\n    return n\n\nsizes.SIZE\n',
    );
    expect(bodyOf(proposal, 'tests/carried/test_shop_parts_forms.py')).toBe(
      'import shop.parts.forms, shop.parts._forms.sizes\n\ndef test_it():\n    assert shop.parts.forms.make(shop.parts._forms.sizes.SIZE) == shop.parts.forms.SIZE\n',
    );
  });

  it('refuses a package whose own code needs the module to be complete', async () => {
    const proposal = await relocate({
      files: {
        'kit/__init__.py': 'from kit import shapes\nshapes.build(1)\n',
        'kit/shapes.py': `from kit._base import BASE\n\n${BUILD}`,
        'kit/_base.py': 'BASE = 1\n',
      },
    });
    expect(proposal.reason).toMatch(/`kit\/__init__.py` runs code of its own/);
  });

  it('carries a package that defines something itself', async () => {
    const proposal = await relocate({
      files: {
        'kit/__init__.py': 'LIMIT = 3\n',
        'kit/shapes.py': `from kit import LIMIT\n\n${BUILD}`,
      },
    });
    expect(bodyOf(proposal, 'shop/parts/_forms/__init__.py')).toBe('LIMIT = 3\n');
    expect(bodyOf(proposal, 'shop/parts/forms.py')).toContain('from shop.parts._forms import LIMIT\n');
  });
});

describe('imports in the implementation', () => {
  it.each([
    ['from kit._base import BASE as B, other\n', 'from shop.parts._forms._base import BASE as B, other\n'],
    ['from ._base import BASE\n', 'from ._forms._base import BASE\n'],
    ['from . import _base\n', 'from ._forms import _base\n'],
    ['from kit import _base as b\n', 'from shop.parts._forms import _base as b\n'],
    ['import kit._base as b\nb.BASE\n', 'import shop.parts._forms._base as b\nb.BASE\n'],
    ['import kit._base\nkit._base.BASE\n', 'import shop.parts._forms._base\nshop.parts._forms._base.BASE\n'],
    [
      'import os, kit._base, sys\nkit._base.BASE\n',
      'import os, shop.parts._forms._base, sys\nshop.parts._forms._base.BASE\n',
    ],
    [
      'def late():\n    from kit._base import (\n        BASE,  # why\n    )\n    return BASE\n',
      'def late():\n    from shop.parts._forms._base import (\n        BASE,  # why\n    )\n    return BASE\n',
    ],
    ['from kit._base import *\nBASE\n', 'from shop.parts._forms._base import *\nBASE\n'],
    ['import os.path\nos.path.join("kit")\n', 'import os.path\nos.path.join("kit")\n'],
    ['from kit_other._base import BASE\n', 'from kit_other._base import BASE\n'],
    ['x = "kit._base"\n', 'x = "shop.parts._forms._base"\n'],
    ['x = "kit"\n', 'x = "kit"\n'],
    [
      'from importlib import import_module\nimport_module("kit._base")\n',
      'from importlib import import_module\nimport_module("shop.parts._forms._base")\n',
    ],
    ['# kit._base says so\n', '# kit._base says so\n'],
  ])('%j', async (before, after) => {
    const files = {
      'kit/__init__.py': '',
      'kit/shapes.py': `${before}\n${BUILD}`,
      'kit/_base.py': 'BASE = other = 1\n',
    };
    const text = bodyOf(await relocate({ files }), 'shop/parts/forms.py');
    expect(text.slice(0, text.indexOf('\ndef make'))).toBe(after);
  });

  it('keeps CRLF, tabs and what is not imported as they are', async () => {
    const main = 'from kit._base import BASE\r\n\r\ndef build( n:int )->int :\r\n\treturn  n+BASE\r\n';
    const proposal = await relocate({
      files: { 'kit/__init__.py': '', 'kit/shapes.py': main, 'kit/_base.py': 'BASE = 1\n' },
    });
    expect(proposal.files.find(({ path }) => path === 'shop/parts/forms.py')?.content).toMatch(
      /MIT\r\n\r\nfrom shop\.parts\._forms\._base import BASE\r\n\r\ndef make\( n:int \)->int :\r\n\treturn {2}n\+BASE\r\n$/,
    );
  });
});

describe('imports in carried tests', () => {
  const files = {
    'kit/__init__.py': 'from kit.shapes import build\nfrom ._base import BASE\n__all__ = ["build", "BASE"]\n',
    'kit/shapes.py': `from ._base import BASE\n\n${BUILD}`,
    'kit/_base.py': 'BASE = 1\n',
  };

  it.each([
    ['from kit.shapes import build', 'build(1)', 'from shop.parts.forms import make', 'make(1)'],
    ['from kit import build', 'build(1)', 'from shop.parts.forms import make', 'make(1)'],
    ['from kit import build as b', 'b(1)', 'from shop.parts.forms import make as b', 'b(1)'],
    [
      'from kit import build, BASE',
      'build(BASE)',
      'from shop.parts.forms import make\nfrom shop.parts._forms._base import BASE',
      'make(BASE)',
    ],
    ['import kit', 'kit.build(1)', 'import shop.parts.forms', 'shop.parts.forms.make(1)'],
    [
      'import kit',
      'kit.build(kit.BASE)',
      'import shop.parts.forms, shop.parts._forms._base',
      'shop.parts.forms.make(shop.parts._forms._base.BASE)',
    ],
    ['import kit.shapes', 'kit.shapes.build(1)', 'import shop.parts.forms', 'shop.parts.forms.make(1)'],
    ['import kit as k', 'k.build(1)', 'import shop.parts.forms as k', 'k.make(1)'],
    ['from kit import shapes', 'shapes.build(1)', 'from shop.parts import forms as shapes', 'shapes.make(1)'],
    [
      'from kit import shapes, build',
      'shapes.build(build(1))',
      'from shop.parts import forms as shapes\nfrom shop.parts.forms import make',
      'shapes.make(make(1))',
    ],
    [
      'from unittest.mock import patch',
      'with patch("kit.shapes.build"), patch("kit.build"), patch("kit.shapes.BASE"):\n        pass',
      'from unittest.mock import patch',
      'with patch("shop.parts.forms.make"), patch("shop.parts.forms.make"), patch("shop.parts.forms.BASE"):\n        pass',
    ],
  ])('%j with %j', async (imports, use, newImports, newUse) => {
    const tests = { 'tests/test_it.py': `${imports}\n\ndef test_it():\n    ${use}\n` };
    const proposal = await relocate({ files, tests });
    expect(bodyOf(proposal, 'tests/carried/test_shop_parts_forms.py')).toBe(
      `${newImports}\n\ndef test_it():\n    ${newUse}\n`,
    );
  });

  it('uses an alias where the new package would hide a local name', async () => {
    const tests = {
      'tests/test_it.py': 'import kit.shapes\n\ndef test_it(shop):\n    kit.shapes.build(shop)\n',
    };
    expect(bodyOf(await relocate({ files, tests }), 'tests/carried/test_shop_parts_forms.py')).toBe(
      'import shop.parts.forms as forms\n\ndef test_it(shop):\n    forms.make(shop)\n',
    );
  });

  it('drops a test that uses a package as a value', async () => {
    const tests = {
      'tests/test_it.py':
        'import kit\n\ndef test_it():\n    print(kit)\n\ndef test_other():\n    assert True\n',
    };
    const proposal = await relocate({ files, tests });
    expect(proposal.carriedTests.map(({ status }) => status)).toEqual(['dropped', 'kept']);
    expect(proposal.carriedTests[0]?.reason).toMatch(/`kit` is used as a value/);
  });
});

describe('resources', () => {
  const resources = { 'kit/data/table.json': '{}\n' };
  const reader = 'from pathlib import Path\nTABLE = Path(__file__).parent / "data" / "table.json"\n';

  it('stay beside the module that reads them', async () => {
    const beside = await relocate({
      files: { 'kit/__init__.py': '', 'kit/shapes.py': `${reader}\n${BUILD}` },
      resources,
    });
    expect(beside.files.map(({ path }) => path)).toEqual([
      'shop/parts/data/table.json',
      'shop/parts/forms.py',
    ]);

    const files = {
      'kit/__init__.py': '',
      'kit/shapes.py': `from kit._tables import TABLE\n\n${BUILD}`,
      'kit/_tables.py': reader,
    };
    const within = await relocate({ files, resources });
    expect(within.files.map(({ path }) => path)).toEqual([
      'shop/parts/_forms/__init__.py',
      'shop/parts/_forms/_tables.py',
      'shop/parts/_forms/data/table.json',
      'shop/parts/forms.py',
    ]);
  });

  it.each([
    ['files("kit") / "data" / "table.json"', 'files("shop.parts._forms") / "data" / "table.json"'],
    ['files("kit.data") / "table.json"', 'files("shop.parts._forms.data") / "table.json"'],
  ])('are found by the package that %s names', async (before, after) => {
    const main = `from importlib.resources import files\nTABLE = ${before}\n\n${BUILD}`;
    const proposal = await relocate({ files: { 'kit/__init__.py': '', 'kit/shapes.py': main }, resources });
    expect(proposal.files.map(({ path }) => path)).toContain('shop/parts/_forms/data/table.json');
    expect(bodyOf(proposal, 'shop/parts/forms.py')).toContain(`TABLE = ${after}\n`);
  });

  it('refuse to be placed above the component', async () => {
    const files = {
      'kit/__init__.py': '',
      'kit/shapes.py': `TABLE = open(__file__ + "/../../x.txt")\n\n${BUILD}`,
    };
    const proposal = await relocate({ files, resources: { 'x.txt': 'x\n' } });
    expect(proposal.status).toBe('unsuccessful');
    expect(proposal.reason).toMatch(/`x.txt` lies outside/);
  });
});
