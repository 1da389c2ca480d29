import type { FinishReason, UIMessage } from 'ai';
import { isRecord } from '../../protocol/base/record.js';
import { ownMetadata, withOwnMetadata } from './step-record.js';

/** The reason why an answer is incomplete. */
export type CutOff = Extract<FinishReason, 'length' | 'content-filter' | 'error'>;

/** Returns the reason why an answer is incomplete; `null` for a complete one. */
export function toCutOff(finishReason: unknown): CutOff | null {
  return finishReason === 'length' || finishReason === 'content-filter' || finishReason === 'error'
    ? finishReason
    : null;
}

/**
 * Records in the metadata of a message why its answer is incomplete, so that this is stored with the conversation. For
 * a complete answer, removes the record.
 */
export function withCutOff<T extends Pick<UIMessage, 'metadata'>>(message: T, cutOff: CutOff | null): T {
  if (cutOff !== null) return { ...message, metadata: withOwnMetadata(message.metadata, { cutOff }) };
  const { metadata, ...rest } = message;
  const { cutOff: _, ...own } = ownMetadata(metadata);
  const { countersign: __, ...others } = isRecord(metadata) ? metadata : {};
  const left = Object.keys(own).length > 0 ? { ...others, countersign: own } : others;
  return (Object.keys(left).length > 0 ? { ...rest, metadata: left } : rest) as T; // metadata is optional in a message
}

/** Returns the reason why the answer in a message is incomplete; `null` for a complete one. */
export function cutOffOf({ metadata }: Pick<UIMessage, 'metadata'>): CutOff | null {
  return toCutOff(ownMetadata(metadata).cutOff);
}
