import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Component } from '../../../src/domain/primitive.js';
import { createHarness } from '../../../src/harness/create-harness.js';
import type { UsageExample } from '../../../src/mine/describe/usage-examples.js';
import { ALONE_LIMITS, suiteRequest, trialRequest } from '../../../src/mine/validate/suite-request.js';
import type { Environment } from '../../../src/ports/sandbox.js';
import { harnessProgram } from '../../support/harness-program.js';
import { samplePrimitive } from '../../support/sample-primitive.js';
import { PREPARE_TIMEOUT_MS, keptSandbox, source } from '../../support/suites.js';

const sandbox = keptSandbox();
const harness = createHarness({ sandbox, program: harnessProgram(), nonce: randomUUID });
let environment: Environment;
beforeAll(async () => {
  environment = await sandbox.prepare({ distributions: [] });
}, PREPARE_TIMEOUT_MS);

const text = (path: string, content: string) => ({ path, encoding: 'utf8' as const, content });
const COMPONENT: Component = {
  ...samplePrimitive('price'),
  sourceRoot: 'src',
  interface: { module: 'shop.price', exports: [], behaviour: '' },
  implementation: [
    text('src/shop/__init__.py', ''),
    text('src/shop/price.py', source('def price(cents): return cents * 2')),
    text('src/shop/rates.json', '{}'),
  ],
  carriedTests: {
    tests: [{ id: 'tests/test_price.py::test_price', path: 'tests/test_price.py', name: 'test_price' }],
    files: [
      text(
        'tests/test_price.py',
        source('from shop.price import price', 'def test_price(): assert price(3) == 6'),
      ),
    ],
  },
};
const example = (form: UsageExample['form'], ...lines: readonly string[]): UsageExample => ({
  form,
  text: source(...lines),
  origin: 'somewhere',
});

describe('a trial', () => {
  it('asks for nothing of the repository but what the component carries', () => {
    const request = trialRequest(COMPONENT, environment, [example('script', 'pass')]);
    expect([...request.files.keys()]).toEqual([
      'src/shop/__init__.py',
      'src/shop/price.py',
      'src/shop/rates.json',
      'tests/test_price.py',
      'usage_examples/test_usage_example_0.py',
    ]);
    expect(request).toMatchObject({
      targets: ['tests/test_price.py'],
      sourceRoots: ['src'],
      mustImport: ['shop.price'],
      ownModules: ['shop', 'shop.price'],
      trial: {
        implementation: ['src/shop/__init__.py', 'src/shop/price.py'],
        home: 'src/shop/price.py',
        examples: ['usage_examples/test_usage_example_0.py'],
      },
    });
  });

  it('is drawn from what the component is, not from when it is asked', () => {
    const again = trialRequest({ ...COMPONENT, name: 'other' }, environment, []);
    expect(again.trial).toEqual(trialRequest(COMPONENT, environment, []).trial);
    expect(new Set(again.trial?.orders).size).toBe(3);
    const changed = { ...COMPONENT, implementation: COMPONENT.implementation.slice(0, 2) };
    expect(trialRequest(changed, environment, []).trial?.seed).not.toBe(again.trial?.seed);
  });

  it('is left out where a suite is only run again', () => {
    expect(suiteRequest(COMPONENT, environment)).not.toHaveProperty('trial');
  });

  it('runs usage examples as their readers would, until one is right', async () => {
    const examples = [
      example('script', 'from shop.price import price', 'assert price(1) == 3'),
      example('doctest', '>>> from shop.price import price', '>>> price(4)', '9'),
      example('doctest', '>>> price(4)', '8'),
      example(
        'script',
        'from __future__ import annotations',
        'from shop.price import *',
        'import sys; sys.exit(1)',
      ),
      example('doctest', '>>> from shop.price import price', '>>> [price("\\u20ac\\""), 1]', '[..., 1]'),
      example('script', 'pass'),
    ];
    const execution = await harness.runSuite(trialRequest(COMPONENT, environment, examples), ALONE_LIMITS);
    expect(execution.trial?.examples.map(({ passed }) => passed)).toEqual([false, false, false, false, true]);
    expect(execution.trial).toMatchObject({ passes: 3, dummies: { raises: [], nothing: [] } });
  });
});
