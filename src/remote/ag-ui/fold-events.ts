import type { UIMessageChunk } from 'ai';
import { isSameJson, type JSONObject, type JSONValue } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import { garbled, stray, textMember, toDataChunks } from './data-chunks.js';
import type { Dialect, KnownCall } from './dialect.js';
import { asWords } from './dialects.js';
import { toOpenEnd } from './finish-run.js';
import { readSnapshot, type SnapshotMessage } from './read-snapshot.js';
import type { WireEvent } from './read-wire.js';
import { ResponseRecord } from './response-record.js';
import { type CallRecord, parseArguments, type ReceivedCall, toCallChunk, type WireText } from './step-record.js';

type EventOf<NAME extends WireEvent['type']> = Extract<WireEvent, { readonly type: NAME }>;

/** Options for reading a response. */
export interface FoldOptions {
  readonly dialects: readonly Dialect[];
  /** Returns `true` if calls of this tool are executed in the page. */
  readonly isExternal: (toolName: string) => boolean;
  /** Returns `true` if a server uses calls of this tool only to ask, so that they are neither shown nor answered. */
  readonly isHidden: (toolName: string) => boolean;
  /** Returns the name of a tool of the page by its name on the wire. */
  readonly toolNameOf: (wireName: string) => string;
  /** The calls that the request answers. */
  readonly answered: readonly KnownCall[];
  /** The finished calls of the history. */
  readonly past: readonly KnownCall[];
  /** The ids of the messages of the request. */
  readonly messageIds: ReadonlySet<string>;
}

/** Converts the events of one response to chunks of a UI message stream. */
export class EventFold {
  /** True once the server has finished. */
  isOver = false;
  readonly #options: FoldOptions;
  readonly #record: ResponseRecord;
  /** Repeated arguments of answered calls. */
  readonly #echoes: Map<string, ReceivedCall> = new Map();
  /** The call of each message with a result. */
  readonly #resultMessages: Map<string, string> = new Map();
  readonly #toldTexts: Set<string> = new Set();
  /** The question of a server older than AG-UI 1.0. */
  #command: JSONValue | undefined;
  #lastText: string | undefined;
  #lastCall: string | undefined;

  constructor(options: FoldOptions) {
    this.#options = options;
    this.#record = new ResponseRecord(options);
  }

  /** Returns `true` if the response has not reacted to the answers and has no content. */
  get isUntouched(): boolean {
    return this.#record.isBeforeSteps && this.#record.answered.size === this.#options.answered.length;
  }

  take(event: WireEvent): UIMessageChunk[] {
    if (this.isOver) return [];
    switch (event.type) {
      case 'RUN_STARTED':
        return [{ type: 'start' }];
      case 'TEXT_MESSAGE_START':
        return [];
      case 'TEXT_MESSAGE_CONTENT':
        return this.#grow('text', event.messageId, event.delta);
      case 'TEXT_MESSAGE_END':
        return this.#end('text', event.messageId);
      case 'TEXT_MESSAGE_CHUNK':
        return this.#takeTextChunk('text', event);
      case 'REASONING_MESSAGE_CONTENT':
        return this.#grow('reasoning', event.messageId, event.delta);
      case 'REASONING_MESSAGE_END':
        return this.#end('reasoning', event.messageId);
      case 'REASONING_MESSAGE_CHUNK':
        return this.#takeTextChunk('reasoning', event);
      case 'REASONING_ENCRYPTED_VALUE':
        return this.#takeSecret(event);
      case 'TOOL_CALL_START':
        return this.#beginCall(event.toolCallId, event.toolCallName, textMember(event, 'parentMessageId'));
      case 'TOOL_CALL_ARGS':
        return this.#growCall(event.toolCallId, event.delta);
      case 'TOOL_CALL_END':
        return this.#endCall(event.toolCallId);
      case 'TOOL_CALL_CHUNK':
        return this.#takeCallChunk(event);
      case 'TOOL_CALL_RESULT':
        return this.#takeResult(event);
      case 'MESSAGES_SNAPSHOT':
        return this.#takeSnapshot(readSnapshot(event.messages));
      case 'CUSTOM':
        return this.#takeCustom(event);
      case 'RUN_FINISHED':
        return this.#finish(event);
      case 'RUN_ERROR':
        this.isOver = true;
        return [{ type: 'error', errorText: event.message }];
      default:
        return toDataChunks(event);
    }
  }

