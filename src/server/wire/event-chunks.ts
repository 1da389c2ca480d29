import type { UIMessageChunk } from 'ai';
import type { AskRequest } from '../../approval/broker/ask.js';
import { isNested } from '../../protocol/base/event-keys.js';
import { definedProps } from '../../protocol/base/record.js';
import type { SerializedError } from '../../protocol/base/serialize-error.js';
import { toModelOutput } from '../../protocol/call-end.js';
import type { DeferredCall, DeferredToolRequests } from '../../protocol/deferred.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';

/** The default text for errors. The message of an error can contain secrets. */
export const maskedError = 'An error occurred.';

const cutOffText = 'It was interrupted. Whether it took effect is unknown.';

/** Options of {@link ChunkConverter}. */
export interface ChunkOptions {
  /** The id of the message. A continuation has the id of the message whose calls were answered. */
  readonly messageId?: string | undefined;
  /** The calls that the client answered with this request. The client expects an end for each. Default: none. */
  readonly answered?: readonly string[];
  /** Returns the approval id of a call, which the answer has to repeat. Default: the tool call id. */
  readonly approvalIdOf?: (toolCallId: string) => string;
  /** Returns the text for an error that ends the run. Default: a generic text. */
  readonly onError?: ((error: SerializedError) => string) | undefined;
}

type Chunk = UIMessageChunk;

/** Converts the events of one response to UI message chunks, in the order that clients require. */
export class ChunkConverter {
  readonly #options: ChunkOptions;
  /** The answered calls whose end was not sent yet. */
  readonly #unreported: Set<string>;
  /** The calls that were sent in this response, with their inputs as JSON. */
  readonly #sentInputs: Map<string, string> = new Map();
  /** The calls of the current step, which a retry may discard. */
  #stepCalls: string[] = [];
  #hasStep = false;
  #finishReason: RunEventOf<'step-end'>['finishReason'] = 'stop';

  constructor(options: ChunkOptions) {
    this.#options = options;
    this.#unreported = new Set(options.answered);
  }

