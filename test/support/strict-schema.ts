/** Keywords that strict output is known to take on every server (OpenAI, Structured Outputs, supported schemas). */
const KEYWORDS = new Set([
  '$schema',
  'type',
  'description',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
]);

/** Why strict output would refuse a JSON schema, place by place; empty when it would not. */
export function strictSchemaProblems(schema: unknown, place = 'schema'): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [`${place} is no schema`];
  const { type, properties = {}, required = [], additionalProperties, items, anyOf = [] } = schema as Node;
  const problems = Object.keys(schema)
    .filter(keyword => !KEYWORDS.has(keyword))
    .map(keyword => `${place} uses ${keyword}`);
  if (place === 'schema' && type !== 'object') problems.push('the root must be an object');
  if (type === 'object') {
    if (additionalProperties !== false) problems.push(`${place} is open`);
    const optional = Object.keys(properties).filter(name => !required.includes(name));
    problems.push(...optional.map(name => `${place}.${name} is optional`));
  }
  const parts = [
    ...Object.entries(properties),
    ...(items === undefined ? [] : ([['[]', items]] as const)),
    ...anyOf.map((option, index) => [`anyOf${index}`, option] as const),
  ];
  return [...problems, ...parts.flatMap(([name, part]) => strictSchemaProblems(part, `${place}.${name}`))];
}

interface Node {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
  readonly anyOf?: readonly unknown[];
}
