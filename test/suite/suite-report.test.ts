import { describe, expect, it } from '@jest/globals';
import { CodefaceError } from '../../src/domain/errors.js';
import { reportFault } from '../../src/suite/suite-report.js';

describe('the report of an environment that could not be made', () => {
  const remedyOf = (retryable: boolean) => {
    const error = new CodefaceError('sandbox', 'It failed.', { fault: 'installation', retryable });
    const durations = { prepare: 1, run: 0, total: 1 };
    return reportFault('docker', 'installation', error, durations).findings[0]?.remedy;
  };

  it('asks for no correction of what may succeed as it is', () => {
    expect(remedyOf(true)).toContain('Run it again');
    expect(remedyOf(false)).toContain('Correct what the repository declares');
  });
});
