import addFormats from 'ajv-formats';
import { OpenAPIBackend } from 'openapi-backend';
import type { Request, ValidationResult } from 'openapi-backend';
import { describeApi, WEBHOOK_ROOT } from './description.js';
import type { Reply } from './reply.js';
import { OPERATIONS, WEBHOOKS } from './operations.js';

/** Formats that are checked. Not `email`: GitHub's own addresses of bots, with brackets in them, are none. */
const FORMATS = ['date-time', 'uri', 'uri-template'] as const;

/** Errors that any operation may end in, described for few of them. */
const UNIVERSAL_STATUSES = [400, 401, 403, 404, 422, 429];

let loaded: Promise<OpenAPIBackend> | undefined;

/** Schemas are compiled when they are first needed, and shared by the servers of a process. */
async function loadApi(): Promise<OpenAPIBackend> {
  const api = new OpenAPIBackend({
    definition: await describeApi(Object.keys(OPERATIONS), WEBHOOKS),
    apiRoot: '/api/v3',
    quick: true,
    strict: true,
    ajvOpts: {
      allErrors: true,
      logger: false,
      validateSchema: false,
      meta: false,
      code: { optimize: false },
    },
    customizeAjv: ajv => addFormats.default(ajv, [...FORMATS]),
  });
  return api.init();
}

/** GitHub's description as a judge: what does not fit it is a violation. */
export class Contract {
  /** One sentence each, in the order they happened. */
  readonly violations: string[] = [];

  private constructor(readonly api: OpenAPIBackend) {}

  static async load(): Promise<Contract> {
    loaded ??= loadApi();
    return new Contract(await loaded);
  }

  violate(sentence: string): void {
    this.violations.push(sentence);
  }

  /** Records what of an answer of the server's own the description does not allow. */
  checkReply(request: Request, reply: Reply): void {
    const operation = this.api.matchOperation(request);
    if (operation?.operationId === undefined || reply.body instanceof Uint8Array) return;
    const name = `${operation.operationId} answered ${reply.status}`;
    const described = operation.responses !== undefined && String(reply.status) in operation.responses;
    if (!described) {
      const expected = UNIVERSAL_STATUSES.includes(reply.status) || reply.status >= 500;
      if (!expected) this.violate(`${name}, which is not described`);
      return;
    }
    const body = asJson(reply.body ?? null);
    const { errors } = this.api.validateResponse(body, operation, reply.status);
    if (errors) this.violate(`${name} with a body that does not fit: ${explain(errors)}`);
  }

  /** Records what of a payload the description of that webhook does not allow; one it lacks is let pass. */
  checkWebhook(name: string, payload: object): void {
    if (!WEBHOOKS.some(known => known === name)) return;
    const path = `${this.api.apiRoot}${WEBHOOK_ROOT}${name}`;
    const headers = { 'content-type': 'application/json' };
    const body = asJson(payload) as object;
    const { errors } = this.api.validateRequest({ method: 'POST', path, headers, body });
    if (errors) this.violate(`the webhook ${name} does not fit: ${explain(errors)}`);
  }
}

/** Errors of the validator as one line, each with its place; the first few say enough. */
export function explain(errors: NonNullable<ValidationResult['errors']>): string {
  const lines = errors.map(({ instancePath, message, params }) => {
    const detail = (params as { additionalProperty?: string }).additionalProperty;
    return `${instancePath || '/'} ${message ?? 'is invalid'}${detail === undefined ? '' : ` (${detail})`}`;
  });
  return [...new Set(lines)].slice(0, 6).join('; ');
}

/** As it is read at the other end. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
