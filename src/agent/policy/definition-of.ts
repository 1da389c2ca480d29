import { digestJson } from '../../approval/grants/digest.js';
import { type DefinitionDigests, toolOrigin } from '../../protocol/base/definition.js';
import { isRecord } from '../../protocol/base/record.js';
import type { Tool } from '../../tools/tool.js';
import { inputSchemaOf } from '../plumbing/input-schema.js';

/**
 * The digests of a tool's definition, where it comes from a toolset or a server. Tools of the app's own code have none:
 * they change only with the app.
 */
export async function definitionOf(tool: Tool | undefined, toolName: string): Promise<DefinitionDigests | undefined> {
  const origin = tool?.[toolOrigin];
  if (tool === undefined || origin === undefined) return undefined;
  const known = digests.get(tool) ?? digestsOf(tool, { toolName, origin });
  digests.set(tool, known);
  return await known;
}

/** A tool object does not change: another definition is another object. */
const digests: WeakMap<Tool, Promise<DefinitionDigests>> = new WeakMap();

async function digestsOf(
  tool: Tool,
  { toolName, origin }: { readonly toolName: string; readonly origin: string },
): Promise<DefinitionDigests> {
  const { title = null, description = null, metadata } = tool;
  const schema = await inputSchemaOf(tool, toolName).catch(() => null);
  const annotations = metadata?.annotations;
  const [server, words, inputSchema, hints] = await Promise.all([
    digestJson(origin),
    digestJson([title, description]),
    digestJson(schema),
    digestJson(isRecord(annotations) ? annotations : {}),
  ]);
  return { server, description: words, inputSchema, annotations: hints };
}
