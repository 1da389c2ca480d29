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

/** The parts of a conversation that are not in its public state. */
export class ConversationMemory {
  /** The messages that the next run continues from. */
  history: readonly ModelMessage[];
  /** Messages of the last run that were not sent to the model. They are sent before the next message. */
  pendingPrompt: readonly ModelMessage[] = [];
  /** The id that all runs of the conversation have. */
  conversationId: string | undefined;
  /** The names of tools that are not offered any more, because the provider refused them. */
  withoutTools: readonly string[] = [];
  readonly turns: Turns;
  readonly drafts: LeftDrafts = new LeftDrafts();
  /** The answers of people in the current run, by item id. A later activation that asks again receives them. */
  readonly choices: Map<string, EarlierAnswer> = new Map();
  /** The deadlines of the calls of the current run, by item id. They are valid in each activation of the run. */
  readonly deadlines: Map<string, number> = new Map();
  /** `true` if the last activation ended, and its run can start again from its journal. */
  #isInterrupted = false;

  constructor({ history, turns }: Pick<ConversationSnapshot, 'history' | 'turns'>) {
    this.history = history;
    this.turns = new Turns(turns);
  }

  /** Returns the last run in the form from which another one resumes, with the calls that it left open. */
  toStoredRun({ outcome }: Pick<ConversationState, 'outcome'>): StoredRun {
    const requests = outcome?.type === 'deferred' ? { requests: outcome.requests } : {};
    return { v: 1, messages: this.history, ...requests };
  }

  /** Adds the pending messages to a stored run. */
  withPrompt(run: StoredRun): StoredRun {
    return this.pendingPrompt.length === 0 ? run : { ...run, prompt: this.pendingPrompt };
  }

  /** Returns the pending messages followed by a new one. */
  withPendingPrompt(prompt: UserInput | undefined): RunInput {
    const added = prompt === undefined ? [] : [{ role: 'user' as const, content: prompt }];
    return this.pendingPrompt.length === 0 ? prompt : [...this.pendingPrompt, ...added];
  }

  /** Records an action of a person. Answers of rules, grants and the page are not needed: they answer again. */
  recordAnswer(batchId: string, event: AnswerReport, metadata?: JSONObject): void {
    const id = itemId(batchId, event.toolCallId);
    if (event.type === 'answer' && event.by.type === 'person')
      this.choices.set(id, { answer: event.answer, by: event.by, ...definedProps({ metadata }) });
    if (event.type === 'answer-retracted') this.choices.delete(id);
    if (event.type === 'extended') this.deadlines.set(id, event.expiresAt);
  }

  /**
   * Returns a function that returns the known state of a call of a batch: its answer and its deadline from an earlier
   * activation of the run, or the answer that a server refused.
   */
  earlierCalls({ batchId, refused }: Pick<AskRequest, 'batchId' | 'refused'>): NonNullable<AskRequest['earlier']> {
    return (toolCallId) => {
      const id = itemId(batchId, toolCallId);
      const before = refused === undefined ? undefined : this.choices.get(itemId(refused.batchId, toolCallId));
      const expiresAt = this.deadlines.get(id);
      if (refused?.toolCallId === toolCallId) {
        const answer = before?.answer ?? decisionOnly(ownMember(refused.answers, toolCallId));
        // Only a person can correct the refused answer. The page would give the same answer again.
        if (answer !== undefined)
          return { answered: this.#correctedAnswer(id, toolCallId, answer), comesBack: 'open', expiresAt };
      }
      return { answered: this.choices.get(id) ?? before, expiresAt };
    };
  }

  /** Returns the answer that a person gave after the refused one. Without it, the refused one becomes a draft. */
  #correctedAnswer(id: string, toolCallId: string, refused: ItemAnswer): EarlierAnswer | undefined {
    const corrected = this.choices.get(id);
    if (corrected !== undefined && !isSameJson(toPlain(corrected.answer), toPlain(refused))) return corrected;
    this.choices.delete(id);
    const draft = toDraft(refused);
    if (draft !== undefined) this.drafts.addStored(toolCallId, draft);
    return undefined;
  }

  /** Records the deadlines of the pending batches, and returns their drafts. */
  updatePending(
    before: Pick<ConversationState, 'pending' | 'drafts'>,
    now: readonly PendingBatch[],
  ): LeftDrafts['left'] {
    for (const { id, expiresAt } of now.flatMap(({ items }) => items))
      if (expiresAt !== undefined) this.deadlines.set(id, expiresAt);
    return this.drafts.update(before, now);
  }

  /**
   * Closes the open calls of the history and appends the pending messages to it, before a new message is sent. Calls
   * are open if the last run failed; a new message instead of a resume abandons them.
   */
  commitPendingPrompt(): void {
    this.history = closeHistory(this.history);
    // Without pending messages, the array stays the same one: known histories are recognized by identity.
    if (this.pendingPrompt.length > 0) this.history = [...this.history, ...this.pendingPrompt];
    this.pendingPrompt = [];
  }

  /** Sets the messages from which the next run continues. */
  continueFrom(outcome: Exclude<RunOutcome<unknown>, { type: 'suspended' }>): void {
    this.history = ownHistory(outcome.messages);
    this.pendingPrompt = ('prompt' in outcome ? outcome.prompt : undefined) ?? [];
  }

  /** Prepares a new run. An interrupted one cannot start again after that. */
  beginRun(): void {
    if (this.#isInterrupted) this.#forgetRun(null);
  }

  /** Forgets the answers and drafts of an ended run. Those of an interrupted run stay for its next activation. */
  endRun(outcome: RunOutcome<unknown>, parked: DeferredToolRequests | null): void {
    this.#isInterrupted = outcome.type === 'failed' && canBeginAgain(outcome.error);
    if (this.#isInterrupted) this.drafts.endActivation();
    else this.#forgetRun(parked);
  }

  #forgetRun(parked: DeferredToolRequests | null): void {
    this.#isInterrupted = false;
    this.drafts.endRun(parked);
    this.choices.clear();
    this.deadlines.clear();
  }
}

/** Returns an approval or a denial; `undefined` for any other answer, which the page may have given by itself. */
function decisionOnly(answer: DeferredAnswer | undefined): DeferredAnswer | undefined {
  return answer?.kind === 'tool-approved' || answer?.kind === 'tool-denied' ? answer : undefined;
}

function toPlain(answer: ItemAnswer): JSONValue {
  return answer as unknown as JSONValue; // answers are plain JSON
}
