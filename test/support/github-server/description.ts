import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Document } from 'openapi-backend';

/** A piece of JSON from the description, walked without knowing what it says. */
type Json = null | boolean | number | string | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json;
}

/** Where the payload of a webhook is described in the cut: not a path that GitHub serves. */
export const WEBHOOK_ROOT = '/x-webhooks/';

/**
 * GitHub's own OpenAPI description, cut to the operations and webhooks named, with request bodies closed: a field
 * the description does not list is refused (GitHub itself drops such fields silently, which hides mistakes).
 *
 * Throws when an operation or webhook is not in the description.
 */
export async function describeApi(
  operationIds: readonly string[],
  webhooks: readonly string[],
): Promise<Document> {
  const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
  const whole = JSON.parse(await readFile(file, 'utf8')) as JsonObject;
  correct(whole);
  const paths: JsonObject = {};
  const missing = new Set([...operationIds, ...webhooks]);
  for (const [path, methods] of Object.entries(object(whole['paths']))) {
    // Octokit lists one operation twice, with its parameter split; the second spelling would make routing ambiguous.
    if (path.includes('...')) continue;
    for (const [method, operation] of Object.entries(object(methods))) {
      const id = object(operation)['operationId'];
      if (typeof id !== 'string' || !missing.delete(id)) continue;
      paths[path] = { ...object(paths[path] ?? {}), [method]: closeRequestBody(object(operation), whole) };
    }
  }
  for (const name of webhooks) {
    const post = object(object(whole['x-webhooks'])[name] ?? {})['post'];
    if (post === undefined) continue;
    missing.delete(name);
    paths[WEBHOOK_ROOT + name] = {
      post: { operationId: name, requestBody: object(post)['requestBody'] ?? null, responses: {} },
    };
  }
  if (missing.size > 0) throw new Error(`GitHub's description has no ${[...missing].join(', ')}`);
  const components = reachable(paths, whole);
  const cut = { openapi: '3.0.3', info: whole['info'] ?? {}, paths, components };
  return normalise(cut) as unknown as Document;
}

/**
 * Where the description is wrong of GitHub: listing installations, an account would have to be a user and an
 * enterprise at once. The same installations shown one by one are described right.
 */
function correct(whole: JsonObject): void {
  const list = resolve(
    '#/paths/~1app~1installations/get/responses/200/content/application~1json/schema',
    whole,
  );
  object(list)['items'] = { $ref: '#/components/schemas/installation' };
}

/** The operation with the schemas of its JSON body closed to properties that are not listed. */
function closeRequestBody(operation: JsonObject, whole: JsonObject): JsonObject {
  const body = operation['requestBody'];
  const media = body === undefined ? undefined : object(object(body)['content'] ?? {})['application/json'];
  if (body === undefined || media === undefined) return operation;
  const schema = close(object(media)['schema'] ?? {}, whole);
  return { ...operation, requestBody: { ...object(body), content: { 'application/json': { schema } } } };
}

function close(schema: Json, whole: JsonObject): Json {
  if (Array.isArray(schema)) return schema.map(part => close(part, whole));
  if (schema === null || typeof schema !== 'object') return schema;
  // A shared component is copied, since responses that use it stay open.
  if (typeof schema['$ref'] === 'string') return close(resolve(schema['$ref'], whole), whole);
  const closed: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    // Alternatives beside a list of properties only constrain it further; closing them would forbid the rest.
    const constrains = 'properties' in schema && ['allOf', 'anyOf', 'oneOf'].includes(key);
    closed[key] = key === 'properties' ? mapValues(object(value), each => close(each, whole)) : value;
    if (!constrains && ['items', 'allOf', 'anyOf', 'oneOf'].includes(key)) closed[key] = close(value, whole);
  }
  if ('properties' in schema && !('additionalProperties' in schema)) closed['additionalProperties'] = false;
  return closed;
}

/** The components that the paths refer to, directly or through one another. */
function reachable(paths: JsonObject, whole: JsonObject): JsonObject {
  const components: JsonObject = {};
  const visit = (value: Json): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (value === null || typeof value !== 'object') return;
    const reference = value['$ref'];
    if (typeof reference === 'string') {
      const [, , kind = '', name = ''] = reference.split('/');
      const section = object((components[kind] ??= {}));
      if (name in section) return;
      section[name] = resolve(reference, whole);
      visit(section[name]);
      return;
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'examples') visit(child);
  };
  visit(paths);
  return components;
}

/**
 * The schemas as a validator needs them: without what only people read, and with `nullable` spelled so that JSON
 * Schema understands it where the description uses it without a type or beside an enumeration.
 */
function normalise(value: Json): Json {
  if (Array.isArray(value)) return value.map(normalise);
  if (value === null || typeof value !== 'object') return value;
  const schema: JsonObject = {};
  for (const [key, each] of Object.entries(value)) {
    if (PROSE.includes(key)) continue;
    // What stands below `properties` is named by GitHub, not by the language of schemas.
    schema[key] = key === 'properties' ? mapValues(object(each), normalise) : normalise(each);
  }
  return schema['nullable'] === true ? allowNull(schema) : schema;
}

const PROSE = ['description', 'title', 'example', 'examples', 'externalDocs', 'x-github', 'x-octokit'];

function allowNull({ nullable, ...schema }: JsonObject): JsonObject {
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(null))
    schema['enum'] = [...schema['enum'], null];
  if ('type' in schema) return { ...schema, nullable: nullable ?? true };
  return { anyOf: [schema, { type: 'string', enum: [null], nullable: true }] };
}

function resolve(reference: string, whole: JsonObject): Json {
  return reference
    .split('/')
    .slice(1)
    .map(key => key.replaceAll('~1', '/'))
    .reduce<Json>((value, key) => object(value)[key] ?? {}, whole);
}

function mapValues(value: JsonObject, map: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, map(each)]));
}

function object(value: Json | undefined): JsonObject {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Error("GitHub's description is not shaped as expected");
  return value;
}
