import type { PendingBatch } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { editedCallOf, editedInput } from '../../approval/edit/edited-call.js';
import { isNested } from '../../protocol/base/event-keys.js';
import { titleOr, toTitle } from '../../protocol/base/words.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';
import { type ApprovalState, countedCall, stateOfAnswer } from '../../store/approval-state.js';
import { type CallWords, stateWords } from '../../store/call-look.js';
import type { CountersignStrings } from '../../words/strings.js';
import { type HidingCall, hideInText } from '../value/hidden-places.js';

/** What is known of a call that may be told of. */
interface ToldCall {
  readonly title: string;
  readonly hiding: HidingCall;
  /** The call as people were asked about it. */
  readonly asked?: DeferredCall;
  readonly isEdited: boolean;
  /** Whether it was asked what became of it. */
  readonly hasBegun: boolean;
  /** What was last noted of it; `open-again`: its answer was taken back. */
  readonly state: ApprovalState | 'open-again' | undefined;
}

/** The words in which {@link CallNews} tells. */
export interface NewsWords {
  readonly batch: Pick<CountersignStrings['batch'], 'told' | 'toldSeveral' | 'openAgain' | 'stillOpen'>;
  readonly card: CallWords;
}

/**
 * Collects from the events of runs what became of calls, to be told in a sentence or two: each decision, and how each call ended.
 * What a decision has said already, such as a denial, its end does not say again.
 */
export class CallNews {
  readonly #calls = new Map<string, ToldCall>();
  /** Whose state was not told yet. */
  readonly #fresh = new Set<string>();
  #hasDecisions = false;

  /** Calls that waited before anybody listened. */
  know(pending: readonly PendingBatch[]): void {
    for (const { runId, items } of pending)
      for (const item of items) {
        const { call, state } = item;
        const known = state.status === 'decided' ? stateOfAnswer(state.answer, state.by) : undefined;
        const { title } = countedCall(item);
        this.#calls.set(toldKey(runId, call.toolCallId), { ...aboutAsked(call), title, state: known });
      }
  }

  /** Takes in what happened; whether there is something to tell. */
  add(event: RunEvent): boolean {
    switch (event.type) {
      case 'run-start':
        if (!isNested(event)) this.#calls.clear();
        break;
      case 'approval-requested':
      case 'external-requested':
        this.#calls.set(toldKey(event.runId, event.call.toolCallId), { ...aboutAsked(event.call), state: undefined });
        break;
      case 'tool-start':
        this.#start(event);
        break;
      case 'answer':
        this.#hasDecisions = true;
        this.#rename(event);
        this.#note(event, stateOfAnswer(event.answer, event.by));
        break;
      case 'answer-taken-back':
        this.#hasDecisions = true;
        this.#unname(event);
        this.#note(event, 'open-again');
        break;
      case 'tool-end':
        this.#end(event);
        break;
      default: // changes nothing about where a call stands
    }
    return this.#fresh.size > 0;
  }

  /**
   * What is new, in words; afterwards it is not.
   *
   * @param open how many calls still need a person, which is told with decisions.
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

  #note({ runId, toolCallId }: Pick<RunEventOf<'answer'>, 'runId' | 'toolCallId'>, state: ToldCall['state']): void {
    const key = toldKey(runId, toolCallId);
    const call = this.#calls.get(key);
    if (call === undefined || call.state === state) return;
    this.#calls.set(key, { ...call, state });
    this.#fresh.add(key);
  }

  /** A call that is approved with another input is told by the title of that one. */
  #rename({ runId, toolCallId, answer, editedCall }: RunEventOf<'answer'>): void {
    const key = toldKey(runId, toolCallId);
    const call = this.#calls.get(key);
    const edited = call?.asked && editedCallOf(call.asked, answer, editedCall);
    if (call?.asked === undefined || edited === undefined) return;
    const hiding = { ...call.hiding, edited: editedInput(answer, call.asked.input) };
    this.#calls.set(key, { ...call, title: edited.title, hiding });
  }

  #unname({ runId, toolCallId }: RunEventOf<'answer-taken-back'>): void {
    const key = toldKey(runId, toolCallId);
    const call = this.#calls.get(key);
    if (call?.asked !== undefined) this.#calls.set(key, { ...aboutAsked(call.asked), state: call.state });
  }

  /** What runs is told by its own title: an edit may have made it another. */
  #start(event: RunEventOf<'tool-start'>): void {
    const { runId, toolCallId, title, input, edited } = event;
    const key = toldKey(runId, toolCallId);
    const before = this.#calls.get(key);
    if (before === undefined && isNested(event)) return;
    const hiding = { ...(before?.hiding ?? { input }), ...(edited ? { edited: input } : {}) };
    this.#calls.set(key, { title, hiding, isEdited: edited, hasBegun: false, state: before?.state });
  }

  /** Of a sub-agent's calls only those are told that somebody was asked about. */
  #end(event: RunEventOf<'tool-end'>): void {
    const key = toldKey(event.runId, event.toolCallId);
    if (!isNested(event) && !this.#calls.has(key))
      this.#calls.set(key, { ...untold, title: toTitle(event.toolName), hiding: {} });
    this.#note(event, event.end.status);
  }
}

function toldKey(runId: string, toolCallId: string): string {
  return JSON.stringify([runId, toolCallId]);
}

function aboutAsked(call: DeferredCall): Omit<ToldCall, 'state'> {
  const hasBegun = call.begun !== undefined;
  return { title: titleOr(call.title, call.toolName), hiding: call, asked: call, isEdited: false, hasBegun };
}

const untold = { isEdited: false, hasBegun: false, state: undefined } as const;
