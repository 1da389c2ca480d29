import type { ToolReturn } from '../../protocol/answers.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import { type SerializedError, serializeError } from '../../protocol/base/serialize-error.js';
import {
  ApprovalRequired,
  CallDeferred,
  type Issue,
  isControlSignal,
  ModelRetry,
  type Signal,
  ToolFailed,
} from '../../protocol/signals.js';
import { runsAgent, type Tool } from '../../tools/tool.js';
import { isFatal } from '../plumbing/fatal.js';
import type { Execution } from '../run/run-scope.js';
import { runStep } from '../run/run-step.js';
import { idempotencyKey } from '../run/tool-context.js';

/** Calls a hook, or returns its result from an earlier activation of the run. */
type CallHook = (ask: () => Promise<ToolReturn | undefined>) => Promise<ToolReturn | undefined>;

/** The persisted result of a hook, as plain JSON. */
type HookRecord =
  | { readonly type: 'result'; readonly result: ToolReturn | null }
  | {
      readonly type: 'signal';
      readonly kind: Signal['kind'];
      readonly message: string;
      readonly metadata?: JSONObject;
      readonly issues?: readonly Issue[];
      readonly callKind?: 'external' | 'question';
    }
  | { readonly type: 'error'; readonly error: SerializedError };

/**
 * Persists the result of each hook of a sub-agent's call, each in a step of its own, because the call is not one step.
 * For all other calls the results are persisted with the end of the call.
 */
export function persistHooks(execution: Execution, tool: Tool): CallHook {
  const { run, call, emit } = execution;
  if (run.journal === undefined || tool[runsAgent] !== true) return (ask) => ask();
  let count = 0;
  return async (ask) => {
    count += 1;
    let thrown: { readonly error: unknown } | undefined;
    const key = `${idempotencyKey(run, call)}/hook.${count}`;
    const { value } = await runStep(run, { key, emit }, async (): Promise<HookRecord> => {
      try {
        return { type: 'result', result: (await ask()) ?? null };
      } catch (error) {
        if (execution.signal.aborted || isFatal(error)) throw error;
        thrown = { error };
        return toHookRecord(error);
      }
    });
    if (thrown !== undefined) throw thrown.error;
    if (value.type === 'result') return value.result ?? undefined;
    throw toThrown(value);
  };
}

function toHookRecord(error: unknown): HookRecord {
  if (!isControlSignal(error)) return { type: 'error', error: serializeError(error) };
  const { kind, message } = error;
  const metadata = 'metadata' in error ? error.metadata : undefined;
  const issues = 'issues' in error ? error.issues : undefined;
  const callKind = 'callKind' in error ? error.callKind : undefined;
  return { type: 'signal', kind, message, ...definedProps({ metadata, issues, callKind }) };
}

function toThrown(record: Exclude<HookRecord, { type: 'result' }>): Error {
  if (record.type === 'error') {
    const { message, name, code } = record.error;
    return Object.assign(new Error(message), { name, code });
  }
  const { kind, message, metadata, issues, callKind } = record;
  switch (kind) {
    case 'approval-required':
      return new ApprovalRequired(definedProps({ metadata }));
    case 'call-deferred':
      return new CallDeferred(definedProps({ metadata, kind: callKind }));
    case 'model-retry':
      return new ModelRetry(message, definedProps({ issues }));
    case 'tool-failed':
      return new ToolFailed(message);
    default:
      return kind satisfies never;
  }
}
