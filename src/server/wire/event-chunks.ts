import type { UIMessageChunk } from 'ai';
import type { AskRequest } from '../../approval/broker/ask.js';
import { isNested } from '../../protocol/base/event-keys.js';
import { given } from '../../protocol/base/record.js';
import type { SerializedError } from '../../protocol/base/serialize-error.js';
import { toModelOutput } from '../../protocol/call-end.js';
import type { DeferredCall, DeferredToolRequests } from '../../protocol/deferred.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';

/** What an event stream says of an error, unless its app says something else: it may hold what no client should read. */
export const maskedError = 'An error occurred.';

const cutOffText = 'It was cut off. It is not known whether it took effect.';

/** What the chunks of one response rest on. */
export interface ChunkOptions {
  /** The message that they are for: a continuation has that of the message which was answered. */
  readonly messageId?: string | undefined;
  /** Calls that the client answered with this request, and of which it waits to hear. Default: none. */
  readonly answered?: readonly string[];
  /** Names a question: an answer says which question it is for. Default: by the call. */
  readonly approvalIdOf?: (toolCallId: string) => string;
  /** What is said of an error that ends the run. Default: that one occurred. */
  readonly onError?: ((error: SerializedError) => string) | undefined;
}

type Chunk = UIMessageChunk;

/** Turns the events of one response into the chunks that clients of UI message streams need, in their order. */
export class EventChunks {
  readonly #options: ChunkOptions;
  readonly #waitedFor: Set<string>;
  /** Calls that this response has named, with their inputs as text. */
  readonly #named: Map<string, string> = new Map();
  /** Those of the step that is open: it may be void. */
  #stepCalls: string[] = [];
  #hasStep = false;
  #finishReason: RunEventOf<'step-end'>['finishReason'] = 'stop';

  constructor(options: ChunkOptions) {
    this.#options = options;
    this.#waitedFor = new Set(options.answered);
  }

