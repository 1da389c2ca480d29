import type { ModelMessage } from 'ai';
import { toJsonMessages } from '../../protocol/base/json-messages.js';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import { isMessage } from '../../protocol/stored-run.js';

/**
 * Records the messages that steps added to the history in the metadata of their UI message. Needed for steps whose
 * parts do not lead to the same messages: results of the provider that came in a later step, or a response that broke
 * off, which adds nothing. A record takes precedence over the parts.
 *
 * @param added the messages by the number of the step, which is the number of `step-start` parts before its other
 *   parts.
 */
export function withSteps(metadata: unknown, added: ReadonlyMap<number, readonly ModelMessage[]>): object {
  const json = [...added].map(([step, messages]) => [step, toJsonMessages(messages)] as const);
  const steps = { ...recordsIn(metadata), ...Object.fromEntries(json) };
  return withOwnMetadata(metadata, { steps });
}

/** Adds members to the data that this package has in the metadata of a message. */
export function withOwnMetadata(metadata: unknown, members: object): object {
  return {
    ...(isRecord(metadata) ? metadata : {}),
    countersign: { ...ownMetadata(metadata), ...members },
  };
}

/** Returns the data that this package has in the metadata of a message. */
export function ownMetadata(metadata: unknown): Readonly<Record<string, unknown>> {
  return isRecord(metadata) && isRecord(metadata.countersign) ? metadata.countersign : {};
}

/** Returns the recorded messages of a step; `undefined` if they are unusable. */
export function recordedStep(metadata: unknown, step: number): readonly ModelMessage[] | undefined {
  const messages: unknown = ownMember(recordsIn(metadata), String(step));
  return Array.isArray(messages) && messages.every(isMessage) ? messages : undefined;
}

/** Returns `true` when the metadata has a record with messages. */
export function hasRecordedSteps(metadata: unknown): boolean {
  return Object.values(recordsIn(metadata)).some((added) => !Array.isArray(added) || added.length > 0);
}

function recordsIn(metadata: unknown): Readonly<Record<string, unknown>> {
  const { steps } = ownMetadata(metadata);
  return isRecord(steps) ? steps : {};
}
