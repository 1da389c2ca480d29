import type { ModelMessage } from 'ai';
import { ownHistory } from '../../agent/batch/known-history.js';
import { closeHistory } from '../../agent/batch/repair-history.js';
import { canBeginAgain } from '../../agent/run/journal.js';
import type { RunInput } from '../../agent/run/run-options.js';
import type { AnswerReport, AskRequest, EarlierAnswer, EarlierCall } from '../../approval/broker/ask.js';
import { itemId, type PendingBatch } from '../../approval/broker/pending.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { given } from '../../protocol/base/record.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { StoredRun } from '../../protocol/stored-run.js';
import type { ConversationSnapshot } from './conversation-snapshot.js';
import type { ConversationState, UserInput } from './conversation-state.js';
import { LeftDrafts, toDraft } from './drafts.js';
import { Turns } from './turns.js';

/** What a conversation knows beside what it shows. */
export class ConversationMemory {
  /** What the next run goes on from. */
  history: readonly ModelMessage[];
  /** What the last run left to the one that goes on. */
  pendingPrompt: readonly ModelMessage[] = [];
  /** Of the first run, and all that follow. */
  conversationId: string | undefined;
  /** Tools that are not offered any more, because the provider refused them. */
  withoutTools: readonly string[] = [];
  readonly turns: Turns;
  readonly drafts: LeftDrafts = new LeftDrafts();
  /** What people answered in the run that goes on, by item id: where its batch comes back, it is answered by it. */
  readonly choices: Map<string, EarlierAnswer> = new Map();
  /** Until when they can answer, by item id: that holds in each life of a run. */
  readonly deadlines: Map<string, number> = new Map();
  #isCut = false;

  constructor({ history, turns }: Pick<ConversationSnapshot, 'history' | 'turns'>) {
    this.history = history;
    this.turns = new Turns(turns);
  }

  /** The last run, for another to go on from: with what it asked, where it left that open. */
  left({ outcome }: Pick<ConversationState, 'outcome'>): StoredRun {
    const requests = outcome?.type === 'deferred' ? { requests: outcome.requests } : {};
    return { v: 1, messages: this.history, ...requests };
  }

  /** The same, with what the last run could not say. */
  withPrompt(run: StoredRun): StoredRun {
    return this.pendingPrompt.length === 0 ? run : { ...run, prompt: this.pendingPrompt };
  }

  /** A message after what the last run could not say. */
  withPending(prompt: UserInput | undefined): RunInput {
    const said = prompt === undefined ? [] : [{ role: 'user' as const, content: prompt }];
    return this.pendingPrompt.length === 0 ? prompt : [...this.pendingPrompt, ...said];
  }

  /** Notes what people answer. What a rule, a grant or the page has answered, it answers again. */
  note(batchId: string, event: AnswerReport, metadata?: JSONObject): void {
    const id = itemId(batchId, event.toolCallId);
    if (event.type === 'answer' && event.by.type === 'person')
      this.choices.set(id, { answer: event.answer, by: event.by, ...given({ metadata }) });
    if (event.type === 'answer-taken-back') this.choices.delete(id);
    if (event.type === 'extended') this.deadlines.set(id, event.expiresAt);
  }

  /** What stands about the calls of a batch that comes up: nothing, where no earlier life of the run has asked about them. */
  earlier({ batchId, refused }: Pick<AskRequest, 'batchId' | 'refused'>): NonNullable<AskRequest['earlier']> {
    return (toolCallId) => {
      const id = itemId(batchId, toolCallId);
      const before = refused === undefined ? undefined : this.choices.get(itemId(refused.batchId, toolCallId));
      // What a person said wrong they can correct; what the page said by itself it would say again.
      if (refused?.toolCallId === toolCallId && before !== undefined) return this.#asDraft(toolCallId, before, id);
      return { answered: this.choices.get(id) ?? before, expiresAt: this.deadlines.get(id) };
    };
  }

  /** The answer comes back as it was being written. */
  #asDraft(toolCallId: string, { answer }: EarlierAnswer, id: string): EarlierCall {
    const draft = toDraft(answer);
    if (draft !== undefined && !this.choices.has(id)) this.drafts.bringBack(toolCallId, draft);
    return { answered: this.choices.get(id), comesBack: 'open', expiresAt: this.deadlines.get(id) };
  }

  /** Notes what waits now; gives its drafts. */
  update(before: Pick<ConversationState, 'pending' | 'drafts'>, now: readonly PendingBatch[]): LeftDrafts['left'] {
    for (const { id, expiresAt } of now.flatMap(({ items }) => items))
      if (expiresAt !== undefined) this.deadlines.set(id, expiresAt);
    return this.drafts.update(before, now);
  }

  /** Something new is said: what could not be said before goes first. A failed run leaves its calls open, and who does not resume it gives them up. */
  sayPending(): void {
    this.history = closeHistory(this.history);
    // The very list, where nothing is added: it may be known.
    if (this.pendingPrompt.length > 0) this.history = [...this.history, ...this.pendingPrompt];
    this.pendingPrompt = [];
  }

  /** A run is over: the next goes on from what it left. */
  ended(outcome: Exclude<RunOutcome<unknown>, { type: 'left' }>): void {
    this.history = ownHistory(outcome.messages);
    this.pendingPrompt = ('prompt' in outcome ? outcome.prompt : undefined) ?? [];
  }

  /** A run begins. One that could go on in another life does not any more. */
  beginRun(): void {
    if (this.#isCut) this.#forgetRun(null);
  }

  /** The run is over, or only its life: then all that people did about it is kept for the next. */
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
