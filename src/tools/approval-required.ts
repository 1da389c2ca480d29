import { UserError } from '../protocol/base/errors.js';
import { isRecord } from '../protocol/base/record.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import { makeToolset, resolveTools } from './resolve-tools.js';
import type { Tool } from './tool.js';
import { type DataSelector, selectsByData, type ToolCandidate } from './tool-selector.js';
import type { DepsOfSources, ToolSource, Toolset } from './toolset.js';

/** A call about which {@link approvalRequired} decides. */
export interface ToolCallCandidate extends ToolCandidate {
  /** Fresh, and it passed the schema. */
  readonly input: unknown;
}

/** Says which calls need a yes: by tool, or by a function of the call. A function that throws counts as "ask". */
export type ApprovalCondition<DEPS = unknown> =
  | DataSelector
  | ((call: ToolCallCandidate, ctx: ToolRunContext<DEPS>) => boolean | PromiseLike<boolean>);

/**
 * Asks a person before these calls run, besides those for which the tools ask themselves. Default: all calls.
 *
 * @param source the tools; it is not changed.
 * @param when which calls need a yes, by tool or by a function of the call. Default: all.
 * @throws UserError `provider-tool-approval` when a step begins and a meant tool runs at the provider, where nobody can hold it back.
 * @example const tools = approvalRequired(files, ({ input }) => isProtected(input));
 */
export function approvalRequired<SOURCE extends ToolSource>(
  source: SOURCE,
  when: ApprovalCondition<DepsOfSources<[SOURCE]>> = 'all',
): Toolset<DepsOfSources<[SOURCE]>> {
  return makeToolset('approvalRequired()', async (ctx) => {
    const tools = await resolveTools(source, ctx);
    return new Map([...tools].map(([toolName, tool]) => [toolName, guarded({ toolName, tool }, when)]));
  });
}

function guarded<DEPS>({ toolName, tool }: ToolCandidate, when: ApprovalCondition<DEPS>): Tool {
  if (typeof when !== 'function' && !selectsByData(when, { toolName, tool })) return tool;
  if (tool.isProviderExecuted === true) {
    throw new UserError(
      'provider-tool-approval',
      `approvalRequired() cannot hold back '${toolName}': the provider runs it on its own servers. Leave it out with filtered(), or use the approval setting that the provider offers for it.`,
    );
  }
  if (typeof when !== 'function') return { ...tool, requiresApproval: true };
  return {
    ...tool,
    requiresApproval: async (input, ctx) => {
      // Only a clear no lets a call through; a function that forgets to answer asks.
      const asks = await when({ toolName, tool, input }, ctx as ToolRunContext<DEPS>); // the run brings the deps that the toolset's type names
      return asks !== false || (await asksItself(tool, input, ctx));
    },
  };
}

async function asksItself({ requiresApproval = false }: Tool, input: unknown, ctx: ToolRunContext): Promise<boolean> {
  if (typeof requiresApproval === 'boolean') return requiresApproval;
  const asks: unknown = await Promise.resolve(requiresApproval(input, ctx));
  return asks !== false;
}

/**
 * For MCP tools: asks for every call but those of tools that say they only read (`readOnlyHint`), and always where a tool says
 * that it destroys (`destructiveHint`). `@ai-sdk/mcp` keeps what a server says at `metadata.annotations`, and it is read there.
 * A server can say what it likes: trust the hints of servers that you trust.
 *
 * @example const tools = approvalRequired(await mcpClient.tools(), byAnnotations());
 */
export function byAnnotations(): (candidate: ToolCandidate) => boolean {
  return ({ tool }) => {
    const found = tool.metadata?.annotations;
    const annotations = isRecord(found) ? found : {};
    return annotations.readOnlyHint !== true || annotations.destructiveHint === true;
  };
}
