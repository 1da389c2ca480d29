import type { UIMessageChunk } from 'ai';
import type { WireEvent } from './read-wire.js';
import type { CallRecord } from './step-record.js';

/** Returns an optional string member of an event. */
export function textMember(event: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = event[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns a chunk about nothing, which the reader skips with one warning. */
export function stray(name: string): UIMessageChunk {
  const chunk: { readonly type: string } = { type: `${name} without a beginning` };
  return chunk as UIMessageChunk;
}

/** Returns the chunk of a call with unreadable arguments. */
export function garbled({ toolCallId, toolName, text }: CallRecord, errorText: string): UIMessageChunk {
  return { type: 'tool-input-error', toolCallId, toolName, input: text, errorText };
}

/** Returns the chunks of events that are only shown: state, activities and custom events. */
export function toDataChunks(event: WireEvent): UIMessageChunk[] {
  switch (event.type) {
    case 'STATE_SNAPSHOT':
      return [{ type: 'data-state', data: event.snapshot ?? null }];
    case 'STATE_DELTA':
      return [{ type: 'data-state-delta', data: event.delta ?? null }];
    case 'CUSTOM':
      return [{ type: 'data-custom', data: { name: event.name, value: event.value ?? null } }];
    case 'RAW':
      return [{ type: 'data-raw', data: event.event ?? null }];
    case 'ACTIVITY_SNAPSHOT':
    case 'ACTIVITY_DELTA': {
      const { messageId, activityType, content, patch } = event;
      return [{ type: 'data-activity', data: { messageId, activityType, content, patch } }];
    }
    default:
      return [];
  }
}
