import { beforeAll, describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, outcomes, source, suiteRunner, type SuiteRunner } from '../support/suites.js';

/** Suites that people have reported other runners to get wrong, made small. */
describe('a suite', () => {
  let runner: SuiteRunner;
  beforeAll(async () => {
    runner = await suiteRunner();
  }, PREPARE_TIMEOUT_MS);

  const passes = async (files: Readonly<Record<string, string | Uint8Array>>, count: number) => {
    const execution = await runner.run(files);
    expect(execution).toMatchObject({ status: 'completed', detail: '', collectionErrors: [] });
    expect(Object.values(outcomes(execution))).toEqual(Array.from({ length: count }, () => 'passed'));
  };

  it('with two test files of one base name, in folders that are no packages', async () => {
    const named = (name: string) => source(`NAME = "${name}"`, `def test_name(): assert NAME == "${name}"`);
    await passes({ 'one/test_same.py': named('one'), 'two/test_same.py': named('two') }, 2);
  });

  it('of a namespace package without any __init__.py (PEP 420)', async () => {
    await passes(
      {
        'acme/parts/wheel.py': 'ROUND = True\n',
        'acme/tools/jack.py': 'from acme.parts import wheel\nLIFTS = wheel.ROUND\n',
        'tests/parts/test_wheel.py':
          'import acme, acme.tools.jack\ndef test_wheel(): assert acme.__file__ is None\n',
        'tests/tools/test_jack.py': 'from acme.tools import jack\ndef test_jack(): assert jack.LIFTS\n',
      },
      2,
    );
  });

  it('with a second conftest.py that is a copy of the first', async () => {
    const conftest = source('import pytest', '@pytest.fixture', 'def place(): return __file__');
    await passes(
      {
        'tests/conftest.py': conftest,
        'tests/test_a.py': 'def test_a(place): assert place.endswith("tests/conftest.py")\n',
        'tests/deep/conftest.py': conftest,
        'tests/deep/test_b.py': 'def test_b(place): assert place.endswith("deep/conftest.py")\n',
      },
      2,
    );
  });

  it('beside a notebook’s source in Latin-1, as its cookie says (PEP 263)', async () => {
    const text = source(
      '#!/usr/bin/env python',
      '# coding: latin-1',
      '',
      '# # Température',
      '',
      '# In[1]:',
      '',
      'DEGREES = "°"',
      '',
      '# In[ ]:',
      '',
      "# get_ipython().run_line_magic('matplotlib', 'inline')",
    );
    await passes(
      {
        'notebook.py': Buffer.from(text, 'latin1'),
        'test_notebook.py':
          'import notebook\ndef test_degrees(): assert notebook.DEGREES == "\\N{DEGREE SIGN}"\n',
      },
      1,
    );
  });

  it('in CRLF, whose bytes are what they were', async () => {
    const crlf = 'TEXT = """a\r\nb"""\r\n';
    const test = [
      'import pathlib, shop',
      'def test_bytes():',
      `    assert pathlib.Path("shop.py").read_bytes() == ${JSON.stringify(crlf).replace(/^/, 'b')}`,
      '    assert shop.TEXT == "a\\nb"',
      '',
    ];
    await passes({ 'shop.py': crlf, 'test_shop.py': test.join('\r\n') }, 1);
  });
});
