import type { UIMessageChunk } from 'ai';
import type { WireEvent } from './read-wire.js';
import type { CallRecord } from './step-record.js';

/** A member of an event that may be there. */
export function textMember(event: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = event[name];
  return typeof value === 'string' ? value : undefined;
}

/** What is about nothing. Whoever reads on skips it with one warning. */
export function stray(name: string): UIMessageChunk {
  const chunk: { readonly type: string } = { type: `${name} without a beginning` };
  return chunk as UIMessageChunk;
}

/** A call whose arguments nobody can read. */
export function garbled({ toolCallId, toolName, text }: CallRecord, errorText: string): UIMessageChunk {
  return { type: 'tool-input-error', toolCallId, toolName, input: text, errorText };
}

/** What is only told: state, activities, and what a server makes up. */
export function tellEvent(event: WireEvent): UIMessageChunk[] {
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
