import type { PendingBatch } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { editedCallOf, editedInput } from '../../approval/edit/edited-call.js';
import { type ApprovalState, countedCall, stateOfAnswer } from '../../conversation/approval-state.js';
import { type CallWords, stateWords } from '../../conversation/call-look.js';
import { isNested } from '../../protocol/base/event-keys.js';
import { titleOr, toTitle } from '../../protocol/base/words.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';
import type { CountersignStrings } from '../../words/strings.js';
import { type CallRedactions, hideInText } from '../value/hidden-places.js';

/** The state of a call that may be announced. */
interface AnnouncedCall {
  readonly title: string;
  readonly hiding: CallRedactions;
  /** The call as it was requested, if people were asked about it. */
  readonly request?: DeferredCall;
  readonly isEdited: boolean;
  /** True for an interrupted call, about which the user was asked if it took effect. */
  readonly isInterrupted: boolean;
  /** The last recorded state. `open-again`: the answer was retracted. `undefined`: there is nothing to announce yet. */
  readonly state: ApprovalState | 'open-again' | undefined;
}

/** The strings of {@link CallAnnouncements}. */
export interface AnnouncementWords {
  readonly batch: Pick<CountersignStrings['batch'], 'told' | 'toldSeveral' | 'openAgain' | 'stillOpen'>;
  readonly card: CallWords;
}

/**
 * Collects decisions and ends of calls from the events of runs, to announce them in a sentence or two. A call that ends
 * with its decision, such as a denial, is announced once.
 */
export class CallAnnouncements {
  readonly #calls = new Map<string, AnnouncedCall>();
  /** The calls whose state was not announced yet. */
  readonly #unannounced = new Set<string>();
  #hasDecisions = false;

  /** Records the calls that were pending before the first event. They are not announced. */
  recordPending(pending: readonly PendingBatch[]): void {
    for (const { runId, items } of pending)
      for (const item of items) {
        const { call, state } = item;
        const known = state.status === 'decided' ? stateOfAnswer(state.answer, state.by) : undefined;
        const { title } = countedCall(item);
        this.#calls.set(announcementKey(runId, call.toolCallId), { ...announcedCallOf(call), title, state: known });
      }
  }

  /** Processes an event; returns `true` when there is something to announce. */
  applyEvent(event: RunEvent): boolean {
    switch (event.type) {
      case 'run-start':
        if (!isNested(event)) this.#calls.clear();
        break;
      case 'approval-requested':
      case 'external-requested':
        this.#calls.set(announcementKey(event.runId, event.call.toolCallId), {
          ...announcedCallOf(event.call),
          state: undefined,
        });
        break;
      case 'tool-start':
        this.#start(event);
        break;
      case 'answer':
        this.#applyEdit(event);
        if (this.#setState(event, stateOfAnswer(event.answer, event.by))) this.#hasDecisions = true;
        break;
      case 'answer-retracted':
        this.#undoEdit(event);
        if (this.#setState(event, 'open-again')) this.#hasDecisions = true;
        break;
      case 'tool-end':
        this.#end(event);
        break;
      default: // Does not change the state of a call.
    }
    return this.#unannounced.size > 0;
  }

  /**
   * Returns the announcement, or an empty string, and starts a new one.
   *
   * @param open the number of calls that still need a person. It is announced after decisions only.
   */
  drain(open: number, words: AnnouncementWords): string {
    const groups = new Map<string, string[]>();
    for (const key of this.#unannounced) {
      const call = this.#calls.get(key);
      if (call?.state === undefined) continue;
      const { state, isEdited, isInterrupted } = call;
      const phrase =
        state === 'open-again'
          ? words.batch.openAgain
          : stateWords(state, words.card, { isEdited, hasBegun: isInterrupted });
      groups.set(phrase, [...(groups.get(phrase) ?? []), escapeUnseen(hideInText(call.title, call.hiding))]);
    }
    const sentences = [...groups].map(([state, [title = '', ...more]]) =>
      more.length === 0 ? words.batch.told(title, state) : words.batch.toldSeveral(1 + more.length, state),
    );
    if (this.#hasDecisions) sentences.push(words.batch.stillOpen(open));
    this.#unannounced.clear();
    this.#hasDecisions = false;
    return sentences.join(' ');
  }

  /** Returns `true` if the state is new and will be announced. */
  #setState(
    { runId, toolCallId }: Pick<RunEventOf<'answer'>, 'runId' | 'toolCallId'>,
    state: AnnouncedCall['state'],
  ): boolean {
    const key = announcementKey(runId, toolCallId);
    const call = this.#calls.get(key);
    if (call === undefined || call.state === state) return false;
    this.#calls.set(key, { ...call, state });
    this.#unannounced.add(key);
    return true;
  }

  /** Sets the title of the edited call, by which it is then announced. */
  #applyEdit({ runId, toolCallId, answer, editedCall }: RunEventOf<'answer'>): void {
    const key = announcementKey(runId, toolCallId);
    const call = this.#calls.get(key);
    const edited = call?.request && editedCallOf(call.request, answer, editedCall);
    if (call?.request === undefined || edited === undefined) return;
    const hiding = { ...call.hiding, edited: editedInput(answer, call.request.input) };
    this.#calls.set(key, { ...call, title: edited.title, hiding });
  }

  #undoEdit({ runId, toolCallId }: RunEventOf<'answer-retracted'>): void {
    const key = announcementKey(runId, toolCallId);
    const call = this.#calls.get(key);
    if (call?.request !== undefined) this.#calls.set(key, { ...announcedCallOf(call.request), state: call.state });
  }

  /** Takes over the title of a call that starts, because an edit may have changed it. */
  #start(event: RunEventOf<'tool-start'>): void {
    const { runId, toolCallId, title, input, edited } = event;
    const key = announcementKey(runId, toolCallId);
    const before = this.#calls.get(key);
    if (before === undefined && isNested(event)) return;
    const hiding = { ...(before?.hiding ?? { input }), ...(edited ? { edited: input } : {}) };
    this.#calls.set(key, { title, hiding, isEdited: edited, isInterrupted: false, state: before?.state });
  }

  /** Records the end of a call. Of the calls of a sub-agent, only those that were pending are announced. */
  #end(event: RunEventOf<'tool-end'>): void {
    const key = announcementKey(event.runId, event.toolCallId);
    if (!isNested(event) && !this.#calls.has(key))
      this.#calls.set(key, { ...notPending, title: toTitle(event.toolName), hiding: {} });
    this.#setState(event, event.end.status);
  }
}

function announcementKey(runId: string, toolCallId: string): string {
  return JSON.stringify([runId, toolCallId]);
}

function announcedCallOf(call: DeferredCall): Omit<AnnouncedCall, 'state'> {
  const isInterrupted = call.interrupted !== undefined;
  return { title: titleOr(call.title, call.toolName), hiding: call, request: call, isEdited: false, isInterrupted };
}

/** The state of a call that was not pending here. */
const notPending = { isEdited: false, isInterrupted: false, state: undefined } as const;
