import type { JSONSchema7 } from '@ai-sdk/provider';
import { UserError } from '../../protocol/base/errors.js';
import { assertDescribable, toJsonSchema } from '../../protocol/schema.js';
import type { Tool } from '../../tools/tool.js';
import type { ToolMap } from '../../tools/tool-map.js';
import { fitInputSchema } from '../fit/fit-schema.js';

/** By the tool's own schema, which stays the same when a step describes the tool again. */
const converted: WeakMap<Tool['inputSchema'], Promise<JSONSchema7>> = new WeakMap();

/**
 * Returns the JSON Schema of a tool's input.
 *
 * @throws UserError when it has none.
 */
export async function inputSchemaOf(tool: Tool, name: string): Promise<JSONSchema7> {
  if (!isSchema(tool.inputSchema)) {
    throw new UserError(
      'no-schema',
      `The inputSchema of tool '${name}' is no schema, so its input could not be checked. Use zod, another Standard Schema, or jsonSchema() from 'ai'.`,
    );
  }
  const schema = converted.get(tool.inputSchema) ?? toJsonSchema(tool.inputSchema, `tool '${name}'`);
  converted.set(tool.inputSchema, schema);
  return await schema;
}

/**
 * Refuses tools that cannot be described to a model, when the agent is created.
 *
 * @throws UserError `no-json-schema` or `input-not-object`, naming the tool.
 */
export function assertSchemas(tools: ToolMap): void {
  for (const [name, tool] of Object.entries(tools)) {
    if (tool.type === 'provider' || !isSchema(tool.inputSchema)) continue;
    const found = assertDescribable(tool.inputSchema, `tool '${name}'`);
    if (found !== undefined) fitInputSchema(found, name);
  }
}

/** Returns `true` for a schema object of a library, or a function that returns one. */
function isSchema(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return typeof value === 'object' && value !== null && ('~standard' in value || 'jsonSchema' in value);
}
