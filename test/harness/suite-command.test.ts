import { describe, expect, it } from '@jest/globals';
import type { SuiteRequest } from '../../src/harness/harness.js';
import { batchSize, suiteCommand } from '../../src/harness/suite-command.js';
import type { Environment } from '../../src/ports/sandbox.js';
import { SUITE_LIMITS } from '../support/suites.js';

const ENVIRONMENT: Environment = { id: 'e1', digest: 'd', interpreter: '3.11.2', distributions: [] };
const request = (more: Partial<SuiteRequest> = {}): SuiteRequest => ({
  environment: ENVIRONMENT,
  files: new Map([['a.py', Buffer.from('A = 1\n')]]),
  sourceRoots: ['src'],
  targets: ['test_a.py'],
  mustImport: ['a'],
  testTimeoutMs: 5_000,
  ...more,
});

describe('the sandbox command of a batch', () => {
  const command = suiteCommand({
    environment: ENVIRONMENT,
    requests: [
      request({
        arguments: ['-k', 'fast'],
        metadata: new Map([['shop-1.dist-info/METADATA', Buffer.from('Name: shop\n')]]),
        environmentVariables: { SETTINGS: 'test' },
        recordsLines: true,
        ownModules: ['a'],
        isCold: true,
        trial: { orders: [1], implementation: ['a.py'], home: 'a.py', seed: 's', mutants: 20, examples: [] },
      }),
      request({ files: new Map([['a.py', Buffer.from('A = 2\n')]]), targets: [] }),
    ],
    limits: { ...SUITE_LIMITS, wallTimeMs: 60_000, outputBytes: 10 },
    program: [{ path: 'codeface_supervisor.py', encoding: 'utf8', content: 'main()' }],
    nonce: 'secret',
  });
  const text = (path: string) => Buffer.from(command.files.get(path) ?? []).toString();

  it('puts each tree in a folder of its own, and the program out of all of them', () => {
    expect([...command.files.keys()].sort()).toEqual([
      '.codeface/codeface_supervisor.py',
      '.codeface/jobs.json',
      'jobs/0/a.py',
      'jobs/1/a.py',
      'metadata/0/shop-1.dist-info/METADATA',
    ]);
    expect([text('jobs/0/a.py'), text('jobs/1/a.py')]).toEqual(['A = 1\n', 'A = 2\n']);
  });

  it('keeps the nonce where it can be taken away: in the job file alone', () => {
    const { files: _files, ...rest } = command;
    expect(JSON.stringify(rest)).not.toContain('secret');
    expect(JSON.parse(text('.codeface/jobs.json'))).toEqual({
      nonce: 'secret',
      deadlineMs: 58_000,
      workers: 2,
      jobs: [
        {
          folder: 'jobs/0',
          sourceRoots: ['src'],
          targets: ['test_a.py'],
          mustImport: ['a'],
          testTimeoutMs: 5_000,
          arguments: ['-k', 'fast'],
          metadata: 'metadata/0',
          environment: { SETTINGS: 'test' },
          company: null,
          recordsLines: true,
          recordsFunctions: false,
          own: ['a'],
          cold: true,
          trial: {
            orders: [1],
            implementation: ['a.py'],
            home: 'a.py',
            seed: 's',
            mutants: 20,
            examples: [],
          },
        },
        {
          folder: 'jobs/1',
          sourceRoots: ['src'],
          targets: [],
          mustImport: ['a'],
          testTimeoutMs: 5_000,
          arguments: [],
          metadata: null,
          environment: {},
          company: null,
          recordsLines: false,
          recordsFunctions: false,
          own: [],
          cold: false,
          trial: null,
        },
      ],
    });
  });

  it('starts a supervisor that neither the environment nor a tree can reach into', () => {
    expect(command.supervised).toBe(true);
    expect(command.command.slice(0, 3)).toEqual(['python', '-I', '-S']);
  });

  it('keeps the limits, but for room to tell the results', () => {
    expect(command.limits).toEqual({ ...SUITE_LIMITS, wallTimeMs: 60_000, outputBytes: 64 * 1024 ** 2 });
  });
});

describe('a batch', () => {
  it('has at most 25 suites', () => {
    expect(
      batchSize(
        Array.from({ length: 40 }, () => request()),
        SUITE_LIMITS,
      ),
    ).toBe(25);
    expect(batchSize([request()], SUITE_LIMITS)).toBe(1);
  });

  it('is of one environment', () => {
    const other = request({ environment: { ...ENVIRONMENT, id: 'e2' } });
    expect(batchSize([request(), request(), other, request()], SUITE_LIMITS)).toBe(2);
  });

  it('leaves half the disk to the suites, but holds one of any size', () => {
    const large = request({ files: new Map([['data.bin', new Uint8Array(10 * 1024 ** 2)]]) });
    const limits = { ...SUITE_LIMITS, diskBytes: 64 * 1024 ** 2 };
    expect(batchSize([large, large, large, large], limits)).toBe(3);
    expect(batchSize([large, large], { ...limits, diskBytes: 1024 })).toBe(1);
  });
});
