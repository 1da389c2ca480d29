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
import { type HidingCall, hideInText } from '../value/hidden-places.js';

/** The state of a call that may be announced. */
interface AnnouncedCall {
  readonly title: string;
  readonly hiding: HidingCall;
  /** The call as it was pending. */
  readonly asked?: DeferredCall;
  readonly isEdited: boolean;
  /** True once the user was asked if an interrupted call took effect. */
  readonly hasBegun: boolean;
  /** The last recorded state; `open-again`: its answer was retracted. */
  readonly state: ApprovalState | 'open-again' | undefined;
}

/** The strings of {@link CallNews}. */
export interface NewsWords {
  readonly batch: Pick<CountersignStrings['batch'], 'told' | 'toldSeveral' | 'openAgain' | 'stillOpen'>;
  readonly card: CallWords;
}

/**
 * Collects decisions and call ends from the events of runs, to announce them in a sentence or two. The end of a call
 * does not repeat its decision, such as a denial.
 */
export class CallNews {
  readonly #calls = new Map<string, AnnouncedCall>();
  /** The calls whose state was not announced yet. */
  readonly #fresh = new Set<string>();
  #hasDecisions = false;

  /** Records calls that were pending before the first event. */
  know(pending: readonly PendingBatch[]): void {
    for (const { runId, items } of pending)
      for (const item of items) {
        const { call, state } = item;
        const known = state.status === 'decided' ? stateOfAnswer(state.answer, state.by) : undefined;
        const { title } = countedCall(item);
        this.#calls.set(announcementKey(runId, call.toolCallId), { ...announcedCallOf(call), title, state: known });
      }
  }

  /** Processes an event; returns `true` when there is something to announce. */
  add(event: RunEvent): boolean {
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
        this.#hasDecisions = true;
        this.#rename(event);
        this.#note(event, stateOfAnswer(event.answer, event.by));
        break;
      case 'answer-retracted':
        this.#hasDecisions = true;
        this.#unname(event);
        this.#note(event, 'open-again');
        break;
      case 'tool-end':
        this.#end(event);
        break;
      default: // Does not change the state of a call.
    }
    return this.#fresh.size > 0;
  }

  /**
   * Returns the news as a string, and clears them.
   *
   * @param open the number of calls that still need a person, which is announced with decisions.
   */
  take(open: number, words: NewsWords): string {
    const groups = new Map<string, string[]>();
    for (const key of this.#fresh) {
      const call = this.#calls.get(key);
      if (call?.state === undefined) continue;
      const { state, isEdited, hasBegun } = call;
      const said =
        state === 'open-again' ? words.batch.openAgain : stateWords(state, words.card, { isEdited, hasBegun });
      groups.set(said, [...(groups.get(said) ?? []), escapeUnseen(hideInText(call.title, call.hiding))]);
    }
    const sentences = [...groups].map(([state, [title = '', ...more]]) =>
      more.length === 0 ? words.batch.told(title, state) : words.batch.toldSeveral(1 + more.length, state),
    );
    if (this.#hasDecisions) sentences.push(words.batch.stillOpen(open));
    this.#fresh.clear();
    this.#hasDecisions = false;
    return sentences.join(' ');
  }

  #note(
    { runId, toolCallId }: Pick<RunEventOf<'answer'>, 'runId' | 'toolCallId'>,
    state: AnnouncedCall['state'],
  ): void {
    const key = announcementKey(runId, toolCallId);
    const call = this.#calls.get(key);
    if (call === undefined || call.state === state) return;
    this.#calls.set(key, { ...call, state });
    this.#fresh.add(key);
  }

  /** An edited call is announced by the title of its edit. */
  #rename({ runId, toolCallId, answer, editedCall }: RunEventOf<'answer'>): void {
    const key = announcementKey(runId, toolCallId);
    const call = this.#calls.get(key);
    const edited = call?.asked && editedCallOf(call.asked, answer, editedCall);
    if (call?.asked === undefined || edited === undefined) return;
    const hiding = { ...call.hiding, edited: editedInput(answer, call.asked.input) };
    this.#calls.set(key, { ...call, title: edited.title, hiding });
  }

  #unname({ runId, toolCallId }: RunEventOf<'answer-retracted'>): void {
    const key = announcementKey(runId, toolCallId);
    const call = this.#calls.get(key);
    if (call?.asked !== undefined) this.#calls.set(key, { ...announcedCallOf(call.asked), state: call.state });
  }

  /** An executing call is announced by its own title: an edit may have changed it. */
  #start(event: RunEventOf<'tool-start'>): void {
    const { runId, toolCallId, title, input, edited } = event;
    const key = announcementKey(runId, toolCallId);
    const before = this.#calls.get(key);
    if (before === undefined && isNested(event)) return;
    const hiding = { ...(before?.hiding ?? { input }), ...(edited ? { edited: input } : {}) };
    this.#calls.set(key, { title, hiding, isEdited: edited, hasBegun: false, state: before?.state });
  }

  /** Of a sub-agent's calls, only those that were pending are announced. */
  #end(event: RunEventOf<'tool-end'>): void {
    const key = announcementKey(event.runId, event.toolCallId);
    if (!isNested(event) && !this.#calls.has(key))
      this.#calls.set(key, { ...unannounced, title: toTitle(event.toolName), hiding: {} });
    this.#note(event, event.end.status);
  }
}

function announcementKey(runId: string, toolCallId: string): string {
  return JSON.stringify([runId, toolCallId]);
}

function announcedCallOf(call: DeferredCall): Omit<AnnouncedCall, 'state'> {
  const hasBegun = call.interrupted !== undefined;
  return { title: titleOr(call.title, call.toolName), hiding: call, asked: call, isEdited: false, hasBegun };
}

const unannounced = { isEdited: false, hasBegun: false, state: undefined } as const;
