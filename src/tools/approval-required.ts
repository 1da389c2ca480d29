import { UserError } from '../protocol/base/errors.js';
import { isRecord } from '../protocol/base/record.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import { makeToolset, resolveTools } from './resolve-tools.js';
import type { Tool } from './tool.js';
import { type DataSelector, selectsByData, type ToolCandidate } from './tool-selector.js';
import type { DepsOfSources, ToolSource, Toolset } from './toolset.js';

/** A call, as the condition of {@link approvalRequired} receives it. */
export interface ToolCallCandidate extends ToolCandidate {
  /** A copy of the input, validated by the schema. */
  readonly input: unknown;
}

/**
 * Selects the calls that require approval: by tool, or by a function of the call. If the function throws, approval is
 * required.
 */
export type ApprovalCondition<DEPS = unknown> =
  | DataSelector
  | ((call: ToolCallCandidate, ctx: ToolRunContext<DEPS>) => boolean | PromiseLike<boolean>);

/**
 * Requires approval for the selected calls, in addition to the calls for which the tools require it themselves.
 *
 * @param source the tools; it is not changed.
 * @param when the calls that require approval, by tool or by a function of the call. Default: all.
 * @throws UserError `provider-tool-approval` when a step begins and a selected tool runs at the provider, which does
 *   not wait for approval.
 * @example const tools = approvalRequired(files, ({ input }) => isProtected(input));
 */
export function approvalRequired<SOURCE extends ToolSource>(
  source: SOURCE,
  when: ApprovalCondition<DepsOfSources<[SOURCE]>> = 'all',
): Toolset<DepsOfSources<[SOURCE]>> {
  return makeToolset('approvalRequired()', async (ctx) => {
    const tools = await resolveTools(source, ctx);
    return new Map([...tools].map(([toolName, tool]) => [toolName, withApproval({ toolName, tool }, when)]));
  });
}

function withApproval<DEPS>({ toolName, tool }: ToolCandidate, when: ApprovalCondition<DEPS>): Tool {
  if (typeof when !== 'function' && !selectsByData(when, { toolName, tool })) return tool;
  if (tool.isProviderExecuted === true) {
    throw new UserError(
      'provider-tool-approval',
      `approvalRequired() selects '${toolName}', which runs at the provider, so its calls cannot wait for approval. Remove it with filtered(), or use the provider's own approval setting.`,
    );
  }
  if (typeof when !== 'function') return { ...tool, requiresApproval: true };
  return {
    ...tool,
    requiresApproval: async (input, ctx) => {
      // Only an explicit `false` lets a call run: a function that forgets to return a value must require approval.
      // The run provides the deps that the toolset's type names.
      const answer = await when({ toolName, tool, input }, ctx as ToolRunContext<DEPS>);
      return answer !== false || (await toolRequiresApproval(tool, input, ctx));
    },
  };
}

async function toolRequiresApproval(
  { requiresApproval = false }: Tool,
  input: unknown,
  ctx: ToolRunContext,
): Promise<boolean> {
  if (typeof requiresApproval === 'boolean') return requiresApproval;
  const answer: unknown = await Promise.resolve(requiresApproval(input, ctx));
  return answer !== false;
}

/**
 * Returns a condition for MCP tools: every call requires approval, unless its tool is declared read-only
 * (`readOnlyHint`) and not destructive (`destructiveHint`). It reads `metadata.annotations`, where `@ai-sdk/mcp` stores
 * the server's annotations. A server can claim anything: use this only with servers that you trust.
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
