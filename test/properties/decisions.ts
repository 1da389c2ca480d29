import {
  type ApprovalAnswer,
  type CallAnswer,
  type DeferredCall,
  type DeferredToolRequests,
  toolApproved,
  toolDenied,
  toolReturn,
} from 'countersign/core';
import type { DeferredKind } from '../../src/protocol/deferred.js';
import { approvedPart, inputSchema } from './input-schema.js';
import { isProviderTool } from './provider.js';
import type { World } from './world.js';

/** One call of a batch, and its answer. */
export interface Choice {
  readonly kind: DeferredKind;
  readonly call: DeferredCall;
  readonly answer: ApprovalAnswer | CallAnswer;
}

/** Returns all calls of a batch, approvals first. */
export function callsOf(
  requests: DeferredToolRequests,
): readonly { readonly kind: DeferredKind; readonly call: DeferredCall }[] {
  return [
    ...requests.approvals.map((call) => ({ kind: 'approval' as const, call })),
    ...requests.calls.map((call) => ({ kind: 'external' as const, call })),
  ];
}

/** Returns the scenario's answer to a call. */
export function choose(world: World, kind: DeferredKind, call: DeferredCall): Choice {
  const decision = world.next('decision', world.scenario.decisions, 0);
  return { kind, call, answer: kind === 'approval' ? approval(decision, call) : result(decision) };
}

function approval(decision: number, call: DeferredCall): ApprovalAnswer {
  if (decision === 8) return toolDenied();
  if (decision === 9) return toolDenied('Not this one.');
  if (decision === 10) return toolApproved({ note: 'Be careful.' });
  // The provider executes its calls with their original input.
  if (decision === 11 && !isProviderTool(call.toolName))
    return toolApproved({ overrideArgs: { ...(call.input as { n: number }), edited: true } });
  return toolApproved();
}

function result(decision: number): CallAnswer {
  if (decision === 8) return { kind: 'tool-failed', message: 'no device' };
  if (decision === 9) return { kind: 'model-retry', message: 'once more' };
  if (decision === 10) return toolReturn({ ok: 1 }, { content: 'A picture.', metadata: { by: 'test' } });
  return toolReturn({ ok: decision });
}

/** Records the approvals of answers that count. */
export function recordApprovals(world: World, runId: string, choices: readonly Choice[]): void {
  for (const { call, answer } of choices) {
    if (answer.kind !== 'tool-approved') continue;
    const { toolCallId, input, effectiveInput, unpredictablePaths = [] } = call;
    // The effective input of an edit is never shown.
    const made =
      answer.overrideArgs === undefined ? unpredictablePaths.flatMap(({ path }) => String(path[0])) : ['era'];
    const shown =
      answer.overrideArgs === undefined ? (effectiveInput ?? input) : inputSchema.parse(answer.overrideArgs);
    const yes = { runId, toolCallId, input: approvedPart(shown, made), made, uses: 0 };
    // An approval that was requested again before the execution replaces the first one.
    const isOwn = (item: { readonly runId: string; readonly toolCallId: string }): boolean =>
      item.runId === runId && item.toolCallId === toolCallId;
    const runs = world.executions.filter((execution) => isOwn(execution) && execution.approved).length;
    const unused = world.approvals.filter(isOwn)[runs];
    if (unused === undefined) world.approvals.push(yes);
    else Object.assign(unused, yes);
  }
}

/** Converts choices into the result of a handler. */
export function toResults(choices: readonly Choice[], defer: readonly string[] = []) {
  const of = <K extends DeferredKind>(kind: K) =>
    Object.fromEntries(
      choices.filter((choice) => choice.kind === kind).map(({ call, answer }) => [call.toolCallId, answer]),
    );
  const digests = choices.flatMap(({ call: { toolCallId, digest } }) =>
    digest === undefined ? [] : [[toolCallId, digest] as const],
  );
  return {
    approvals: of('approval') as Record<string, ApprovalAnswer>,
    calls: of('external') as Record<string, CallAnswer>,
    metadata: {},
    defer: [...defer],
    ...(digests.length === 0 ? {} : { digests: Object.fromEntries(digests) }),
  };
}
