import { createHmac, verify } from 'node:crypto';
import { forbidden, unauthorised } from './api-error.js';
import type { AppPermissions, AppRegistration } from './site.js';

export interface InstallationToken {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number;
  readonly permissions: AppPermissions;
  /** Full names it is narrowed to; undefined is all of the installation's. */
  readonly repositories: readonly string[] | undefined;
}

const TOKEN_LIFETIME_MS = 3_600_000;
/** The longest that an App's own token may live. */
const JWT_LIFETIME_S = 600;

/** Issues installation tokens and knows them again. */
export class InstallationTokens {
  private readonly issued = new Map<string, InstallationToken>();

  constructor(private readonly app: AppRegistration) {}

  issue(grant: Pick<InstallationToken, 'permissions' | 'repositories'>): InstallationToken {
    const digest = createHmac('sha256', this.app.privateKey).update(`token ${this.issued.size}`).digest();
    const value = `ghs_${digest.toString('base64url').replace(/[-_]/g, '0').slice(0, 36)}`;
    const token = { value, expiresAtMs: Date.now() + TOKEN_LIFETIME_MS, ...grant };
    this.issued.set(value, token);
    return token;
  }

  /** Ends in 401 when the token is unknown or has expired. */
  check(value: string): InstallationToken {
    const token = this.issued.get(value);
    if (token === undefined || token.expiresAtMs <= Date.now()) throw unauthorised();
    return token;
  }

  /** Makes every token that was issued useless, as an hour would. */
  expireAll(): void {
    this.issued.clear();
  }
}

/** Ends in 403 when the token was not granted this level of this permission. */
export function requirePermission(
  token: InstallationToken,
  permission: string,
  level: 'read' | 'write',
): void {
  const granted = token.permissions[permission];
  if (granted !== 'write' && granted !== level) throw forbidden();
}

/** The credential of an `Authorization` header: a bearer or `token` value, or the password of basic authentication. */
export function readCredential(authorization: string | undefined): string {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  if (value === '') throw unauthorised('Requires authentication');
  if (/^(bearer|token)$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) throw unauthorised();
  const [user, password = ''] = Buffer.from(value, 'base64').toString().split(':');
  if (user !== 'x-access-token') throw unauthorised();
  return password;
}

/** Checks the JWT an App identifies itself with (RS256, RFC 7519); ends in 401 with the reason GitHub gives. */
export function checkAppToken(token: string, app: AppRegistration): void {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const undecodable = unauthorised('A JSON web token could not be decoded');
  const claims = readPart(payload);
  if (readPart(header)['alg'] !== 'RS256') throw undecodable;
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify('sha256', signed, app.publicKey, Buffer.from(signature, 'base64url'))) throw undecodable;
  const { iss, iat, exp } = claims;
  const nowS = Date.now() / 1000;
  if (String(iss) !== String(app.id)) throw unauthorised("'Issuer' claim ('iss') must be the App's ID");
  if (typeof exp !== 'number' || exp <= nowS)
    throw unauthorised(
      "'Expiration time' claim ('exp') must be a numeric value representing the future time",
    );
  if (exp > nowS + JWT_LIFETIME_S)
    throw unauthorised("'Expiration time' claim ('exp') is too far in the future");
  if (typeof iat !== 'number' || iat > nowS)
    throw unauthorised("'Issued at' claim ('iat') must be an Integer representing the past time");
}

function readPart(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Answered below like any other token that says nothing.
  }
  throw unauthorised('A JSON web token could not be decoded');
}
