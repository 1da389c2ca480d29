import type { ToolExecutionOptions } from 'ai';
import { toolOrigin } from '../protocol/base/definition.js';
import { UserError } from '../protocol/base/errors.js';
import { extended } from '../protocol/base/record.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import { check } from '../protocol/schema.js';
import { type RequiresApproval, type Tool, toolMark } from './tool.js';
import type { AiTool, ToolMap } from './tool-map.js';

/**
 * Turns whatever stands in a record of tools into ours. What the AI SDK calls by other names (`needsApproval`, a description
 * that is a function, `contextSchema`) is translated here and nowhere else.
 */
export function toTool(found: ToolMap[string]): Tool {
  return isOurs(found) ? found : fromAiTool(found);
}

function isOurs(found: ToolMap[string]): found is Tool {
  return toolMark in found;
}

function fromAiTool(found: AiTool): Tool {
  const { description, needsApproval, execute, contextSchema, ...rest } = found;
  const options = async (ctx: ToolRunContext): Promise<ToolRunContext> => {
    const context = await contextOf(found, ctx.context);
    let messages: ToolRunContext['messages'] | undefined;
    return extended(ctx, {
      context,
      get messages() {
        messages ??= beforeResponse(ctx);
        return messages;
      },
    });
  };
  const approval: boolean | RequiresApproval<unknown, unknown> | undefined =
    typeof needsApproval === 'function'
      ? async (input, ctx) => await needsApproval(input, await options(ctx))
      : needsApproval;
  return {
    ...(approval === undefined ? {} : { requiresApproval: approval }),
    ...(rest as Partial<Tool>), // an app may have added our own options to the AI SDK's tool; they stand
    inputSchema: rest.inputSchema,
    ...(typeof description === 'string' ? { description } : {}),
    ...(execute === undefined ? {} : { execute: async (input, ctx) => execute.call(found, input, await options(ctx)) }),
    ...(contextSchema === undefined && typeof description !== 'function'
      ? {}
      : {
          describeTool: async (given) => {
            const context = await contextOf(found, given);
            return typeof description === 'function' ? description({ context }) : description;
          },
        }),
    ...toolOriginOf(found),
    [toolMark]: () => {},
  };
}

/** Tools that a client of MCP found, or that were made while the page runs. */
function toolOriginOf({ type, metadata }: AiTool): Pick<Tool, typeof toolOrigin> {
  const clientName: unknown = metadata?.clientName;
  if (typeof clientName === 'string') return { [toolOrigin]: clientName };
  return type === 'dynamic' ? { [toolOrigin]: 'dynamic' } : {};
}

/** The AI SDK's tools see the history that led to the response, without the response. */
function beforeResponse({ messages }: Pick<ToolExecutionOptions<unknown>, 'messages'>): ToolRunContext['messages'] {
  return messages.slice(
    0,
    messages.findLastIndex(({ role }) => role === 'assistant'),
  );
}

async function contextOf({ contextSchema }: AiTool, context: unknown): Promise<unknown> {
  if (contextSchema === undefined) return context;
  const result = await check(contextSchema, context);
  if (result.success) return result.value;
  const issues = result.issues.map(({ path, message }) => `${['context', ...path].join('.')}: ${message}`).join('; ');
  throw new UserError(
    'tools-context',
    `A tool's entry in toolsContext breaks its contextSchema (${issues}), so the tool cannot run. Pass toolsContext: { [tool name]: … }.`,
  );
}
