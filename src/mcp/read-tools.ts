import { UserError } from '../protocol/base/errors.js';
import type { JSONObject } from '../protocol/base/json.js';
import { given, isList, isRecord } from '../protocol/base/record.js';
import { cutText, isWithinSize, limits } from './limits.js';

/** A tool as a server describes it, with what is too long cut. */
export interface FoundTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** A JSON Schema of an object. */
  readonly inputSchema: JSONObject;
  /** What the server says about what the tool does. */
  readonly annotations: JSONObject;
}

/**
 * Reads a server's list of tools. What is no tool, or has a schema that is too large or too deep, is left out. Of tools with the same name the first
 * counts: a call says nothing but the name.
 *
 * @throws UserError `mcp-too-many-tools` for more than a thousand.
 */
export function readTools(listed: unknown): readonly FoundTool[] {
  const tools = isRecord(listed) && isList(listed.tools) ? listed.tools : [];
  if (tools.length > limits.tools) {
    throw new UserError(
      'mcp-too-many-tools',
      `The MCP server lists ${tools.length} tools, more than the ${limits.tools} that are taken, so none of them is offered. Let the server list fewer, or connect to another one.`,
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
    ...given({
      title: typeof shown === 'string' ? cutText(shown, limits.title) : undefined,
      description: typeof description === 'string' ? cutText(description, limits.description) : undefined,
    }),
    inputSchema: inputSchema as JSONObject, // it came as JSON
    annotations,
  };
}

/** Hints are short: yes or no, a number, a word. */
function readAnnotations(annotations: unknown): JSONObject {
  const members = Object.entries(isRecord(annotations) ? annotations : {}).slice(0, 32);
  const short = members.flatMap(([name, hint]): [string, string | number | boolean][] => {
    if (typeof hint === 'string') return [[name, cutText(hint, limits.title)]];
    return typeof hint === 'boolean' || typeof hint === 'number' ? [[name, hint]] : [];
  });
  return Object.fromEntries(short);
}