  /** Returns the first chunks of a response. */
  begin(): Chunk[] {
    return [{ type: 'start', ...definedProps({ messageId: this.#options.messageId }) }];
  }

  /**
   * Returns the last chunks of a response that waits for answers, with all approval requests. Interrupted calls are
   * sent as errors, because a client sends no answers while another call of the step appears to run.
   */
  endWithRequests({ approvals, calls }: DeferredToolRequests, interrupted: readonly DeferredCall[] = []): Chunk[] {
    const interruptedChunks = interrupted.flatMap((call): Chunk[] => {
      const { toolCallId } = call;
      this.#unreported.delete(toolCallId);
      return [...this.#inputChunks(call), { type: 'tool-output-error', toolCallId, errorText: cutOffText }];
    });
    const inputs = [...interruptedChunks, ...[...approvals, ...calls].flatMap((call) => this.#inputChunks(call))];
    const approvalRequests = approvals.map(({ toolCallId, reason }): Chunk => {
      this.#unreported.delete(toolCallId);
      const approvalId = this.#approvalId(toolCallId);
      return { type: 'tool-approval-request', approvalId, toolCallId, ...definedProps({ reason }) };
    });
    for (const { toolCallId } of calls) this.#unreported.delete(toolCallId);
    return [...inputs, ...approvalRequests, ...this.#endUnreported(), ...this.#end('tool-calls')];
  }

  /** Returns the last chunks of a response whose deferred calls cannot be answered in this chat. */
  endUnanswerable({ approvals, calls }: DeferredToolRequests): Chunk[] {
    for (const { toolCallId } of [...approvals, ...calls]) this.#unreported.add(toolCallId);
    return [...this.#endUnreported(), ...this.#end('other')];
  }

  /** Returns the chunks of an event. */
  convertEvent(event: RunEvent): Chunk[] {
    return isNested(event) ? this.#convertSubAgentEvent(event) : this.#convertAgentEvent(event);
  }

  #convertAgentEvent(event: RunEvent): Chunk[] {
    switch (event.type) {
      case 'step-start':
        return this.#beginStep();
      case 'step-end':
        this.#finishReason = event.finishReason;
        return [];
      case 'model-retry':
        return this.#discardStep();
      case 'tool-call':
        return this.#convertCall(event);
      case 'tool-start':
        return this.#inputChunks(event);
      case 'tool-progress': {
        const { toolCallId, value: output } = event;
        return [{ type: 'tool-output-available', toolCallId, output, preliminary: true }];
      }
      case 'tool-end':
        return this.#convertCallEnd(event);
      case 'run-end':
        return this.#convertRunEnd(event);
      default:
        return contentChunks(event);
    }
  }

  /** Returns chunks of a sub-agent only for the calls that the client answered. */
  #convertSubAgentEvent(event: RunEvent): Chunk[] {
    if (event.type === 'tool-start' && this.#unreported.has(event.toolCallId)) return this.#inputChunks(event);
    if (event.type === 'tool-end' && this.#unreported.has(event.toolCallId)) return this.#convertCallEnd(event);
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

  /** Discards the chunks of a model response that is retried. */
  #discardStep(): Chunk[] {
    if (!this.#hasStep) return [];
    for (const id of this.#stepCalls) this.#sentInputs.delete(id);
    this.#stepCalls = [];
    return [{ type: 'reset-step' }];
  }

  #convertCall({ toolCallId, toolName, input, ...rest }: RunEventOf<'tool-call'>): Chunk[] {
    this.#sentInputs.set(toolCallId, JSON.stringify(input));
    this.#stepCalls.push(toolCallId);
    const { providerExecuted } = rest;
    // The member `countersign` is private to each process, so it is not sent.
    const { countersign: _, ...theirs } = rest.providerMetadata ?? {};
    const providerMetadata = Object.keys(theirs).length === 0 ? undefined : theirs;
    return [
      {
        type: 'tool-input-available',
        toolCallId,
        toolName,
        input,
        ...definedProps({ providerExecuted, providerMetadata }),
      },
    ];
  }

  /**
   * Returns a chunk with the input of a call, unless the client has this input already. It precedes the approval
   * request or the start of the call.
   */
  #inputChunks({ toolCallId, toolName, input }: Pick<DeferredCall, 'toolCallId' | 'toolName' | 'input'>): Chunk[] {
    const text = JSON.stringify(input);
    if (this.#sentInputs.get(toolCallId) === text) return [];
    this.#sentInputs.set(toolCallId, text);
    return [{ type: 'tool-input-available', toolCallId, toolName, input }];
  }

  #convertCallEnd({ toolCallId, end, providerExecuted, providerMetadata }: RunEventOf<'tool-end'>): Chunk[] {
    const wasAnswered = this.#unreported.delete(toolCallId);
    const more = definedProps({ providerExecuted, providerMetadata });
    if (end.status === 'returned') return [{ type: 'tool-output-available', toolCallId, output: end.value, ...more }];
    // The output for the model has instructions for a retry, which are not for people. They get the message.
    if (end.status === 'failed' || end.status === 'retry')
      return [{ type: 'tool-output-error', toolCallId, errorText: end.message, ...more }];
    const output = toModelOutput(end);
    if (output.type === 'execution-denied') return this.#denial(toolCallId, output.reason, wasAnswered);
    const errorText = 'value' in output ? String(output.value) : end.status;
    return [{ type: 'tool-output-error', toolCallId, errorText, ...more }];
  }

  /**
   * Returns the chunks of a denial. A call that the client did not answer was denied by a policy or the app. Clients
   * show such a denial only for an approval request, so a request with an automatic response precedes it.
   */
  #denial(toolCallId: string, reason: string | undefined, wasAnswered: boolean): Chunk[] {
    const denied: Chunk = { type: 'tool-output-denied', toolCallId };
    if (wasAnswered) return [denied];
    const approvalId = `${this.#approvalId(toolCallId)}:decided`;
    return [
      { type: 'tool-approval-request', approvalId, toolCallId, isAutomatic: true },
      { type: 'tool-approval-response', approvalId, approved: false, ...definedProps({ reason }) },
      denied,
    ];
  }

  #convertRunEnd({ outcome, error, requests, reason }: RunEventOf<'run-end'>): Chunk[] {
    switch (outcome) {
      case 'completed':
        return [...this.#endUnreported(), ...this.#end(this.#finishReason)];
      case 'deferred':
        return requests === undefined ? this.#end('tool-calls') : this.endWithRequests(requests);
      case 'aborted':
        return [...this.#endUnreported(), { type: 'abort', ...definedProps({ reason }) }];
      case 'failed': {
        const known = error ?? { name: 'Error', code: 'run-failed', message: maskedError };
        return [{ type: 'error', errorText: this.#errorText(known) }, ...this.#endUnreported(), ...this.#end('error')];
      }
      default:
        return outcome satisfies never;
    }
  }

  /**
   * Returns the text for an error. If `onError` of the app throws, the generic text is used, so that the response still
   * ends properly.
   */
  #errorText(error: SerializedError): string {
    try {
      return this.#options.onError?.(error) ?? maskedError;
    } catch {
      return maskedError;
    }
  }

  /** Ends the remaining answered calls. Without an end, a client would send its answers again and again. */
  #endUnreported(): Chunk[] {
    const rest = [...this.#unreported];
    this.#unreported.clear();
    return rest.map((toolCallId) => ({ type: 'tool-output-error', toolCallId, errorText: 'It was not executed.' }));
  }

  #end(finishReason: RunEventOf<'step-end'>['finishReason']): Chunk[] {
    return [...this.#endStep(), { type: 'finish', finishReason }];
  }

  #approvalId(toolCallId: string): string {
    return this.#options.approvalIdOf?.(toolCallId) ?? toolCallId;
  }
}

/** Returns the chunks of events with content of the model or the app. */
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
      return [{ type: event.type, id: event.id, ...definedProps({ providerMetadata: event.providerMetadata }) }];
    case 'tool-input-start': {
      const { toolCallId, toolName, providerExecuted } = event;
      return [{ type: event.type, toolCallId, toolName, ...definedProps({ providerExecuted }) }];
    }
    case 'tool-input-delta':
      return [{ type: event.type, toolCallId: event.toolCallId, inputTextDelta: event.delta }];
    case 'tool-approval-request':
      // An approval request of the provider is sent as a call of the batch.
      return [];
    case 'source':
      return [sourceChunk(event)];
    case 'file':
    case 'reasoning-file': {
      const { mediaType, url, providerMetadata } = event;
      return [{ type: event.type, mediaType, url, ...definedProps({ providerMetadata }) }];
    }
    case 'custom':
      return [{ type: 'custom', kind: event.kind, ...definedProps({ providerMetadata: event.providerMetadata }) }];
    case 'data':
      return [{ type: `data-${event.name}`, data: event.data, ...definedProps({ id: event.id }) }];
    case 'message-metadata':
      return [{ type: 'message-metadata', messageMetadata: event.metadata }];
    default:
      return [];
  }
}

function sourceChunk({ source, providerMetadata }: RunEventOf<'source'>): Chunk {
  const metadata = definedProps({ providerMetadata });
  if (source.sourceType === 'url') {
    const { id: sourceId, url, title } = source;
    return { type: 'source-url', sourceId, url, ...definedProps({ title }), ...metadata };
  }
  const { id: sourceId, mediaType, title, filename } = source;
  return { type: 'source-document', sourceId, mediaType, title, ...definedProps({ filename }), ...metadata };
}

/** Returns the ids of all calls in a batch. */
export function batchCallIds({ requests }: Pick<AskRequest, 'requests'>): readonly string[] {
  return [...requests.approvals, ...requests.calls].map(({ toolCallId }) => toolCallId);
}
