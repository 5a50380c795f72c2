import {
  fromJsonSchema,
  type JsonSchemaType,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { JsonSchema } from '../../ports/mcp.js';

/** A tool's schema, compiled once for all requests. Its errors name unknown fields. */
export function compileSchema(schema: JsonSchema): StandardSchemaWithJSON {
  const compiled = fromJsonSchema(schema as JsonSchemaType)['~standard'];
  return {
    '~standard': {
      ...compiled,
      validate: async (value) => {
        const result = await compiled.validate(value);
        if (result.issues === undefined) return result;
        const unknown = unknownFields(schema, value);
        if (unknown.length === 0) return result;
        return { issues: [...result.issues, { message: `unknown: ${unknown.join(', ')}` }] };
      },
    },
  };
}

function unknownFields(schema: JsonSchema, value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const known = schema['properties'];
  if (typeof known !== 'object' || known === null) return [];
  return Object.keys(value).filter((field) => !Object.hasOwn(known, field));
}
