import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { Tool } from '../../tools/tool.js';
import { inputSchemaOf } from '../plumbing/input-schema.js';

type Definition = NonNullable<LanguageModelV4CallOptions['tools']>[number];

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
