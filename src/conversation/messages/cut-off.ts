import type { FinishReason, UIMessage } from 'ai';
import { isRecord } from '../../protocol/base/record.js';
import { ownMetadata, withOwnMetadata } from './step-record.js';

/** Why an answer ends before its end. */
export type CutOff = Extract<FinishReason, 'length' | 'content-filter' | 'error'>;

/** Returns why an answer was cut off; `null` for the end of a whole one. */
export function toCutOff(finishReason: unknown): CutOff | null {
  return finishReason === 'length' || finishReason === 'content-filter' || finishReason === 'error'
    ? finishReason
    : null;
}

/**
 * Notes in the metadata of a message why its answer was cut off, so that this is stored with the conversation. A whole
 * answer has no note: the message is then the same as one that was never cut off.
 */
export function withCutOff<T extends Pick<UIMessage, 'metadata'>>(message: T, cutOff: CutOff | null): T {
  if (cutOff !== null) return { ...message, metadata: withOwnMetadata(message.metadata, { cutOff }) };
  const { metadata, ...rest } = message;
  const { cutOff: _, ...own } = ownMetadata(metadata);
  const { countersign: __, ...others } = isRecord(metadata) ? metadata : {};
  const left = Object.keys(own).length > 0 ? { ...others, countersign: own } : others;
  return (Object.keys(left).length > 0 ? { ...rest, metadata: left } : rest) as T; // metadata is optional in a message
}

/** Returns why the answer in a message was cut off; `null` for a whole one. */
export function cutOffOf({ metadata }: Pick<UIMessage, 'metadata'>): CutOff | null {
  return toCutOff(ownMetadata(metadata).cutOff);
}
