import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { CodefaceError } from '../../src/domain/errors.js';

const failureOf = (env: Record<string, string>): CodefaceError => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof CodefaceError) return error;
  }
  throw new Error('the environment was accepted');
};

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toEqual({
      home: '.codeface',
      database: '.codeface/codeface.db',
      sandbox: {
        driver: undefined,
        dockerImage: undefined,
        dockerRuntime: undefined,
        python: undefined,
        indexHosts: [],
        indexCredentials: [],
        environmentsBytes: 20 * 1024 ** 3,
      },
      budget: { rounds: 5, wallTimeMs: 3_600_000, tokens: 0, costUsd: 0 },
      model: undefined,
      logLevel: 'info',
    });
  });

  it('takes a blank variable as unset', () => {
    expect(readConfig({ CODEFACE_ROUNDS: '', CODEFACE_SANDBOX: '  ' })).toEqual(readConfig({}));
  });

  it('reads what is set', () => {
    const config = readConfig({
      CODEFACE_HOME: '/var/lib/codeface',
      CODEFACE_SANDBOX: 'bubblewrap',
      CODEFACE_DOCKER_RUNTIME: 'runsc',
      CODEFACE_PYTHON: '/usr/bin/python3.12',
      CODEFACE_ROUNDS: '3',
      CODEFACE_WALL_TIME_MINUTES: '1.5',
      LOG_LEVEL: 'debug',
    });
    expect(config).toMatchObject({
      database: '/var/lib/codeface/codeface.db',
      sandbox: { driver: 'bubblewrap', dockerRuntime: 'runsc', python: '/usr/bin/python3.12' },
      budget: { rounds: 3, wallTimeMs: 90_000 },
      logLevel: 'debug',
    });
  });

  it('scopes the credentials of indexes, and never repeats a malformed entry', () => {
    const env = {
      CODEFACE_INDEX_HOSTS: 'files.example  cdn.example:8443',
      CODEFACE_INDEX_CREDENTIALS: 'o/n=https://u:t@a.example/simple\tp/*=http://u@b.example:81/x',
      CODEFACE_ENVIRONMENTS_GB: '1.5',
    };
    expect(readConfig(env).sandbox).toMatchObject({
      indexHosts: ['files.example', 'cdn.example:8443'],
      indexCredentials: [
        { repository: 'o/n', url: 'https://u:t@a.example/simple' },
        { repository: 'p/*', url: 'http://u@b.example:81/x' },
      ],
      environmentsBytes: 1.5 * 1024 ** 3,
    });
    for (const entry of [
      'https://u:secret@a.example',
      'o/n=https://a.example/secret',
      '*/*=https://u:secret@a',
    ]) {
      const { message } = failureOf({ CODEFACE_INDEX_CREDENTIALS: entry, CODEFACE_INDEX_HOSTS: 'http://a/' });
      expect(message).toMatch(/CODEFACE_INDEX_HOSTS[^]*CODEFACE_INDEX_CREDENTIALS[^]*owner\/name=/);
      expect(message).not.toContain('secret');
    }
  });

  it('keeps a database outside the home where it is told to', () => {
    expect(readConfig({ CODEFACE_DATABASE: '/data/lib.db' }).database).toBe('/data/lib.db');
  });

  it('reports every problem at once, each with its variable and what to do', () => {
    const error = failureOf({
      CODEFACE_SANDBOX: 'chroot',
      CODEFACE_ROUNDS: 'many',
      CODEFACE_BUDGET_USD: '-1',
      CODEFACE_PRICES: '{',
      LOG_LEVEL: 'loud',
    });
    expect(error.code).toBe('configuration');
    expect(error.message.split('\n')).toEqual([
      'The environment needs attention:',
      expect.stringMatching(/^- CODEFACE_SANDBOX: .*\. Set docker or bubblewrap/),
      expect.stringMatching(/^- CODEFACE_ROUNDS: .*\. Set a whole number from 1 to 50\.$/),
      expect.stringMatching(/^- CODEFACE_BUDGET_USD: .*\. Set US dollars/),
      expect.stringMatching(/^- CODEFACE_PRICES: not JSON\. Set JSON such as/),
      expect.stringMatching(/^- LOG_LEVEL: .*\. Set one of trace/),
    ]);
  });

  it.each([
    ['CODEFACE_ROUNDS', '0'],
    ['CODEFACE_ROUNDS', '2.5'],
    ['CODEFACE_WALL_TIME_MINUTES', 'Infinity'],
    ['CODEFACE_BUDGET_TOKENS', '1e-3'],
    ['CODEFACE_MODEL_BASE_URL', 'file:///etc/passwd'],
    ['CODEFACE_PRICES', '{"m": {"inputPerMillion": 1}}'],
  ])('refuses %s=%s', (variable, value) => {
    expect(failureOf({ [variable]: value }).message).toContain(`- ${variable}: `);
  });
});

describe('the models of readConfig', () => {
  const env = {
    CODEFACE_MODEL_BASE_URL: 'http://models.internal:8000/v1',
    CODEFACE_MODEL_RESIDENT: 'small',
    CODEFACE_PRICES: '{"small": {"inputPerMillion": 0.1, "outputPerMillion": 0.4}}',
  };

  it('may serve one role and leave the others to the program', () => {
    const { model, budget } = readConfig(env);
    expect(model).toEqual({
      baseUrl: 'http://models.internal:8000/v1',
      apiKey: undefined,
      models: { resident: 'small' },
      prices: { small: { inputPerMillion: 0.1, outputPerMillion: 0.4 } },
    });
    expect(budget).toMatchObject({ tokens: 1_000_000, costUsd: 5 });
  });

  it('need an address and a price', () => {
    const { message } = failureOf({ CODEFACE_MODEL_BACKBONE: 'large', CODEFACE_MODEL_DIAGNOSIS: 'large' });
    expect(message).toContain('- CODEFACE_MODEL_BASE_URL: Not set');
    expect(message).toContain('- CODEFACE_PRICES: No price for large.');
  });

  it('are not told of a missing price when the price list itself is malformed', () => {
    const { message } = failureOf({ ...env, CODEFACE_PRICES: 'cheap' });
    expect(message.match(/CODEFACE_PRICES/g)).toHaveLength(1);
  });

  it('never take the name of an inherited property for a price', () => {
    expect(failureOf({ ...env, CODEFACE_MODEL_RESIDENT: 'constructor' }).message).toContain(
      'No price for constructor',
    );
  });
});
