import type { ModelMessage } from 'ai';
import { ownHistory } from '../../agent/batch/known-history.js';
import { closeHistory } from '../../agent/batch/repair-history.js';
import { canBeginAgain } from '../../agent/run/journal.js';
import type { RunInput } from '../../agent/run/run-options.js';
import type { AnswerReport, AskRequest, EarlierAnswer } from '../../approval/broker/ask.js';
import { type ItemAnswer, itemId, type PendingBatch } from '../../approval/broker/pending.js';
import type { DeferredAnswer } from '../../protocol/answers.js';
import { isSameJson, type JSONObject, type JSONValue } from '../../protocol/base/json.js';
import { definedProps, ownMember } from '../../protocol/base/record.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { StoredRun } from '../../protocol/stored-run.js';
import type { ConversationSnapshot } from './conversation-snapshot.js';
import type { ConversationState, UserInput } from './conversation-state.js';
import { LeftDrafts, toDraft } from './drafts.js';
import { Turns } from './turns.js';

/** The part of a conversation that is not on screen. */
export class ConversationMemory {
  /** The messages that the next run continues from. */
  history: readonly ModelMessage[];
  /** Messages that the last run could not send. They precede the next message. */
  pendingPrompt: readonly ModelMessage[] = [];
  /** The same for all runs of the conversation. */
  conversationId: string | undefined;
  /** Tools that are not offered any more, because the provider refused them. */
  withoutTools: readonly string[] = [];
  readonly turns: Turns;
  readonly drafts: LeftDrafts = new LeftDrafts();
  /** The answers of people in the current run, by item id. A batch that is asked again gets them. */
  readonly choices: Map<string, EarlierAnswer> = new Map();
  /** The deadlines of these answers, by item id. They hold in each activation of the run. */
  readonly deadlines: Map<string, number> = new Map();
  #isCut = false;

  constructor({ history, turns }: Pick<ConversationSnapshot, 'history' | 'turns'>) {
    this.history = history;
    this.turns = new Turns(turns);
  }

  /** Returns the last run for another one to continue from, with the calls that it left open. */
  left({ outcome }: Pick<ConversationState, 'outcome'>): StoredRun {
    const requests = outcome?.type === 'deferred' ? { requests: outcome.requests } : {};
    return { v: 1, messages: this.history, ...requests };
  }

  /** Returns the run with the messages that it could not send. */
  withPrompt(run: StoredRun): StoredRun {
    return this.pendingPrompt.length === 0 ? run : { ...run, prompt: this.pendingPrompt };
  }

  /** Returns a message after those that the last run could not send. */
  withPending(prompt: UserInput | undefined): RunInput {
    const said = prompt === undefined ? [] : [{ role: 'user' as const, content: prompt }];
    return this.pendingPrompt.length === 0 ? prompt : [...this.pendingPrompt, ...said];
  }

  /** Records answers of people. Rules, grants and the page answer again by themselves. */
  note(batchId: string, event: AnswerReport, metadata?: JSONObject): void {
    const id = itemId(batchId, event.toolCallId);
    if (event.type === 'answer' && event.by.type === 'person')
      this.choices.set(id, { answer: event.answer, by: event.by, ...definedProps({ metadata }) });
    if (event.type === 'answer-retracted') this.choices.delete(id);
    if (event.type === 'extended') this.deadlines.set(id, event.expiresAt);
  }

  /**
   * Returns the earlier answers of the calls of a batch: none if no earlier activation of the run has asked about them.
   */
  earlier({ batchId, refused }: Pick<AskRequest, 'batchId' | 'refused'>): NonNullable<AskRequest['earlier']> {
    return (toolCallId) => {
      const id = itemId(batchId, toolCallId);
      const before = refused === undefined ? undefined : this.choices.get(itemId(refused.batchId, toolCallId));
      const expiresAt = this.deadlines.get(id);
      if (refused?.toolCallId === toolCallId) {
        const answer = before?.answer ?? ofPerson(ownMember(refused.answers, toolCallId));
        // A person can correct a refused answer. The page would give the same answer again.
        if (answer !== undefined)
          return { answered: this.#corrected(id, toolCallId, answer), comesBack: 'open', expiresAt };
      }
      return { answered: this.choices.get(id) ?? before, expiresAt };
    };
  }

  /** Returns the answer that a person gave since the refused one. Without it, the refused one becomes a draft. */
  #corrected(id: string, toolCallId: string, refused: ItemAnswer): EarlierAnswer | undefined {
    const corrected = this.choices.get(id);
    if (corrected !== undefined && !isSameJson(toPlain(corrected.answer), toPlain(refused))) return corrected;
    this.choices.delete(id);
    const draft = toDraft(refused);
    if (draft !== undefined) this.drafts.bringBack(toolCallId, draft);
    return undefined;
  }

  /** Records the deadlines of pending batches, and returns their drafts. */
  update(before: Pick<ConversationState, 'pending' | 'drafts'>, now: readonly PendingBatch[]): LeftDrafts['left'] {
    for (const { id, expiresAt } of now.flatMap(({ items }) => items))
      if (expiresAt !== undefined) this.deadlines.set(id, expiresAt);
    return this.drafts.update(before, now);
  }

  /**
   * Moves unsent messages into the history before a new message. A failed run leaves its calls open; a new message
   * instead of a resume abandons them.
   */
  sayPending(): void {
    this.history = closeHistory(this.history);
    // The same list if nothing is added: it may be a known history.
    if (this.pendingPrompt.length > 0) this.history = [...this.history, ...this.pendingPrompt];
    this.pendingPrompt = [];
  }

  /** A run has ended: the next one continues from its messages. */
  ended(outcome: Exclude<RunOutcome<unknown>, { type: 'suspended' }>): void {
    this.history = ownHistory(outcome.messages);
    this.pendingPrompt = ('prompt' in outcome ? outcome.prompt : undefined) ?? [];
  }

  /** A run starts. An interrupted one can no longer be continued. */
  beginRun(): void {
    if (this.#isCut) this.#forgetRun(null);
  }

  /** A run has ended, or was interrupted: then its answers and drafts stay for the next activation. */
  endRun(outcome: RunOutcome<unknown>, parked: DeferredToolRequests | null): void {
    this.#isCut = outcome.type === 'failed' && canBeginAgain(outcome.error);
    if (this.#isCut) this.drafts.endLife();
    else this.#forgetRun(parked);
  }

  #forgetRun(parked: DeferredToolRequests | null): void {
    this.#isCut = false;
    this.drafts.endRun(parked);
    this.choices.clear();
    this.deadlines.clear();
  }
}

/** Returns an approval or a denial; `undefined` for a result, which the page may have provided by itself. */
function ofPerson(answer: DeferredAnswer | undefined): DeferredAnswer | undefined {
  return answer?.kind === 'tool-approved' || answer?.kind === 'tool-denied' ? answer : undefined;
}

function toPlain(answer: ItemAnswer): JSONValue {
  return answer as unknown as JSONValue; // answers are plain JSON
}
