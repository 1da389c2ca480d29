import type { ModelMessage } from 'ai';
import { toJsonMessages } from '../../protocol/base/json-messages.js';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import { isMessage } from '../../protocol/stored-run.js';

/**
 * A message's metadata with what some of its steps added to the history, for steps whose parts do not say it: results
 * of the provider that came apart from their calls, nothing of a response that broke off. It counts instead of the
 * step's parts.
 *
 * @param added by the number of the step: how many `step-start` parts stand before its own parts.
 */
export function withSteps(metadata: unknown, added: ReadonlyMap<number, readonly ModelMessage[]>): object {
  const json = [...added].map(([step, messages]) => [step, toJsonMessages(messages)] as const);
  const steps = { ...recordsIn(metadata), ...Object.fromEntries(json) };
  return withOwnMetadata(metadata, { steps });
}

/** Adds to what this package notes in the metadata of a message. */
export function withOwnMetadata(metadata: unknown, members: object): object {
  return {
    ...(isRecord(metadata) ? metadata : {}),
    countersign: { ...ownMetadata(metadata), ...members },
  };
}

/** Returns what this package has noted in the metadata of a message. */
export function ownMetadata(metadata: unknown): Readonly<Record<string, unknown>> {
  return isRecord(metadata) && isRecord(metadata.countersign) ? metadata.countersign : {};
}

/** Returns the recorded messages of a step; `undefined` if they are unusable. */
export function recordedStep(metadata: unknown, step: number): readonly ModelMessage[] | undefined {
  const messages: unknown = ownMember(recordsIn(metadata), String(step));
  return Array.isArray(messages) && messages.every(isMessage) ? messages : undefined;
}

/** Returns `true` when a step recorded something that its parts do not say. */
export function hasRecordedSteps(metadata: unknown): boolean {
  return Object.values(recordsIn(metadata)).some((added) => !Array.isArray(added) || added.length > 0);
}

function recordsIn(metadata: unknown): Readonly<Record<string, unknown>> {
  const { steps } = ownMetadata(metadata);
  return isRecord(steps) ? steps : {};
}
