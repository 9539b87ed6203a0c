/**
 * What a secret of one kind looks like. Every pattern costs at most a fixed number of steps for each character: what
 * repeats is bounded, or cannot begin inside of what it repeats.
 */
export interface SecretShape {
  /** As a person calls it, with its article. */
  readonly kind: string;
  readonly pattern: RegExp;
  /** Whether what was found is a secret and no example of one; absent when the shape says it all. */
  readonly isReal?: (secret: string, match: RegExpExecArray) => boolean;
}

/** Words that people put where a secret would stand. */
const PLACEHOLDER =
  /example|sample|dummy|fake|test|placeholder|change.?me|your|redacted|replace|insert|todo|secret|password|passwd|hunter2|letmein|qwerty|foobar|lorem|xxxx|\*\*\*\*|0{6}|123456|abcdef|deadbeef/i;

/** Bits a character, over the characters of the text. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Random in looks: more than words, and not one character after another. */
function looksRandom(text: string, bits: number): boolean {
  return entropyOf(text) >= bits && !PLACEHOLDER.test(text);
}

/** The part of a token after what all of its kind share. */
const afterPrefix = (bits: number) => (secret: string) =>
  looksRandom(secret.slice(Math.max(secret.indexOf('_'), secret.lastIndexOf('-', 8)) + 1), bits);

/** PEM: the armour alone is what code looks for; a key has lines of base64 below it. */
const PRIVATE_KEY: SecretShape = {
  kind: 'a private key',
  pattern: /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----([^-]{0,400})/g,
  isReal: (_, [, body = '']) => /[A-Za-z0-9+/]{40}/.test(body.replace(/\\[nr]|[\s"'+\\,#]/g, '')),
};

/** A JSON Web Token signed by somebody; the example of jwt.io is signed by everybody. */
const JWT: SecretShape = {
  kind: 'a JSON Web Token',
  pattern:
    /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.([A-Za-z0-9_-]{20,1000})/g,
  isReal: (_, [, signature = '']) =>
    entropyOf(signature) >= 4 &&
    !/^(?:SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c|TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ)$/.test(
      signature,
    ),
};

/** A name that says what the value is, given a value of its own. */
const ASSIGNED: SecretShape = {
  kind: 'a password or key',
  pattern:
    /(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|credentials?)\w{0,24}["']?[ \t]{0,8}(?::[ \t]{0,8}\w{1,20}[ \t]{0,8}=|=>|:=|[:=])[ \t]{0,8}[rbuf]{0,2}["']([^"'\s\\]{12,200})["']/gi,
  isReal: (secret, match) => {
    const value = match[1] ?? secret;
    return isMixed(value) && !isReference(value) && looksRandom(value, 3.3);
  },
};

/** A connection string that says a password. */
const IN_AN_ADDRESS: SecretShape = {
  kind: 'a password in an address',
  pattern: /\b[a-z][a-z0-9+]{1,20}:\/\/[^\s/:@"'<>]{1,60}:([^\s/:@"'<>{}$%]{8,100})@[a-z0-9]/gi,
  isReal: (secret, match) => {
    const value = match[1] ?? secret;
    return isMixed(value) && looksRandom(value, 2.7);
  },
};

const shape = (kind: string, pattern: RegExp, bits = 3): SecretShape => ({
  kind,
  pattern,
  isReal: afterPrefix(bits),
});

/** All kinds, the exact ones first, so that what two would find is called by its own name. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  PRIVATE_KEY,
  shape('a GitHub token', /(?<!\w)gh[pousr]_[A-Za-z0-9]{36,255}/g),
  shape('a GitHub token', /(?<!\w)github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}/g),
  shape('a GitLab token', /(?<![\w-])glpat-[\w-]{20,64}/g),
  shape('an AWS access key', /(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z0-9])/g, 2.5),
  shape('a Slack token', /(?<![\w-])xox[abeoprs]-\d{6,14}-[\w-]{10,200}/g),
  shape('a Slack token', /(?<![\w-])xapp-\d-[A-Z0-9]{8,14}-\d{8,16}-[a-f0-9]{40,80}/g),
  shape(
    'a Slack webhook',
    /hooks\.slack\.com\/(?:services|workflows)\/T[A-Z0-9]{7,12}\/[AB][A-Z0-9]{7,12}\/[A-Za-z0-9]{20,40}/g,
  ),
  shape('a Stripe key', /(?<!\w)(?:sk|rk)_live_[A-Za-z0-9]{20,120}/g),
  shape('a Stripe key', /(?<!\w)whsec_[A-Za-z0-9+/]{32,80}/g),
  shape('a Google API key', /(?<![\w-])AIza[\w-]{35}(?![\w-])/g),
  shape('a Google client secret', /(?<![\w-])GOCSPX-[\w-]{28}/g),
  shape('a PyPI token', /(?<![\w-])pypi-AgE[\w-]{50,400}/g),
  shape('an npm token', /(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)/g),
  shape('an OpenAI key', /(?<![\w-])sk-(?:proj-|svcacct-)?[\w-]{20,120}T3BlbkFJ[\w-]{20,120}/g),
  shape('an Anthropic key', /(?<![\w-])sk-ant-[a-z0-9]{3,8}-[\w-]{80,120}/g),
  shape('a SendGrid key', /(?<![\w-])SG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g),
  shape('a Hugging Face token', /(?<!\w)hf_[A-Za-z0-9]{34}(?!\w)/g),
  shape('a DigitalOcean token', /(?<!\w)do[oprt]_v1_[a-f0-9]{64}/g),
  shape('an Azure storage key', /AccountKey=[A-Za-z0-9+/]{86}==/g),
  JWT,
  IN_AN_ADDRESS,
  ASSIGNED,
];

/** Letters and digits both: words alone are names, digits alone are numbers. */
function isMixed(value: string): boolean {
  return /[A-Za-z]/.test(value) && /\d/.test(value);
}

/** What stands for something that is elsewhere, or is made of words: a path, an address, a template, a dotted name. */
function isReference(value: string): boolean {
  if (/^(?:[/.]|https?:)|[{}<>]|^[$%]/.test(value)) return true;
  return value.split(/[ _.:/-]/).every(part => /^[A-Za-z]*\d{0,3}$/.test(part));
}
