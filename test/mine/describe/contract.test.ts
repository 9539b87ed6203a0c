import { describe, expect, it } from '@jest/globals';
import { contractOf } from '../../../src/mine/describe/contract.js';
import { interfaceOf } from '../../../src/mine/describe/interface.js';
import { boundaryOf, lines, surveyOf } from '../../support/mined.js';

describe('the contract of a component', () => {
  it('tells what importing it does besides', () => {
    const surveyed = surveyOf({
      'pkg/__init__.py': '',
      'pkg/core.py': lines(
        'import signal',
        'def stop(number, frame): return number',
        'signal.signal(signal.SIGTERM, stop)',
        'stop.known = True',
        'def unused(): pass',
        'unused.known = True',
      ),
    });
    const { behaviour } = interfaceOf(boundaryOf(surveyed, 'pkg.core.stop'), []);
    expect(behaviour.split('\n').filter(line => line.startsWith('On import'))).toEqual([
      'On import, `pkg.core` sets a signal handler: `signal.signal(signal.SIGTERM, stop)` (line 3).',
      'On import, `pkg.core` changes what is defined already: `stop.known = True` (line 4).',
    ]);
  });

  it('says so when that is more than a reader wants', () => {
    const effects = Array.from({ length: 11 }, (_, index) => ({
      path: 'core.py',
      module: 'core',
      line: index + 1,
      what: 'print()',
    }));
    const told = contractOf([], [], () => [], effects).split('\n');
    expect(told).toHaveLength(9);
    expect(told[0]).toBe('On import, `core` executes a statement: `print()` (line 1).');
    expect(told[8]).toBe('On import, it does 3 more things of the kind.');
  });
});