  /** What a response begins with. */
  begin(): Chunk[] {
    return [{ type: 'start', ...given({ messageId: this.#options.messageId }) }];
  }

  /**
   * What a response ends with that waits for answers: all its questions, once everything else was said. Calls that were cut off are told as
   * errors: a client sends nothing while a call of the step seems to run.
   */
  asked({ approvals, calls }: DeferredToolRequests, cutOff: readonly DeferredCall[] = []): Chunk[] {
    const broken = cutOff.flatMap((call): Chunk[] => {
      const { toolCallId } = call;
      this.#waitedFor.delete(toolCallId);
      return [...this.#nameCall(call), { type: 'tool-output-error', toolCallId, errorText: cutOffText }];
    });
    const chunks = [...broken, ...[...approvals, ...calls].flatMap((call) => this.#nameCall(call))];
    const questions = approvals.map(({ toolCallId, reason }): Chunk => {
      this.#waitedFor.delete(toolCallId);
      const approvalId = this.#approvalId(toolCallId);
      return { type: 'tool-approval-request', approvalId, toolCallId, ...given({ reason }) };
    });
    for (const { toolCallId } of calls) this.#waitedFor.delete(toolCallId);
    return [...chunks, ...questions, ...this.#settleRest(), ...this.#end('tool-calls')];
  }

  /** What a response ends with whose questions nobody will answer. */
  unasked({ approvals, calls }: DeferredToolRequests): Chunk[] {
    for (const { toolCallId } of [...approvals, ...calls]) this.#waitedFor.add(toolCallId);
    return [...this.#settleRest(), ...this.#end('other')];
  }

  take(event: RunEvent): Chunk[] {
    return isNested(event) ? this.#takeInner(event) : this.#takeOwn(event);
  }

  #takeOwn(event: RunEvent): Chunk[] {
    switch (event.type) {
      case 'step-start':
        return this.#beginStep();
      case 'step-end':
        this.#finishReason = event.finishReason;
        return [];
      case 'model-retry':
        return this.#voidStep();
      case 'tool-call':
        return this.#takeCall(event);
      case 'tool-start':
        return this.#nameCall(event);
      case 'tool-progress': {
        const { toolCallId, value: output } = event;
        return [{ type: 'tool-output-available', toolCallId, output, preliminary: true }];
      }
      case 'tool-end':
        return this.#takeEnd(event);
      case 'run-end':
        return this.#takeRunEnd(event);
      default:
        return contentChunks(event);
    }
  }

  /** Of a sub-agent, a client hears what became of the calls that it was asked about. */
  #takeInner(event: RunEvent): Chunk[] {
    if (event.type === 'tool-start' && this.#waitedFor.has(event.toolCallId)) return this.#nameCall(event);
    if (event.type === 'tool-end' && this.#waitedFor.has(event.toolCallId)) return this.#takeEnd(event);
    return [];
  }

  #beginStep(): Chunk[] {
    const before = this.#endStep();
    this.#hasStep = true;
    this.#stepCalls = [];
    return [...before, { type: 'start-step' }];
  }

  #endStep(): Chunk[] {
    if (!this.#hasStep) return [];
    this.#hasStep = false;
    return [{ type: 'finish-step' }];
  }

  /** The model is asked anew: what came of its response is taken back. */
  #voidStep(): Chunk[] {
    if (!this.#hasStep) return [];
    for (const id of this.#stepCalls) this.#named.delete(id);
    this.#stepCalls = [];
    return [{ type: 'reset-step' }];
  }

  #takeCall({ toolCallId, toolName, input, ...rest }: RunEventOf<'tool-call'>): Chunk[] {
    this.#named.set(toolCallId, JSON.stringify(input));
    this.#stepCalls.push(toolCallId);
    const { providerExecuted } = rest;
    // What this package notes beside a call is for itself: a client of this package notes there, too.
    const { countersign: _, ...theirs } = rest.providerMetadata ?? {};
    const providerMetadata = Object.keys(theirs).length === 0 ? undefined : theirs;
    return [
      { type: 'tool-input-available', toolCallId, toolName, input, ...given({ providerExecuted, providerMetadata }) },
    ];
  }

  /** What is asked about, or runs, is said before: a client can compare it with what its person sees. */
  #nameCall({ toolCallId, toolName, input }: Pick<DeferredCall, 'toolCallId' | 'toolName' | 'input'>): Chunk[] {
    const text = JSON.stringify(input);
    if (this.#named.get(toolCallId) === text) return [];
    this.#named.set(toolCallId, text);
    return [{ type: 'tool-input-available', toolCallId, toolName, input }];
  }

  #takeEnd({ toolCallId, end, providerExecuted, providerMetadata }: RunEventOf<'tool-end'>): Chunk[] {
    const wasAsked = this.#waitedFor.delete(toolCallId);
    const more = given({ providerExecuted, providerMetadata });
    if (end.status === 'returned') return [{ type: 'tool-output-available', toolCallId, output: end.value, ...more }];
    // The model's own words for what it may mend are not what a person reads.
    if (end.status === 'failed' || end.status === 'retry')
      return [{ type: 'tool-output-error', toolCallId, errorText: end.message, ...more }];
    const output = toModelOutput(end);
    if (output.type === 'execution-denied') return this.#denial(toolCallId, output.reason, wasAsked);
    const errorText = 'value' in output ? String(output.value) : end.status;
    return [{ type: 'tool-output-error', toolCallId, errorText, ...more }];
  }

  /** Nobody was asked where a rule or the app said no: the client hears who decided, and why. */
  #denial(toolCallId: string, reason: string | undefined, wasAsked: boolean): Chunk[] {
    const denied: Chunk = { type: 'tool-output-denied', toolCallId };
    if (wasAsked) return [denied];
    const approvalId = `${this.#approvalId(toolCallId)}:decided`;
    return [
      { type: 'tool-approval-request', approvalId, toolCallId, isAutomatic: true },
      { type: 'tool-approval-response', approvalId, approved: false, ...given({ reason }) },
      denied,
    ];
  }

  #takeRunEnd({ outcome, error, requests, reason }: RunEventOf<'run-end'>): Chunk[] {
    switch (outcome) {
      case 'completed':
        return [...this.#settleRest(), ...this.#end(this.#finishReason)];
      case 'deferred':
        return requests === undefined ? this.#end('tool-calls') : this.asked(requests);
      case 'aborted':
        return [...this.#settleRest(), { type: 'abort', ...given({ reason }) }];
      case 'failed': {
        const known = error ?? { name: 'Error', code: 'run-failed', message: maskedError };
        return [{ type: 'error', errorText: this.#wordsFor(known) }, ...this.#settleRest(), ...this.#end('error')];
      }
      default:
        return outcome satisfies never;
    }
  }

  /** An app that fails at its words ends no response, and keeps no chat from going on. */
  #wordsFor(error: SerializedError): string {
    try {
      return this.#options.onError?.(error) ?? maskedError;
    } catch {
      return maskedError;
    }
  }

  /** A client that hears nothing of what it answered would send its answer again, and again. */
  #settleRest(): Chunk[] {
    const rest = [...this.#waitedFor];
    this.#waitedFor.clear();
    return rest.map((toolCallId) => ({ type: 'tool-output-error', toolCallId, errorText: 'It was not run.' }));
  }

  #end(finishReason: RunEventOf<'step-end'>['finishReason']): Chunk[] {
    return [...this.#endStep(), { type: 'finish', finishReason }];
  }

  #approvalId(toolCallId: string): string {
    return this.#options.approvalIdOf?.(toolCallId) ?? toolCallId;
  }
}

/** What the model says, and what the app says beside it. */
function contentChunks(event: RunEvent): Chunk[] {
  switch (event.type) {
    case 'text-start':
    case 'reasoning-start':
      return [{ type: event.type, id: event.id }];
    case 'text-delta':
    case 'reasoning-delta':
      return [{ type: event.type, id: event.id, delta: event.delta }];
    case 'text-end':
    case 'reasoning-end':
      return [{ type: event.type, id: event.id, ...given({ providerMetadata: event.providerMetadata }) }];
    case 'tool-input-start': {
      const { toolCallId, toolName, providerExecuted } = event;
      return [{ type: event.type, toolCallId, toolName, ...given({ providerExecuted }) }];
    }
    case 'tool-input-delta':
      return [{ type: event.type, toolCallId: event.toolCallId, inputTextDelta: event.delta }];
    case 'tool-approval-request':
      // A question of the provider's own, which comes to people as one of the batch.
      return [];
    case 'source':
      return [sourceChunk(event)];
    case 'file':
    case 'reasoning-file': {
      const { mediaType, url, providerMetadata } = event;
      return [{ type: event.type, mediaType, url, ...given({ providerMetadata }) }];
    }
    case 'custom':
      return [{ type: 'custom', kind: event.kind, ...given({ providerMetadata: event.providerMetadata }) }];
    case 'data':
      return [{ type: `data-${event.name}`, data: event.data, ...given({ id: event.id }) }];
    case 'message-metadata':
      return [{ type: 'message-metadata', messageMetadata: event.metadata }];
    default:
      return [];
  }
}

function sourceChunk({ source, providerMetadata }: RunEventOf<'source'>): Chunk {
  const metadata = given({ providerMetadata });
  if (source.sourceType === 'url') {
    const { id: sourceId, url, title } = source;
    return { type: 'source-url', sourceId, url, ...given({ title }), ...metadata };
  }
  const { id: sourceId, mediaType, title, filename } = source;
  return { type: 'source-document', sourceId, mediaType, title, ...given({ filename }), ...metadata };
}

/** The calls that a question is about. */
export function askedIds({ requests }: Pick<AskRequest, 'requests'>): readonly string[] {
  return [...requests.approvals, ...requests.calls].map(({ toolCallId }) => toolCallId);
}
