import type { ModelMessage, UIMessage } from 'ai';
import type { RunEvent } from '../protocol/run-event.js';
import type { ConversationState, ConversationStatus } from './conversation-state.js';
import { isPartEvent, reducePart } from './reduce-part.js';
import { toUserMessage } from './to-user-message.js';

/** The only place where an event changes the state. Pure; what an event does not touch keeps its identity. */
export function reduceRunEvent(state: ConversationState, event: RunEvent): ConversationState {
  const next = { ...state, events: [...state.events, event] };
  return isNested(event) ? next : reduceTop(next, event);
}

/** Applies several events at once: the log is copied once, not once an event. */
export function reduceRunEvents(state: ConversationState, events: readonly RunEvent[]): ConversationState {
  const log = [...state.events, ...events];
  const reduced = events.filter((event) => !isNested(event)).reduce(reduceTop, state);
  return { ...reduced, events: log };
}

/** A sub-agent's own messages are not the conversation's. */
function isNested(event: RunEvent): boolean {
  return event.agentPath.length > 1;
}

function reduceTop(state: ConversationState, event: RunEvent): ConversationState {
  switch (event.type) {
    case 'run-start':
      return { ...state, status: 'running', outcome: null, error: null, messages: withRun(state.messages, event) };
    case 'usage':
      return { ...state, usage: event.usage };
    case 'run-end':
      return { ...state, status: statusAfter(event.outcome), usage: event.usage, messages: settleText(state.messages) };
    case 'answer':
    case 'late-answer':
    case 'deferred-request':
    case 'deferred-response':
    case 'step-end':
    case 'warning':
      return event.type === 'step-end' ? { ...state, messages: settleText(state.messages) } : state;
    default:
      return isPartEvent(event)
        ? { ...state, messages: withLast(state.messages, (message) => reducePart(message, event)) }
        : state;
  }
}

function statusAfter(outcome: 'completed' | 'deferred' | 'aborted' | 'failed'): ConversationStatus {
  return outcome === 'deferred' || outcome === 'failed' ? outcome : 'idle';
}

/** A run adds what the person said, and one message of the agent that all its steps write into. */
function withRun(
  messages: readonly UIMessage[],
  event: RunEvent & { readonly prompt: readonly ModelMessage[] },
): readonly UIMessage[] {
  const asked = event.prompt
    .map((message, index) => toUserMessage(message, `${event.runId}-${index}`))
    .filter((message) => message !== undefined);
  return [...messages, ...asked, { id: event.runId, role: 'assistant', parts: [] }];
}

function withLast(messages: readonly UIMessage[], change: (message: UIMessage) => UIMessage): readonly UIMessage[] {
  const last = messages.at(-1);
  if (last === undefined || last.role !== 'assistant') return messages;
  const changed = change(last);
  return changed === last ? messages : [...messages.slice(0, -1), changed];
}

/** Text that a run left open is not going to grow any more. */
function settleText(messages: readonly UIMessage[]): readonly UIMessage[] {
  return withLast(messages, (message) => {
    if (!message.parts.some((part) => 'state' in part && part.state === 'streaming')) return message;
    const parts = message.parts.map((part) =>
      (part.type === 'text' || part.type === 'reasoning') && part.state === 'streaming'
        ? { ...part, state: 'done' as const }
        : part,
    );
    return { ...message, parts };
  });
}
