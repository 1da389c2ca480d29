import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { definedProps } from '../../protocol/base/record.js';
import type { Tool } from '../../tools/tool.js';
import { fitInputSchema } from '../fit/fit-schema.js';
import { inputSchemaOf } from '../plumbing/input-schema.js';

type Definition = NonNullable<LanguageModelV4CallOptions['tools']>[number];
type Examples = NonNullable<LanguageModelV4FunctionTool['inputExamples']>;

/** Returns the definitions of tools for the model. A schema is converted once. */
export async function toolDefinitions(tools: ReadonlyMap<string, Tool>): Promise<Definition[]> {
  return await Promise.all([...tools].map(([name, tool]) => toDefinition(name, tool)));
}

async function toDefinition(name: string, tool: Tool): Promise<Definition> {
  if (isProviderTool(tool)) return { type: 'provider', id: tool.id, name, args: { ...tool.args } };
  const { description, strict, inputExamples, providerOptions } = tool;
  return {
    type: 'function',
    name,
    inputSchema: fitInputSchema(await inputSchemaOf(tool, name), name),
    // An example is JSON: it shows what the model should write.
    ...definedProps({
      description,
      strict,
      providerOptions,
      inputExamples: inputExamples?.slice() as Examples | undefined,
    }),
  };
}

/** Returns `true` for tools that a provider defines and usually runs itself, such as `openai.tools.webSearch()`. */
function isProviderTool(tool: Tool): tool is Tool & { readonly id: `${string}.${string}` } {
  return tool.type === 'provider' && tool.id !== undefined;
}

/** Returns `true` if a provider may finish a call of this tool in a later response. */
export function endsLater(tool: Tool | undefined): boolean {
  return tool?.type === 'provider' && 'supportsDeferredResults' in tool && tool.supportsDeferredResults === true;
}
