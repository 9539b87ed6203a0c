import type { ResponseFormatJSONSchema } from 'openai/resources/shared';
import { z } from 'zod';
import type { ModelRequest } from '../../ports/language-model.js';

/**
 * Asks for JSON of the schema's shape. What is described is the schema's input, since a reply is what it will parse;
 * strict output wants every object closed and every field present (OpenAI, Structured Outputs, supported schemas).
 */
export function responseFormat<T>({ schemaName, schema }: ModelRequest<T>): ResponseFormatJSONSchema {
  return {
    type: 'json_schema',
    json_schema: {
      name: schemaName,
      schema: z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }),
      strict: true,
    },
  };
}
