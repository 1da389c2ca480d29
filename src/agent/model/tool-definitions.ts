import type { JSONSchema7, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { toJsonSchema } from '../../protocol/schema.js';
import type { Tool } from '../../tools/tool.js';

const known: WeakMap<Tool, Promise<JSONSchema7>> = new WeakMap();

/** What the model is told about the tools. A tool's schema is converted once. */
export async function toolDefinitions(tools: ReadonlyMap<string, Tool>): Promise<LanguageModelV4FunctionTool[]> {
  return await Promise.all(
    [...tools].map(async ([name, tool]) => ({
      type: 'function' as const,
      name,
      inputSchema: await inputSchemaOf(tool, name),
      ...(tool.description === undefined ? {} : { description: tool.description }),
    })),
  );
}

function inputSchemaOf(tool: Tool, name: string): Promise<JSONSchema7> {
  const schema = known.get(tool) ?? toJsonSchema(tool.inputSchema, `tool '${name}'`);
  known.set(tool, schema);
  return schema;
}