  #grow(kind: WireText['kind'], id: string, delta: string): UIMessageChunk[] {
    this.#lastText = id;
    if (delta === '') return [];
    const { step, chunks } = this.#record.content();
    this.#toldTexts.add(id);
    return [...chunks, ...step.writeText(kind, id, delta)];
  }

  #end(kind: WireText['kind'], id: string): UIMessageChunk[] {
    return this.#record.step?.closeText(kind, id) ?? [];
  }

  #takeTextChunk(kind: WireText['kind'], event: WireEvent): UIMessageChunk[] {
    const id = textMember(event, 'messageId') ?? this.#lastText;
    return id === undefined ? [stray(event.type)] : this.#grow(kind, id, textMember(event, 'delta') ?? '');
  }

  #takeCallChunk(event: EventOf<'TOOL_CALL_CHUNK'>): UIMessageChunk[] {
    const id = textMember(event, 'toolCallId') ?? this.#lastCall;
    if (id === undefined) return [stray(event.type)];
    const name = textMember(event, 'toolCallName');
    const started = name === undefined ? [] : this.#beginCall(id, name, textMember(event, 'parentMessageId'));
    return [...started, ...this.#growCall(id, textMember(event, 'delta') ?? '')];
  }

  #beginCall(toolCallId: string, wireName: string, messageId: string | undefined): UIMessageChunk[] {
    this.#lastCall = toolCallId;
    const toolName = this.#options.toolNameOf(wireName);
    if (this.#options.isHidden(toolName)) {
      this.#record.hidden.add(toolCallId);
      return [];
    }
    // A repetition of a known call.
    if (this.#record.answered.has(toolCallId))
      this.#echoes.set(toolCallId, { toolCallId, toolName, messageId, text: '', input: null });
    if (this.#record.answered.has(toolCallId) || this.#record.past.has(toolCallId) || this.#record.find(toolCallId))
      return [];
    const { step, chunks } = this.#record.content();
    step.calls.set(toolCallId, { toolCallId, toolName, messageId, text: '', state: 'writing', input: null });
    return [...chunks, { type: 'tool-input-start', toolCallId, toolName }];
  }

  #growCall(toolCallId: string, delta: string): UIMessageChunk[] {
    const echo = this.#echoes.get(toolCallId);
    if (echo !== undefined) echo.text += delta;
    const call = this.#record.find(toolCallId);
    if (call?.state !== 'writing') return this.#record.isKnown(toolCallId) ? [] : [stray('TOOL_CALL_ARGS')];
    call.text += delta;
    return [{ type: 'tool-input-delta', toolCallId, inputTextDelta: delta }];
  }

  #endCall(toolCallId: string): UIMessageChunk[] {
    const call = this.#record.find(toolCallId);
    if (call?.state === 'writing') return this.#sayCall(call);
    const echo = this.#echoes.get(toolCallId);
    if (echo === undefined) return this.#record.isKnown(toolCallId) ? [] : [stray('TOOL_CALL_END')];
    this.#echoes.delete(toolCallId);
    const input = parseArguments(echo.text);
    const isOpen = this.#record.isBeforeSteps && echo.text !== '' && input !== undefined;
    return isOpen ? [toCallChunk({ ...echo, input })] : [];
  }

  #sayCall(call: CallRecord): UIMessageChunk[] {
    const input = parseArguments(call.text);
    call.state = input === undefined ? 'garbled' : 'said';
    if (input === undefined) return []; // A snapshot may contain the complete input.
    call.input = input;
    return [toCallChunk(call)];
  }

  #takeResult(event: EventOf<'TOOL_CALL_RESULT'>): UIMessageChunk[] {
    const { toolCallId } = event;
    const messageId = textMember(event, 'messageId');
    if (messageId !== undefined) this.#resultMessages.set(messageId, toolCallId);
    return this.#settle(toolCallId, event.content, event.error);
  }

  #settle(toolCallId: string, content: unknown, error: unknown): UIMessageChunk[] {
    if (this.#record.hidden.has(toolCallId)) return [];
    const output = (content ?? null) as JSONValue; // It came as JSON.
    const isError = typeof error === 'string' && error !== '';
    const result: UIMessageChunk = isError
      ? { type: 'tool-output-error', toolCallId, errorText: error }
      : { type: 'tool-output-available', toolCallId, output };
    const call = this.#record.find(toolCallId);
    if (call === undefined) {
      if (!this.#record.answered.delete(toolCallId))
        return this.#record.past.has(toolCallId) ? [] : [stray('TOOL_CALL_RESULT')];
      // Once the server's model continues, the step that was answered is over.
      return this.#record.isBeforeSteps ? [result] : [];
    }
    if (call.state === 'over') return [];
    const said = call.state === 'writing' ? this.#sayCall(call) : [];
    const isGarbled = (call.state as CallRecord['state']) === 'garbled';
    call.state = 'over';
    call.result = isGarbled ? garbled(call, asWords(output)) : result;
    return [...said, call.result];
  }

  /**
   * Stores an encrypted value that the server needs back: it becomes part of the history and is sent back with its
   * message.
   */
  #takeSecret({ subtype, entityId, encryptedValue }: EventOf<'REASONING_ENCRYPTED_VALUE'>): UIMessageChunk[] {
    const about = this.#resultMessages.get(entityId);
    const agUi: JSONObject =
      about !== undefined
        ? { resultOf: about, encryptedValue }
        : { [subtype === 'tool-call' ? 'callId' : 'messageId']: entityId, encryptedValue };
    const chunk: UIMessageChunk = { type: 'custom', kind: 'ag-ui.encrypted', providerMetadata: { agUi } };
    // It does not start a step: a server that sends nothing else has not answered.
    const { step } = this.#record;
    if (step !== undefined && !step.isOver) {
      step.secrets.push(chunk);
      return [chunk];
    }
    this.#record.waiting.push(chunk);
    return [];
  }

  #takeCustom(event: EventOf<'CUSTOM'>): UIMessageChunk[] {
    if (event.name === 'function_approval_request') return [];
    if (event.name !== 'on_interrupt') return toDataChunks(event);
    const raw = typeof event.value === 'string' ? (parseArguments(event.value) ?? event.value) : event.value;
    this.#command = (raw ?? null) as JSONValue; // It came as JSON.
    return [];
  }

  /** A snapshot overrides what was streamed before. */
  #takeSnapshot(messages: readonly SnapshotMessage[]): UIMessageChunk[] {
    const chunks: UIMessageChunk[] = [];
    for (const message of messages) {
      for (const { id, text } of message.calls) chunks.push(...this.#correctCall(id, text));
      if (message.resultOf !== undefined && !this.#record.isSettled(message.resultOf))
        chunks.push(...this.#settle(message.resultOf, message.content, message.error));
    }
    const others = messages.filter((message) => this.#correctText(message) || this.#correctResult(message));
    const isOther = others.length > 0;
    if (isOther && this.#record.step !== undefined) chunks.push({ type: 'reset-step' }, ...this.#record.step.retell());
    const last = messages.findLastIndex(({ id, role, calls }) => role === 'user' || this.#isToldMessage(id, calls));
    for (const message of messages.slice(last + 1)) chunks.push(...this.#takeUntold(message));
    return chunks;
  }

  #isToldMessage(id: string, calls: SnapshotMessage['calls']): boolean {
    const isTold = this.#toldTexts.has(id) || this.#options.messageIds.has(id) || this.#resultMessages.has(id);
    return isTold || calls.some((call) => this.#record.isKnown(call.id));
  }

  #correctCall(toolCallId: string, text: string): UIMessageChunk[] {
    const call = this.#record.step?.calls.get(toolCallId);
    const input = parseArguments(text);
    if (call === undefined || call.state === 'over' || input === undefined) return [];
    if (text.trim() === '') return []; // The snapshot was taken before the arguments arrived.
    if (call.state === 'said' && isSameJson(call.input, input)) return [];
    Object.assign(call, { text, input, state: 'said' });
    return [toCallChunk(call)];
  }

  #correctResult({ resultOf = '', content }: SnapshotMessage): boolean {
    const result = this.#record.step?.calls.get(resultOf)?.result;
    if (result?.type !== 'tool-output-available' || isSameJson(result.output as JSONValue, content as JSONValue))
      return false;
    result.output = content;
    return true;
  }

  #correctText({ id, role, content }: SnapshotMessage): boolean {
    const known = this.#record.step?.text('text', id);
    if (known === undefined || role !== 'assistant' || typeof content !== 'string' || known.text === content)
      return false;
    known.text = content;
    known.isOpen = false;
    return true;
  }

  /** Returns chunks for messages that only the snapshot contains. */
  #takeUntold({ id, role, content, calls }: SnapshotMessage): UIMessageChunk[] {
    if (role !== 'assistant') return [];
    const text = typeof content === 'string' ? content : '';
    const said = [...this.#grow('text', id, text), ...this.#end('text', id)];
    const called = calls.flatMap((call) => [
      ...this.#beginCall(call.id, call.name, id),
      ...this.#growCall(call.id, call.text),
      ...this.#endCall(call.id),
    ]);
    return [...said, ...called];
  }

  #finish({ outcome }: EventOf<'RUN_FINISHED'>): UIMessageChunk[] {
    this.isOver = true;
    if (isRecord(outcome) && outcome.type === 'cancelled')
      return [{ type: 'abort', reason: 'The server stopped the run.' }];
    const chunks = [...(this.#record.step?.texts.values() ?? [])].flatMap(({ kind, id }) => this.#end(kind, id));
    for (const call of this.#record.step?.unsettled() ?? []) {
      if (call.state === 'writing') chunks.push(...this.#sayCall(call));
      if (call.state !== 'garbled') continue;
      call.state = 'over';
      chunks.push(garbled(call, 'Its arguments are no JSON.'));
    }
    const open = toOpenEnd(outcome, { ...this.#options, record: this.#record, command: this.#command });
    return [...chunks, ...open, { type: 'finish' }];
  }
}
