import { callOrigin } from '../../protocol/base/call-origin.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import { runsAgent, type Tool } from '../../tools/tool.js';
import type { RunScope } from '../run/run-scope.js';

/**
 * Returns the tools whose results a model has read and that may contain text of strangers, in the order of the first
 * result. A sub-agent inherits those of the agents that called it. It is derived from the messages, so it also holds
 * after a reload. A tool that no longer exists counts, because its source is unknown.
 */
export function untrustedReads(run: RunScope): readonly string[] {
  const reads = new Set(run.gate.untrusted);
  for (const message of run.messages) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type !== 'tool-result' || part.output.type === 'execution-denied') continue;
      if (isUntrusted(run.stepTools.get(part.toolName))) reads.add(part.toolName);
    }
  }
  return [...reads];
}

/**
 * Returns `true` if results of a tool may contain text of strangers. Without a `source`, that is assumed of providers'
 * tools, of sub-agents, and of MCP servers that do not declare `openWorldHint: false`.
 */
function isUntrusted(tool: Tool | undefined): boolean {
  if (tool === undefined || tool.source !== undefined) return tool?.source !== 'trusted';
  if (tool[callOrigin]?.kind === 'mcp') return annotationsOf(tool).openWorldHint !== false;
  return tool.type === 'provider' || tool[runsAgent] === true;
}

/** Returns the declaration of a tool, or of its MCP server, about undoing. */
export function reversibleOf(tool: Pick<Tool, 'reversible' | 'metadata'>): Tool['reversible'] {
  const { readOnlyHint, destructiveHint } = annotationsOf(tool);
  if (tool.reversible !== undefined) return tool.reversible;
  if (readOnlyHint === true) return 'yes';
  return destructiveHint === true ? 'no' : undefined;
}

/** Returns the annotations of an MCP server about a tool. */
export function annotationsOf({ metadata }: Pick<Tool, 'metadata'>): JSONObject {
  const found = metadata?.annotations;
  return isRecord(found) ? (found as JSONObject) : {}; // a member of a JSON object
}
