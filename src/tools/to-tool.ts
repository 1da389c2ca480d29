import type { ToolExecutionOptions } from 'ai';
import { callOrigin } from '../protocol/base/call-origin.js';
import { toolOrigin } from '../protocol/base/definition.js';
import { UserError } from '../protocol/base/errors.js';
import { extended } from '../protocol/base/record.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import { check } from '../protocol/schema.js';
import { type RequiresApproval, type Tool, toolMark } from './tool.js';
import type { AiTool, ToolMap } from './tool-map.js';

/**
 * Converts an entry of a record of tools to our type. This is the only place that knows the AI SDK's names for our
 * options (`needsApproval`, a description that is a function, `contextSchema`).
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
    ...(rest as Partial<Tool>), // an app may have added our own options to the AI SDK's tool; they take precedence
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

/** Returns the origin of a tool from an MCP client, or of one that was made at runtime. */
function toolOriginOf({ type, metadata }: AiTool): Pick<Tool, typeof toolOrigin | typeof callOrigin> {
  const clientName: unknown = metadata?.clientName;
  if (typeof clientName === 'string')
    return { [toolOrigin]: clientName, [callOrigin]: { kind: 'mcp', server: clientName } };
  return type === 'dynamic' ? { [toolOrigin]: 'dynamic' } : {};
}

/** Returns the history before the response: the AI SDK's tools expect messages that do not include their own call. */
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
    `A tool's entry in toolsContext does not match its contextSchema (${issues}), so the tool cannot run. Pass toolsContext: { [tool name]: … }.`,
  );
}
