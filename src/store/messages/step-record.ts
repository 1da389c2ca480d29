import type { ModelMessage } from 'ai';
import { toJsonMessages } from '../../protocol/base/json-messages.js';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import { isMessage } from '../../protocol/stored-run.js';

/**
 * A message's metadata with what some of its steps added to the history, for steps whose parts do not say it: results of the
 * provider that came apart from their calls, nothing of a response that broke off. It counts instead of the step's parts.
 *
 * @param added by the number of the step: how many `step-start` parts stand before its own parts.
 */
export function withSteps(metadata: unknown, added: ReadonlyMap<number, readonly ModelMessage[]>): object {
  const json = [...added].map(([step, messages]) => [step, toJsonMessages(messages)] as const);
  const steps = { ...recordsIn(metadata), ...Object.fromEntries(json) };
  return { ...(isRecord(metadata) ? metadata : {}), countersign: { steps } };
}

/** What is recorded of a step; `undefined` for nothing that could be used. */
export function recordedStep(metadata: unknown, step: number): readonly ModelMessage[] | undefined {
  const messages: unknown = ownMember(recordsIn(metadata), String(step));
  return Array.isArray(messages) && messages.every(isMessage) ? messages : undefined;
}

function recordsIn(metadata: unknown): Readonly<Record<string, unknown>> {
  const own = isRecord(metadata) ? metadata.countersign : undefined;
  return isRecord(own) && isRecord(own.steps) ? own.steps : {};
}
