import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { storeFile } from '../../../src/domain/files.js';
import { reasonOfSecret, secretOf, secretsIn } from '../../../src/mine/admit/secrets.js';
import { withoutSecrets } from '../../../src/mine/admit/without-secrets.js';

/** So many characters of an alphabet, none of them a word: what tokens are made of. Never a token of anybody. */
const random = (alphabet: string, length: number, seed = 7) => {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return alphabet[(state >>> 16) % alphabet.length];
  }).join('');
};
const WORD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${random(WORD, 64)}\n${random(WORD, 64)}\n-----END RSA PRIVATE KEY-----`;

const REAL: readonly (readonly [kind: string, secret: string])[] = [
  ['a private key', KEY],
  ['a private key', KEY.replaceAll('\n', '\\n')],
  ['a GitHub token', `ghp_${random(WORD, 36)}`],
  ['a GitHub token', `github_pat_${random(WORD, 22)}_${random(WORD, 59)}`],
  ['an AWS access key', `AKIA${random(UPPER, 16)}`],
  ['a Slack token', `xoxb-${random('0123456789', 11)}-${random('0123456789', 11)}-${random(WORD, 24)}`],
  ['a Stripe key', `sk_live_${random(WORD, 24)}`],
  ['a Google API key', `AIza${random(WORD, 35)}`],
  ['a PyPI token', `pypi-AgEIcHlwaS5vcmc${random(WORD, 80)}`],
  ['an npm token', `npm_${random(WORD, 36)}`],
  ['a JSON Web Token', `eyJ${random(WORD, 20)}.eyJ${random(WORD, 40)}.${random(WORD, 43)}`],
];

describe('a secret', () => {
  it.each(REAL)('is found by its shape: %s', (kind, secret) => {
    expect(secretsIn('a.py', `import os\n\nVALUE = "${secret}"\n`)).toEqual([
      { path: 'a.py', line: 3, kind },
    ]);
  });

  it.each([
    ['password = "VALUE"', 'a password or key'],
    ["client_secret: str = 'VALUE'", 'a password or key'],
    ['{"api_key": "VALUE"}', 'a password or key'],
    ['connect("postgresql://shop:VALUE@db.internal/shop")', 'a password in an address'],
  ])('is found by the name it is given: %s', (line, kind) => {
    expect(secretsIn('a.py', line.replace('VALUE', random(WORD, 20)))).toEqual([
      { path: 'a.py', line: 1, kind },
    ]);
  });

  it.each([
    'password = "secret"',
    '"password": "hunter2hunter2"',
    'aws_access_key_id = "AKIAIOSFODNN7EXAMPLE"',
    'aws_secret_access_key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"',
    `token = "ghp_${'x'.repeat(36)}"`,
    'token = "ghp_1234567890abcdefghijklmnopqrstuvwxyz"',
    'API_KEY = os.environ["SHOP_API_KEY"]',
    'password = "{password_from_vault_1}"',
    'token_url = "https://login.example.com/oauth2/v1/token"',
    'secret_name = "projects/shop-42/secrets/db"',
    'TOKEN_PATTERN = "token_with_four_words_2"',
    'postgresql://user:password@localhost/db',
    'if text.startswith("-----BEGIN PRIVATE KEY-----"):',
    '"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"',
    'DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  ])('is not seen in %s', line => {
    expect(secretsIn('a.py', line)).toEqual([]);
  });

  it('is called by its exact kind, whatever name it is given', () => {
    const token = `ghp_${random(WORD, 36)}`;
    expect(secretsIn('a.py', `TOKEN = "${token}"\n`)).toEqual([
      { path: 'a.py', line: 1, kind: 'a GitHub token' },
    ]);
  });

  it('is told by place and kind, never shown, whatever holds it', () => {
    const secret = fc.constantFrom(...REAL.map(([, value]) => value));
    const around = fc.string({ maxLength: 20 }).filter(text => !/[\w-]$/.test(text));
    fc.assert(
      fc.property(secret, around, fc.boolean(), (value, before, inPath) => {
        const path = inPath ? `tests/${value.split('\n').join('')}.py` : 'tests/a.py';
        const findings = secretsIn(path, `${before}\n"${value}"\n`);
        expect(findings).not.toEqual([]);
        for (const finding of findings) {
          const told = `${reasonOfSecret(finding)}${JSON.stringify(finding)}`;
          for (const part of value.split(/\s/)) expect(told).not.toContain(part.slice(-20));
        }
      }),
    );
  });

  it.each(['eyJ', 'password', '-----BEGIN PRIVATE KEY-----', 'a://b:', 'secret="', 'sk-proj-a', "token='a1"])(
    'is sought in time that grows with the text, not faster: %s',
    part => {
      expect(secretsIn('a.py', part.repeat(Math.ceil(1_000_000 / part.length)))).toEqual([]);
    },
    3_000,
  );
});

describe('what holds a secret', () => {
  const secret = `ghp_${random(WORD, 36)}`;
  const original = `import os\n\n\ndef clean():\n    return 1\n\n\ndef dirty():\n    return "${secret}"\n`;
  const tree = new Map([['shop.py', Buffer.from(original)]]);
  const item = (name: string, code: string, test = 'def test(): ...\n', examples: string[] = []) => ({
    name,
    cut: {
      implementation: [storeFile('shop.py', Buffer.from(code))],
      carriedTests: { files: [storeFile('tests/test_shop.py', Buffer.from(test))] },
    },
    examples: examples.map(text => ({ text })),
  });

  it('is told with the line of the repository, although a slice has lines of its own', () => {
    const slice = storeFile('shop.py', Buffer.from(`def dirty():\n    return "${secret}"\n`));
    expect(secretOf([slice], tree)).toEqual({ path: 'shop.py', line: 9, kind: 'a GitHub token' });
  });

  it('is excluded, in code or in tests, and the rest stays', () => {
    const clean = item('clean', 'def clean():\n    return 1\n');
    const dirty = item('dirty', `def dirty():\n    return "${secret}"\n`);
    const tested = item('tested', 'def clean():\n    return 1\n', `TOKEN = "${secret}"\n`);
    const { ready, excluded } = withoutSecrets([clean, dirty, tested], tree, ({ name }) => name);
    expect(ready).toEqual([clean]);
    expect(excluded.map(({ name, kind }) => [name, kind])).toEqual([
      ['dirty', 'secret'],
      ['tested', 'secret'],
    ]);
    expect(excluded[0]?.reason).toMatch(/^shop\.py, line 9, holds a GitHub token; /);
  });

  it('is left out where it is but an example', () => {
    const used = item('clean', 'def clean():\n    return 1\n', '', ['clean()', `login("${secret}")`]);
    expect(withoutSecrets([used], tree, ({ name }) => name).ready[0]?.examples).toEqual([
      { text: 'clean()' },
    ]);
  });
});
