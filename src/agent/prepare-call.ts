import type { DeferredKind } from '../protocol/deferred.js';
import { deepFreeze, type JSONObject, type JSONValue } from '../protocol/json.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import { validate } from '../protocol/schema.js';
import type { Issue } from '../protocol/signals.js';
import { describeCall } from '../tools/describe-call.js';
import type { Tool } from '../tools/tool.js';
import { parseInput } from './model/parse-input.js';
import { maxRetriesOf, type RunScope, runContext } from './run-scope.js';
import type { Deferral, TurnCall } from './turn.js';

/** A call whose input passed its tool's schema, or what the model is to be told instead. */
export type PreparedCall =
  | { readonly type: 'ready'; readonly tool: Tool; readonly input: JSONValue }
  | { readonly type: 'invalid'; readonly message: string; readonly issues?: readonly Issue[] };

/** Finds the tool and checks the input. Nothing that fails here is ever shown to a person. */
export async function prepareCall(run: RunScope, call: TurnCall): Promise<PreparedCall> {
  const tool = run.config.tools.get(call.toolName);
  if (tool === undefined) {
    const names = [...run.config.tools.keys()].map((name) => `'${name}'`).join(', ');
    return {
      type: 'invalid',
      message: `Unknown tool name: '${call.toolName}'. Available tools: ${names === '' ? 'none' : names}`,
    };
  }
  const parsed = parseInput(call.rawInput);
  if (!parsed.success) return { type: 'invalid', message: parsed.message };
  const result = await validate(tool.inputSchema, parsed.value);
  if (!result.success)
    return { type: 'invalid', message: 'The input does not match the schema:', issues: result.issues };
  return { type: 'ready', tool, input: deepFreeze(parsed.value) };
}

/** What the tool gets for this call. */
export function toolContext(run: RunScope, call: TurnCall): ToolRunContext {
  const retry = run.failures.get(call.toolName) ?? 0;
  const maxRetries = maxRetriesOf(run, call.toolName);
  const { state } = call;
  return {
    ...runContext(run),
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    toolCallApproved: state.status === 'approved',
    toolCallMetadata: state.status === 'approved' ? state.metadata : undefined,
    retry,
    maxRetries,
    lastAttempt: retry >= maxRetries,
  };
}

interface DeferralOf {
  readonly kind: DeferredKind;
  readonly tool: Tool;
  readonly input: JSONValue;
  /** The same input, validated: what `describe` sees. */
  readonly value: unknown;
  readonly metadata: JSONObject | undefined;
}

/** The question about a call. */
export function toDeferral(call: TurnCall, { kind, tool, input, value, metadata }: DeferralOf): Deferral {
  return {
    kind,
    metadata,
    call: {
      ...describeCall(tool, call.toolName, value),
      toolCallId: call.toolCallId,
      toolName: call.toolName,
      input,
      ...(tool.description === undefined ? {} : { description: tool.description }),
      ...(tool.capabilities === undefined ? {} : { capabilities: tool.capabilities }),
    },
  };
}
