import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readAppConfig } from '../../src/config/app-config.js';
import { CodefaceError } from '../../src/domain/errors.js';

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString()
  .trim();
const env = { APP_ID: '42', PRIVATE_KEY: key, WEBHOOK_SECRET: 'a secret nobody guesses' };
const noFiles = (path: string): string => {
  throw new Error(`ENOENT: no such file, open '${path}'`);
};
const failureOf = (variables: Record<string, string>): CodefaceError => {
  try {
    readAppConfig(variables, noFiles);
  } catch (error) {
    if (error instanceof CodefaceError) return error;
  }
  throw new Error('the environment was accepted');
};

describe('readAppConfig', () => {
  it('adds the App and its server to the configuration', () => {
    const config = readAppConfig(env, noFiles);
    expect(config.github).toEqual({
      appId: 42,
      privateKey: key,
      webhookSecret: 'a secret nobody guesses',
      apiUrl: 'https://api.github.com',
    });
    expect(config.server).toEqual({ port: 3000, host: 'localhost' });
    expect(config.budget.rounds).toBe(5);
  });

  it.each([
    ['with escaped line ends', key.replaceAll('\n', '\\n')],
    ['in base64', Buffer.from(key).toString('base64')],
  ])('reads a key %s', (_, written) => {
    expect(readAppConfig({ ...env, PRIVATE_KEY: written }, noFiles).github.privateKey).toBe(key);
  });

  it('reads a key from its file', () => {
    const { PRIVATE_KEY: _, ...rest } = env;
    const config = readAppConfig({ ...rest, PRIVATE_KEY_PATH: 'app.pem' }, path =>
      path === 'app.pem' ? `${key}\n` : noFiles(path),
    );
    expect(config.github.privateKey).toBe(key);
  });

  it.each([
    ['a GitHub Enterprise Server', { GHE_HOST: 'git.acme.example' }, 'https://git.acme.example/api/v3'],
    [
      'an address of its own before that',
      { GHE_HOST: 'git.acme.example', GITHUB_API_URL: 'http://127.0.0.1:8080/' },
      'http://127.0.0.1:8080',
    ],
  ])('speaks to %s', (_, variables, apiUrl) => {
    expect(readAppConfig({ ...env, ...variables }, noFiles).github.apiUrl).toBe(apiUrl);
  });

  it('reports every problem at once, the ones of the rest included', () => {
    const { code, message } = failureOf({ APP_ID: 'mine', CODEFACE_ROUNDS: '0', PORT: '70000' });
    expect(code).toBe('configuration');
    for (const variable of ['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_SECRET', 'CODEFACE_ROUNDS', 'PORT'])
      expect(message.match(new RegExp(`^- ${variable}: `, 'gm'))).toHaveLength(1);
  });

  it('reports a key file that cannot be read, once', () => {
    const { message } = failureOf({ ...env, PRIVATE_KEY: '', PRIVATE_KEY_PATH: 'gone.pem' });
    expect(message).toMatch(/^- PRIVATE_KEY_PATH: Cannot be read \(ENOENT/m);
    expect(message).not.toMatch(/^- PRIVATE_KEY: /m);
  });

  it.each([
    ['GITHUB_API_URL', 'http://github.acme.example/api/v3'],
    ['GHE_HOST', 'https://git.acme.example'],
    ['WEBHOOK_SECRET', 'short'],
    ['PRIVATE_KEY', 'not-a-key'],
  ])('refuses %s=%s and never repeats the value', (variable, value) => {
    const { message } = failureOf({ ...env, [variable]: value });
    expect(message).toContain(`- ${variable}: `);
    expect(message).not.toContain(value);
  });
});
