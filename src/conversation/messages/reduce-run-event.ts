import type { ModelMessage, UIMessage } from 'ai';
import { toUserMessage } from '../../agent/plumbing/to-user-message.js';
import { isNested } from '../../protocol/base/event-keys.js';
import { derivedId } from '../../protocol/base/ids.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { isOpenPhase } from '../../protocol/call-end.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';
import type { ConversationState, ConversationStatus } from '../state/conversation-state.js';
import { EventList, type RunEvents } from '../state/event-list.js';
import { callRecord, isToolPart } from './call-record.js';
import { endStep, hasReportedResult, indexOfCall, setApart, stepStart } from './end-step.js';
import { interrupted } from './ended-part.js';
import { MessageDraft } from './message-draft.js';
import { newestOutput } from './output-part.js';
import { isPartEvent, type PartEvent, reducePart, settleTexts, voidStep } from './reduce-part.js';
import { hasRecordedSteps } from './step-record.js';
import { asUnsent } from './unsent.js';

/** Applies an event to the state. A pure function. Objects that the event does not affect stay the same. */
export function reduceRunEvent(state: ConversationState, event: RunEvent): ConversationState {
  return reduceRunEvents(state, [event]);
}

/** Applies several events at once, which copies each changed object only once. */
export function reduceRunEvents(state: ConversationState, events: readonly RunEvent[]): ConversationState {
  const draft = new StateDraft(state);
  for (const [index, event] of events.entries()) {
    // The messages of sub-agents are not part of the conversation.
    if (isNested(event)) continue;
    reduceTop(draft, event);
    if (event.type !== 'run-end') continue;
    if (isCut(state.events, events.slice(0, index))) draft.changeLast(voidStep);
    if (event.outcome === 'failed') draft.removeEmpty(event);
    if (event.error?.code === 'remote-too-large') draft.markUnsent(event);
  }
  const done = draft.done();
  const last = done.messages.at(-1);
  const partialOutput = last === state.messages.at(-1) ? state.partialOutput : last && newestOutput(last);
  return { ...done, partialOutput, events: EventList.grow(state.events, events) };
}

function reduceTop(draft: StateDraft, event: RunEvent): void {
  switch (event.type) {
    case 'run-start':
      draft.addMessages(messagesOf(event, draft.pendingPrompt));
      draft.set({ status: 'running', outcome: null, error: null });
      break;
    case 'usage':
      draft.set({ usage: event.usage });
      break;
    case 'step-end':
      draft.endStep(event);
      draft.removeSteering(event);
      break;
    case 'run-end':
      draft.ended = event;
      draft.set({ status: statusAfter(event.outcome), usage: event.usage });
      draft.changeLast(settleTexts);
      break;
    case 'step-start':
      // Before the first request to the model, the run has closed all open calls of the history.
      if (event.step === 1) draft.interruptEarlier();
      draft.changeLast((message) => reducePart(message, event));
      break;
    default:
      if (isPartEvent(event)) draft.change(event, (message) => reducePart(message, event));
  }
}

/** Returns `true` if the last response of the run is incomplete: a complete one is followed by `usage`. */
function isCut(before: RunEvents, frame: readonly RunEvent[]): boolean {
  const types: readonly RunEvent['type'][] = ['run-start', 'step-start', 'usage', 'step-end'];
  for (let index = before.length + frame.length - 1; index >= 0; index--) {
    const event = index < before.length ? before.at(index) : frame[index - before.length];
    if (event !== undefined && !isNested(event) && types.includes(event.type)) return event.type === 'step-start';
  }
  return false;
}

function statusAfter(outcome: 'completed' | 'deferred' | 'aborted' | 'failed'): ConversationStatus {
  return outcome === 'deferred' || outcome === 'failed' ? outcome : 'idle';
}

/**
 * Returns the messages that a run adds: those of the prompt, and one of the agent for all steps. Pending messages of
 * the last run are omitted, because they are shown already.
 */
