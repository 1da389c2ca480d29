import type { ModelMessage, UIMessage } from 'ai';
import { isSameJson, type JSONValue } from '../protocol/json.js';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';
import { isToolPart } from './call-record.js';
import type { ConversationState, ConversationStatus } from './conversation-state.js';
import { EventList, type RunEvents } from './event-list.js';
import { MessageDraft } from './message-draft.js';
import { interrupted, isPartEvent, type PartEvent, reducePart, settleTexts } from './reduce-part.js';
import { toUserMessage } from './to-user-message.js';

/** The only place where an event changes the state. Pure; what an event does not touch keeps its identity. */
export function reduceRunEvent(state: ConversationState, event: RunEvent): ConversationState {
  return reduceRunEvents(state, [event]);
}

/** Applies the events of a frame at once: what they change is copied once, not once an event. */
export function reduceRunEvents(state: ConversationState, events: readonly RunEvent[]): ConversationState {
  const draft = new StateDraft(state);
  for (const event of events) if (!isNested(event)) reduceTop(draft, event);
  return { ...draft.done(), events: EventList.grow(state.events, events) };
}

/** A sub-agent's own messages are not the conversation's. */
function isNested(event: RunEvent): boolean {
  return event.agentPath.length > 1;
}

function reduceTop(draft: StateDraft, event: RunEvent): void {
  switch (event.type) {
    case 'run-start':
      draft.addMessages(messagesOf(event, draft.unsaid));
      draft.set({ status: 'running', outcome: null, error: null });
      break;
    case 'usage':
      draft.set({ usage: event.usage });
      break;
    case 'step-end':
      draft.changeLast(settleTexts);
      break;
    case 'run-end':
      draft.ended = event;
      draft.set({ status: statusAfter(event.outcome), usage: event.usage });
      draft.changeLast(settleTexts);
      break;
    case 'step-start':
      // The history was closed before the model is asked first: what earlier messages left open is interrupted.
      if (event.step === 1) draft.interruptEarlier();
      draft.changeLast((message) => reducePart(message, event));
      break;
    default:
      if (isPartEvent(event)) draft.change(event, (message) => reducePart(message, event));
  }
}

function statusAfter(outcome: 'completed' | 'deferred' | 'aborted' | 'failed'): ConversationStatus {
  return outcome === 'deferred' || outcome === 'failed' ? outcome : 'idle';
}

/**
 * A run adds what the person said, and one message of the agent that all its steps write into. What the run before could
 * not say yet stands there already, unless that was taken back.
 */
function messagesOf(event: RunEventOf<'run-start'>, unsaid: readonly ModelMessage[]): readonly UIMessage[] {
  const isKnown = unsaid.every((message, index) => isSameJson(message as JSONValue, event.prompt[index] as JSONValue)); // events are JSON
  const asked = event.prompt
    .slice(isKnown ? unsaid.length : 0)
    .map((message, index) => toUserMessage(message, `${event.runId}-${index}`))
    .filter((message) => message !== undefined);
  return [...asked, { id: event.runId, role: 'assistant', parts: [] }];
}

function lastEnd(events: RunEvents): RunEventOf<'run-end'> | undefined {
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events.at(index);
    if (event?.type === 'run-end' && !isNested(event)) return event;
  }
  return undefined;
}

/** The call that an event goes on with; `undefined` for what begins in this run. */
function calledIn(event: PartEvent): string | undefined {
  if (event.type === 'tool-input-start' || event.type === 'tool-call') return undefined;
  if ('call' in event) return event.call.toolCallId;
  return 'toolCallId' in event ? event.toolCallId : undefined;
}

function interruptCalls(message: MessageDraft): void {
  for (const [index, part] of message.parts.entries()) if (isToolPart(part)) message.replace(index, interrupted(part));
}

/** A state that several events change, one after the other. */
class StateDraft {
  #state: ConversationState;
  /** Messages that may change, by their index. */
  readonly #drafts: Map<number, MessageDraft> = new Map();
  /** How the last run ended, if that is among the events of this frame. */
  ended: RunEventOf<'run-end'> | undefined;

  constructor(state: ConversationState) {
    this.#state = state;
  }

  set(change: Partial<ConversationState>): void {
    this.#state = { ...this.#state, ...change };
  }

  /** What the last run was given and could not say. */
  get unsaid(): readonly ModelMessage[] {
    return (this.ended ?? lastEnd(this.#state.events))?.prompt ?? [];
  }

  addMessages(added: readonly UIMessage[]): void {
    this.set({ messages: [...this.done().messages, ...added] });
  }

  /** Changes what an event is about: the agent's message, or an earlier one whose call this run goes on with. */
  change(event: PartEvent, change: (message: MessageDraft) => void): void {
    const toolCallId = calledIn(event);
    const holder = toolCallId === undefined ? undefined : this.#holderOf(toolCallId);
    if (holder === undefined) this.changeLast(change);
    else change(holder);
  }

  /** Changes the agent's message; without one there is nothing to change. */
  changeLast(change: (message: MessageDraft) => void): void {
    const last = this.#draftOf(this.#state.messages.length - 1);
    if (last !== undefined) change(last);
  }

  interruptEarlier(): void {
    for (let index = this.#state.messages.length - 2; index >= 0; index--) {
      const message = this.#draftOf(index);
      if (message !== undefined) interruptCalls(message);
    }
  }

  done(): ConversationState {
    let messages: UIMessage[] | undefined;
    for (const [index, { message }] of this.#drafts) {
      if (message === this.#state.messages[index]) continue;
      messages ??= [...this.#state.messages];
      messages[index] = message;
    }
    this.#drafts.clear();
    if (messages !== undefined) this.set({ messages });
    return this.#state;
  }

  #draftOf(index: number): MessageDraft | undefined {
    const message = this.#state.messages[index];
    if (message?.role !== 'assistant') return undefined;
    const draft = this.#drafts.get(index) ?? new MessageDraft(message);
    this.#drafts.set(index, draft);
    return draft;
  }

  #holderOf(toolCallId: string): MessageDraft | undefined {
    for (let index = this.#state.messages.length - 1; index >= 0; index--) {
      const draft = this.#draftOf(index);
      if (draft !== undefined && draft.indexOfCall(toolCallId) >= 0) return draft;
    }
    return undefined;
  }
}
