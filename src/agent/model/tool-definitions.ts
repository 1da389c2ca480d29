import type { JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { UserError } from '../../protocol/base/errors.js';
import { assertDescribable, toJsonSchema } from '../../protocol/schema.js';
import type { Tool } from '../../tools/tool.js';
import type { ToolMap } from '../../tools/tool-map.js';

type Definition = NonNullable<LanguageModelV4CallOptions['tools']>[number];

/** By the tool's own schema, which stays the same when a step describes the tool anew. */
const converted: WeakMap<Tool['inputSchema'], Promise<JSONSchema7>> = new WeakMap();

/** What the model is told about the tools. A schema is converted once. */
export async function toolDefinitions(tools: ReadonlyMap<string, Tool>): Promise<Definition[]> {
  return await Promise.all([...tools].map(([name, tool]) => toDefinition(name, tool)));
}

async function toDefinition(name: string, tool: Tool): Promise<Definition> {
  if (isProviderTool(tool)) return { type: 'provider', id: tool.id, name, args: { ...tool.args } };
  const { description, strict, inputExamples, providerOptions } = tool;
  return {
    type: 'function',
    name,
    inputSchema: await inputSchemaOf(tool, name),
    ...(description === undefined ? {} : { description }),
    ...(strict === undefined ? {} : { strict }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
    // An example is JSON: it stands for what the model is to write.
    ...(inputExamples === undefined
      ? {}
      : { inputExamples: [...inputExamples] as NonNullable<LanguageModelV4FunctionTool['inputExamples']> }),
  };
}

/** Tells the tools that a provider defines, and mostly runs itself, such as `openai.tools.webSearch()`. */
function isProviderTool(tool: Tool): tool is Tool & { readonly id: `${string}.${string}` } {
  return tool.type === 'provider' && tool.id !== undefined;
}

/** Whether a provider may end a call of this tool in a later response than the one that made it. */
export function endsLater(tool: Tool | undefined): boolean {
  return tool?.type === 'provider' && 'supportsDeferredResults' in tool && tool.supportsDeferredResults === true;
}

/**
 * The JSON Schema of a tool's input.
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
 * Finds early what the model could not be told.
 *
 * @throws UserError `no-json-schema`, naming the tool.
 */
export function assertSchemas(tools: ToolMap): void {
  for (const [name, tool] of Object.entries(tools)) {
    if (tool.type !== 'provider' && isSchema(tool.inputSchema)) assertDescribable(tool.inputSchema, `tool '${name}'`);
  }
}

/** A schema object of some library, or a function that gives one. */
function isSchema(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return typeof value === 'object' && value !== null && ('~standard' in value || 'jsonSchema' in value);
}
