import type { JSONObject } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import type { Interrupt } from './wire.js';

/** The string members that an event of a type must have. Other members are checked where they are used. */
interface EventTexts {
  readonly RUN_STARTED: never;
  readonly RUN_FINISHED: never;
  readonly RUN_ERROR: 'message';
  readonly STEP_STARTED: never;
  readonly STEP_FINISHED: never;
  readonly TEXT_MESSAGE_START: 'messageId';
  readonly TEXT_MESSAGE_CONTENT: 'messageId' | 'delta';
  readonly TEXT_MESSAGE_END: 'messageId';
  readonly TEXT_MESSAGE_CHUNK: never;
  readonly REASONING_START: never;
  readonly REASONING_MESSAGE_START: 'messageId';
  readonly REASONING_MESSAGE_CONTENT: 'messageId' | 'delta';
  readonly REASONING_MESSAGE_END: 'messageId';
  readonly REASONING_MESSAGE_CHUNK: never;
  readonly REASONING_END: never;
  readonly REASONING_ENCRYPTED_VALUE: 'entityId' | 'encryptedValue';
  readonly TOOL_CALL_START: 'toolCallId' | 'toolCallName';
  readonly TOOL_CALL_ARGS: 'toolCallId' | 'delta';
  readonly TOOL_CALL_END: 'toolCallId';
  readonly TOOL_CALL_CHUNK: never;
  readonly TOOL_CALL_RESULT: 'toolCallId';
  readonly STATE_SNAPSHOT: never;
  readonly STATE_DELTA: never;
  readonly MESSAGES_SNAPSHOT: never;
  readonly ACTIVITY_SNAPSHOT: never;
  readonly ACTIVITY_DELTA: never;
  readonly RAW: never;
  readonly CUSTOM: 'name';
}

const texts: { readonly [NAME in keyof EventTexts]: readonly EventTexts[NAME][] } = {
  RUN_STARTED: [],
  RUN_FINISHED: [],
  RUN_ERROR: ['message'],
  STEP_STARTED: [],
  STEP_FINISHED: [],
  TEXT_MESSAGE_START: ['messageId'],
  TEXT_MESSAGE_CONTENT: ['messageId', 'delta'],
  TEXT_MESSAGE_END: ['messageId'],
  TEXT_MESSAGE_CHUNK: [],
  REASONING_START: [],
  REASONING_MESSAGE_START: ['messageId'],
  REASONING_MESSAGE_CONTENT: ['messageId', 'delta'],
  REASONING_MESSAGE_END: ['messageId'],
  REASONING_MESSAGE_CHUNK: [],
  REASONING_END: [],
  REASONING_ENCRYPTED_VALUE: ['entityId', 'encryptedValue'],
  TOOL_CALL_START: ['toolCallId', 'toolCallName'],
  TOOL_CALL_ARGS: ['toolCallId', 'delta'],
  TOOL_CALL_END: ['toolCallId'],
  TOOL_CALL_CHUNK: [],
  TOOL_CALL_RESULT: ['toolCallId'],
  STATE_SNAPSHOT: [],
  STATE_DELTA: [],
  MESSAGES_SNAPSHOT: [],
  ACTIVITY_SNAPSHOT: [],
  ACTIVITY_DELTA: [],
  RAW: [],
  CUSTOM: ['name'],
};

/** The known events. */
type EventName = keyof EventTexts;

/** An event whose string members are present. */
export type WireEvent = {
  readonly [NAME in EventName]: { readonly type: NAME } & {
    readonly [MEMBER in EventTexts[NAME]]: string;
  } & Readonly<Record<string, unknown>>;
}[EventName];

/** The result of reading a value from the wire. */
export type ReadEvent =
  | { readonly type: 'event'; readonly event: WireEvent }
  | { readonly type: 'unknown'; readonly name: string }
  | { readonly type: 'malformed'; readonly why: string };

/** Reads a value from the wire. */
export function readEvent(value: unknown): ReadEvent {
  if (!isRecord(value) || typeof value.type !== 'string')
    return { type: 'malformed', why: 'an event that is no object with a type' };
  const { type: name } = value;
  if (!Object.hasOwn(texts, name)) return { type: 'unknown', name: name.slice(0, 60) };
  const missing = (texts[name as EventName] as readonly string[]).find((member) => typeof value[member] !== 'string');
  if (missing !== undefined) return { type: 'malformed', why: `a ${name} without the text '${missing}'` };
  return { type: 'event', event: value as WireEvent }; // Its strings are present.
}

/** Returns the valid interrupts of an outcome. */
export function readInterrupts(value: unknown): readonly Interrupt[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown): Interrupt[] => {
    if (!isRecord(one) || typeof one.id !== 'string') return [];
    const { id, reason, message, toolCallId, responseSchema, expiresAt, metadata } = one;
    return [
      {
        id,
        reason: typeof reason === 'string' ? reason : '',
        ...(typeof message === 'string' ? { message } : {}),
        ...(typeof toolCallId === 'string' ? { toolCallId } : {}),
        ...(isRecord(responseSchema) ? { responseSchema: responseSchema as JSONObject } : {}), // It came as JSON.
        ...(typeof expiresAt === 'string' ? { expiresAt } : {}),
        ...(isRecord(metadata) ? { metadata: metadata as JSONObject } : {}), // It came as JSON, too.
      },
    ];
  });
}
