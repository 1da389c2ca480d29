import type { UIMessageChunk } from 'ai';
import type { KnownCall } from './dialect.js';
import { type CallRecord, StepRecord } from './step-record.js';

/** The content of a response, and the calls that existed before it. */
export class ResponseRecord {
  step: StepRecord | undefined;
  /** The answered calls without a reported end. */
  readonly answered: Map<string, KnownCall>;
  /** The finished calls of the history and of earlier steps. */
  readonly past: Map<string, KnownCall>;
  readonly hidden: Set<string> = new Set();
  /** Chunks that are sent with the next step, because they belong nowhere else. */
  waiting: UIMessageChunk[] = [];
  #steps = 0;

  constructor({ answered, past }: { readonly answered: readonly KnownCall[]; readonly past: readonly KnownCall[] }) {
    this.answered = new Map(answered.map((call) => [call.toolCallId, call]));
    this.past = new Map(past.map((call) => [call.toolCallId, call]));
  }

  /** Returns `true` while the answered step is still open. */
  get isBeforeSteps(): boolean {
    return this.#steps === 0;
  }

  /** Returns the step for new content, and the chunks that start it. */
  content(): { readonly step: StepRecord; readonly chunks: UIMessageChunk[] } {
    if (this.step !== undefined && !this.step.isOver) return { step: this.step, chunks: [] };
    const chunks: UIMessageChunk[] = [
      ...(this.step === undefined ? [] : [{ type: 'start-step' } as const]),
      ...this.waiting,
    ];
    for (const call of this.step?.calls.values() ?? []) this.past.set(call.toolCallId, call);
    this.step = new StepRecord(this.waiting);
    this.waiting = [];
    this.#steps += 1;
    return { step: this.step, chunks };
  }

  find(toolCallId: string): CallRecord | undefined {
    return this.step?.calls.get(toolCallId);
  }

  isKnown(toolCallId: string): boolean {
    const isOld = this.answered.has(toolCallId) || this.past.has(toolCallId) || this.hidden.has(toolCallId);
    return isOld || this.find(toolCallId) !== undefined;
  }

  /** Returns `true` if a call has its result already, or never waited for one. */
  isSettled(toolCallId: string): boolean {
    const call = this.find(toolCallId);
    return call === undefined ? !this.answered.has(toolCallId) : call.state === 'over';
  }
}
