/** Shapes that are secrets and hardly ever anything else. */
const SHAPES: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----(\s|\\[rn])*[A-Za-z0-9+/=]{16}/],
  ['a GitHub token', /\bgh[a-z]_[A-Za-z0-9]{36}|\bgithub_pat_\w{22,}/],
  ['an access key of AWS', /\b(AKIA|ASIA)[0-9A-Z]{16}\b/],
  [
    'a key of a model endpoint',
    /\bsk-((proj|svcacct|admin|ant-[a-z0-9]{1,8})-[A-Za-z0-9_-]{20}|[A-Za-z0-9]{20})/,
  ],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  ['a Google API key', /\bAIza[A-Za-z0-9_-]{35}\b/],
];

/** What kind of secret a text seems to hold, or undefined; the secret itself is never part of the answer. */
export function findSecret(text: string): string | undefined {
  return SHAPES.find(([, shape]) => shape.test(text))?.[0];
}