function messagesOf(event: RunEventOf<'run-start'>, pendingPrompt: readonly ModelMessage[]): readonly UIMessage[] {
  const isKnown = pendingPrompt.every((message, index) =>
    isSameJson(message as JSONValue, event.prompt[index] as JSONValue),
  ); // events are JSON
  const asked = event.prompt
    .slice(isKnown ? pendingPrompt.length : 0)
    .map((message, index) => toUserMessage(message, derivedId(event.runId, 'message', index)))
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

/** Returns the call that an event continues; `undefined` for content that starts in this run. */
function calledIn(event: PartEvent): string | undefined {
  if (event.type === 'tool-input-start') return undefined;
  // A provider repeats the event of its own call when the call ends.
  if (event.type === 'tool-call' && event.providerExecuted !== true) return undefined;
  if ('call' in event) return event.call.toolCallId;
  if (event.type === 'warning') return event.ranAs?.toolCallId;
  return 'toolCallId' in event ? event.toolCallId : undefined;
}

function isOpenCall(part: UIMessage['parts'][number]): boolean {
  return isToolPart(part) && isOpenPhase(callRecord(part).phase);
}

/** The messages without an open call. Messages are immutable, so each has to be checked only once. */
const closed: WeakSet<UIMessage> = new WeakSet();

function isClosed(message: UIMessage): boolean {
  if (closed.has(message)) return true;
  if (message.parts.some(isOpenCall)) return false;
  closed.add(message);
  return true;
}

function interruptCalls(message: MessageDraft): void {
  for (const [index, part] of message.parts.entries()) if (isToolPart(part)) message.replace(index, interrupted(part));
}

/** A state that several events change. */
class StateDraft {
  #state: ConversationState;
  /** Messages that may change, by their index. */
  readonly #drafts: Map<number, MessageDraft> = new Map();
  /** The end of the last run, if this frame has it. */
  ended: RunEventOf<'run-end'> | undefined;

  constructor(state: ConversationState) {
    this.#state = state;
  }

  set(change: Partial<ConversationState>): void {
    this.#state = { ...this.#state, ...change };
  }

  /**
   * The messages that the last run did not send, if they are shown: they may have been removed with its own message.
   */
  get pendingPrompt(): readonly ModelMessage[] {
    const { runId, prompt = [] } = this.ended ?? lastEnd(this.#state.events) ?? {};
    return prompt.length > 0 && this.done().messages.some(({ id }) => id === runId) ? prompt : [];
  }

  /** Marks the user message of a run as unsent: it is shown, but it is not part of the history. */
  markUnsent({ runId }: RunEventOf<'run-end'>): void {
    const { messages } = this.done();
    if (messages.at(-1)?.id !== derivedId(runId, 'message', 0)) return;
    this.set({
      messages: messages.map((message, index) => (index === messages.length - 1 ? asUnsent(message) : message)),
    });
  }

  /**
   * Removes the agent's message of a failed run if it is empty. It stays if the run has pending messages:
   * `pendingPrompt` uses it to find out that they are shown.
   */
  removeEmpty({ runId, prompt = [] }: RunEventOf<'run-end'>): void {
    const { messages } = this.done();
    const last = messages.at(-1);
    const isShown = last?.parts.some(({ type }) => type !== 'step-start') === true || hasRecordedSteps(last?.metadata);
    if (last?.id === runId && !isShown && prompt.length === 0) this.set({ messages: messages.slice(0, -1) });
  }

  addMessages(added: readonly UIMessage[]): void {
    this.set({ messages: [...this.done().messages, ...added] });
  }

  /** Changes the message of an event: the agent's current one, or an earlier one whose call this run continues. */
  change(event: PartEvent, change: (message: MessageDraft) => void): void {
    const toolCallId = calledIn(event);
    const holder = toolCallId === undefined ? undefined : this.#holderOf((held) => held.indexOfCall(toolCallId));
    if (holder === undefined) {
      this.changeLast(change);
      return;
    }
    const isLater = event.type === 'tool-end' && event.providerExecuted === true && this.#isEarlier(holder, event);
    // A second result for a call of an earlier step does not replace the first one. Only its own step records it.
    if (isLater && hasReportedResult(holder, event.toolCallId)) return;
    change(holder);
    if (isLater) setApart(holder, event.toolCallId);
  }

  #isEarlier(holder: MessageDraft, { toolCallId }: RunEventOf<'tool-end'>): boolean {
    const last = this.#draftOf(this.#state.messages.length - 1);
    return holder !== last || holder.indexOfCall(toolCallId) < stepStart(holder);
  }

  /** Changes the last message, if it is the agent's. */
  changeLast(change: (message: MessageDraft) => void): void {
    const last = this.#draftOf(this.#state.messages.length - 1);
    if (last !== undefined) change(last);
  }

  /** Removes the messages that a step has delivered. */
  removeSteering({ steeringIds = [] }: RunEventOf<'step-end'>): void {
    const { steering } = this.#state;
    if (steering === null || steeringIds.length === 0) return;
    this.set({ steering: steering.filter(({ id }) => !steeringIds.includes(id)) });
  }

  /** Makes the parts match the messages that the step added to the history. */
  endStep({ messages, steeringIds = [], finishReason }: RunEventOf<'step-end'>): void {
    this.changeLast((message) => {
      message.markCutOff(finishReason);
      settleTexts(message);
      const added = { messages, steeringIds };
      endStep(message, added, (answer) => this.#holderOf((held) => indexOfCall(held, answer)));
    });
  }

  interruptEarlier(): void {
    for (let index = this.#state.messages.length - 2; index >= 0; index--) {
      // In a long conversation, almost no message has open calls, so few drafts are made.
      const draft = this.#drafts.get(index);
      const before = this.#state.messages[index];
      if (before === undefined || (draft === undefined && isClosed(before))) continue;
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

  #holderOf(indexIn: (message: MessageDraft) => number): MessageDraft | undefined {
    for (let index = this.#state.messages.length - 1; index >= 0; index--) {
      const draft = this.#draftOf(index);
      if (draft !== undefined && indexIn(draft) >= 0) return draft;
    }
    return undefined;
  }
}
