import { describe, expect, it } from '@jest/globals';
import { surveyOf } from '../support/mined.js';

function capabilitiesIn(...paths: readonly string[]): readonly string[] {
  const files = Object.fromEntries(paths.map(path => [path, 'def f(): return 1\n']));
  return surveyOf(files).capabilities.map(({ module }) => module.path);
}

describe('what offers capabilities', () => {
  it('is no suite, no set-up and nothing that only shows or measures the rest', () => {
    expect(
      capabilitiesIn(
        'benchmark.py',
        'benchmarks/speed.py',
        'demos/demo01.py',
        'examples/first.py',
        'kit.py',
        'samples/first.py',
        'setup.py',
        'tests.py',
        'tests/test_kit.py',
      ),
    ).toEqual(['kit.py']);
  });

  it('may be called so inside of a package', () => {
    const paths = ['pkg/demos/first.py', 'pkg/samples.py', 'src/samples/draw.py'];
    expect(capabilitiesIn(...paths)).toEqual(paths);
  });
});
