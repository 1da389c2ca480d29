import { UserError } from '../protocol/base/errors.js';
import type { JSONObject } from '../protocol/base/json.js';
import { definedProps, isList, isRecord } from '../protocol/base/record.js';
import { cutText, isWithinSize, limits } from './limits.js';

/** A tool as a server describes it, with long strings truncated. */
export interface FoundTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** A JSON Schema with `type: 'object'`. */
  readonly inputSchema: JSONObject;
  /** The server's hints about the tool. */
  readonly annotations: JSONObject;
}

/**
 * Reads a server's list of tools. Invalid tools, and tools with a schema that is too large or too deep, are omitted. Of
 * tools with the same name, the first is used, because a call contains only the name.
 *
 * @throws UserError `mcp-too-many-tools` for more than a thousand.
 */
export function readTools(listed: unknown): readonly FoundTool[] {
  const tools = isRecord(listed) && isList(listed.tools) ? listed.tools : [];
  if (tools.length > limits.tools) {
    throw new UserError(
      'mcp-too-many-tools',
      `The MCP server lists ${tools.length} tools, more than the maximum of ${limits.tools}, so none of them is available. Configure the server to list fewer, or connect to another one.`,
    );
  }
  const found = new Map<string, FoundTool>();
  for (const tool of tools) {
    const read = readTool(tool);
    if (read !== undefined && !found.has(read.name)) found.set(read.name, read);
  }
  return [...found.values()];
}

function readTool(tool: unknown): FoundTool | undefined {
  if (!isRecord(tool)) return undefined;
  const { name, title, description, inputSchema } = tool;
  if (typeof name !== 'string' || name === '' || name.length > limits.name) return undefined;
  if (!isRecord(inputSchema)) return undefined;
  if (!isWithinSize(inputSchema, { letters: limits.schema, depth: limits.schemaDepth })) return undefined;
  const annotations = readAnnotations(tool.annotations);
  const shown = title ?? annotations.title;
  return {
    name,
    ...definedProps({
      title: typeof shown === 'string' ? cutText(shown, limits.title) : undefined,
      description: typeof description === 'string' ? cutText(description, limits.description) : undefined,
    }),
    inputSchema: inputSchema as JSONObject, // parsed from JSON
    annotations,
  };
}

/** Returns the annotations that are short: booleans, numbers and strings. */
function readAnnotations(annotations: unknown): JSONObject {
  const members = Object.entries(isRecord(annotations) ? annotations : {}).slice(0, 32);
  const short = members.flatMap(([name, hint]): [string, string | number | boolean][] => {
    if (typeof hint === 'string') return [[name, cutText(hint, limits.title)]];
    return typeof hint === 'boolean' || typeof hint === 'number' ? [[name, hint]] : [];
  });
  return Object.fromEntries(short);
}
