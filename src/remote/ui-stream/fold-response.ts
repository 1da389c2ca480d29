import type { UIMessageChunk } from 'ai';
import type { Emit } from '../../agent/plumbing/delta-batcher.js';
import { endCall, type TurnCall } from '../../agent/run/turn.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import type { CallEnd } from '../../protocol/call-end.js';
import { type QuestionTerms, questionTerms, type ServerQuestion } from './question-terms.js';
import { readChunk } from './read-chunk.js';
import { ReceivedChunks } from './received-chunks.js';
import { isSent, serverMetadata, serverQuestion } from './server-words.js';
import type { TurnList } from './turn-list.js';

type ChunkOf<TYPE extends UIMessageChunk['type']> = Extract<UIMessageChunk, { type: TYPE }>;

/** An approval request, with additional terms from a wire of this package. */
export type QuestionChunk = ChunkOf<'tool-approval-request'> & { readonly [questionTerms]?: QuestionTerms };

/** The state of a response. */
export type ResponseState =
  /** More chunks are expected. */
  | { readonly type: 'open' }
  /** The server has finished the response. */
  | { readonly type: 'finished' }
  /** The server reported an error. */
  | { readonly type: 'failed'; readonly message: string }
  /** The server sent something invalid. */
  | { readonly type: 'malformed'; readonly why: string };

/**
 * The maximum number of parts (texts, calls, files, data …) of one response, because each is stored and shown. Deltas
 * of a text are not parts.
 */
const maxParts = 10_000;

function isPart({ type }: UIMessageChunk): boolean {
  return !/-(?:delta|end)$/.test(type) && type !== 'tool-output-available' && type !== 'tool-output-error';
}

const stepRestarted = {
  name: 'RemoteError',
  code: 'remote-reset',
  message: 'The server began the step anew.',
} as const;

/** Applies the chunks of one response: emits events as they arrive, and builds the turns. */
export class ResponseFold {
  state: ResponseState = { type: 'open' };
  /** The number of applied chunks. */
  count = 0;
  /** The applied chunks, for a server that may send them again. */
  readonly told: ReceivedChunks = new ReceivedChunks();
  /** True if the server sends the response again after a reconnect. */
  isReread = false;
  #asksOld = false;
  #parts = 0;
  readonly #turns: TurnList;
  readonly #emit: Emit;
  readonly #warned: Set<string> = new Set();
  /** Repeated chunks about known calls. */
  readonly #echoes: Map<string, ChunkOf<'tool-input-available'>> = new Map();

  constructor(turns: TurnList, emit: Emit) {
    this.#turns = turns;
    this.#emit = emit;
  }

  /** Returns `true` if everything that started has ended, so that a body without an end marker may be complete. */
  get isWhole(): boolean {
    return this.state.type !== 'open' || this.#turns.isWhole;
  }

  /** Returns `true` for an earlier response: it asks what was already answered, and does not react to the answers. */
  get isStale(): boolean {
    return this.#asksOld && this.#turns.stepCount === 0;
  }

  async take(value: unknown): Promise<void> {
    if (this.state.type !== 'open') return;
    this.count += 1;
    const read = readChunk(value);
    if (read.type === 'malformed') this.state = read;
    else if (read.type === 'chunk' && isPart(read.chunk) && ++this.#parts > maxParts)
      this.state = { type: 'malformed', why: `more than ${maxParts} parts` };
    else if (read.type === 'unknown')
      this.#warn('remote-unknown-chunk', `'${read.name}'`, 'is a type that is not known here');
    else await this.#takeChunk(read.chunk);
  }

  async #takeChunk(chunk: UIMessageChunk): Promise<void> {
    switch (chunk.type) {
      case 'start':
        this.#turns.messageId = chunk.messageId;
        this.#tellMetadata(chunk.messageMetadata);
        return;
      case 'start-step':
      case 'finish-step':
        this.#turns.endStep();
        return;
      case 'finish':
        this.#tellMetadata(chunk.messageMetadata);
        if (chunk.finishReason !== undefined) this.#turns.finishReason = chunk.finishReason;
        this.state = { type: 'finished' };
        return;
      case 'abort':
        this.state = { type: 'failed', message: chunk.reason ?? 'The server stopped the run.' };
        return;
      case 'error':
        this.state = { type: 'failed', message: chunk.errorText };
        return;
      case 'reset-step':
        if (this.#turns.resetStep()) this.#emit({ type: 'model-retry', attempt: 1, delay: 0, error: stepRestarted });
        return;
      case 'message-metadata':
        this.#tellMetadata(chunk.messageMetadata);
        return;
      case 'tool-input-available':
        return await this.#takeCall(chunk);
      case 'tool-approval-request':
        return this.#takeQuestion(chunk);
      case 'tool-approval-response':
        return this.#takeDecision(chunk);
      case 'tool-input-error':
        if (this.#turns.isFree(chunk.toolCallId)) await this.#takeCall({ ...chunk, type: 'tool-input-available' });
        return this.#end(chunk.toolCallId, { status: 'failed', message: chunk.errorText });
      case 'tool-output-available':
        return this.#takeOutput(chunk);
      case 'tool-output-error':
        return this.#end(chunk.toolCallId, { status: 'failed', message: chunk.errorText });
      case 'tool-output-denied':
        return this.#takeDenial(chunk);
      case 'steering-message':
        return this.#warn('remote-unknown-chunk', "'steering-message'", 'is not shown here');
      default:
        if (chunk.type.startsWith('data-')) return this.#tellData(chunk as ChunkOf<`data-${string}`>);
        return await this.#takeContent(chunk);
    }
  }

  async #takeContent(chunk: UIMessageChunk): Promise<void> {
    // A second start of a known call is not a new step.
    if (chunk.type === 'tool-input-start' && !this.#turns.isFree(chunk.toolCallId)) return;
    if (chunk.type === 'tool-input-delta' && this.#turns.find(chunk.toolCallId) !== undefined) return;
    // Nearly all chunks continue the current step, and need not wait.
    const step = this.#turns.current ?? (await this.#turns.step());
    if (!step.take(chunk)) this.#warn('remote-stray-chunk', `'${chunk.type}'`, 'came without a beginning');
  }

  async #takeCall(chunk: ChunkOf<'tool-input-available'>): Promise<void> {
    const input = (chunk.input ?? null) as JSONValue; // It came as JSON.
    const known = this.#turns.find(chunk.toolCallId);
    if (known !== undefined && !this.#turns.isFree(chunk.toolCallId)) return this.#takeAgain(known, chunk);
    const step = await this.#turns.step();
    step.addCall(chunk, input);
  }

  /** The server repeats a call. The last version counts as long as the call has no approval. */
  #takeAgain(call: TurnCall, chunk: ChunkOf<'tool-input-available'>): void {
    this.#echoes.set(call.toolCallId, chunk);
    if (isSent(call)) this.#compare(call, chunk);
    else if (call.state.status === 'called') this.#announce(call, chunk);
  }

  /** The call has already run, so a difference can only be reported. */
  #compare({ toolCallId, toolName, rawInput, ...call }: TurnCall, chunk: ChunkOf<'tool-input-available'>): void {
    const input = (chunk.input ?? null) as JSONValue; // It came as JSON.
    const written = JSON.parse(rawInput) as JSONValue; // It was created from JSON.
    const sent = (call.consent.approval?.overrideArgs ?? call.input ?? written) as JSONValue; // So were answers.
    if (chunk.toolName === toolName && isSameJson(sent, input)) return;
    const advice = isSameJson(sent, written) ? '' : ' Declare no `edits` for this server.';
    const message = `The server ran '${toolName}' (${toolCallId}) with another input than the one that was approved.${advice}`;
    this.#emit({ type: 'warning', code: 'remote-other-input', message, ranAs: { toolCallId, input } });
  }

  /** Emits the current version of a call if it has changed. */
  #announce(call: TurnCall, chunk: ChunkOf<'tool-input-available'>): void {
    const { toolName, input: said, providerMetadata } = chunk;
    const input = (said ?? null) as JSONValue; // It came as JSON.
    const known = call.input === undefined ? JSON.parse(call.rawInput) : call.input;
    if (toolName === call.toolName && isSameJson(known, input)) return;
    // Metadata of the other input does not apply to this one.
    const providerOptions = providerMetadata ? { ...call.providerOptions, ...providerMetadata } : call.providerOptions;
    this.#turns.announce({ ...call, ...(providerOptions && { providerOptions }) }, { toolName, input });
    const { toolCallId } = call;
    const metadata = serverMetadata(providerOptions);
    this.#emit({ type: 'tool-call', toolCallId, toolName, input, ...(metadata && { providerMetadata: metadata }) });
    const approvalId = serverQuestion(call)?.id;
    if (approvalId !== undefined) this.#emit({ type: 'tool-approval-request', toolCallId, approvalId });
  }

  #takeQuestion({ toolCallId, approvalId, type: _, ...chunk }: QuestionChunk): void {
    const call = this.#find(toolCallId, 'a question');
    if (call === undefined) return;
    if (this.isReread && call.state.status !== 'called' && serverQuestion(call)?.id === approvalId) {
      this.#asksOld = true;
      return;
    }
    const terms = chunk[questionTerms];
    const isAboutYes = terms?.wants === undefined;
    if (call.state.status === 'ended') {
      this.#turns.asksAnew ||= terms?.wants !== 'nothing';
      return;
    }
    const isKnown = call.state.status === 'called' && serverQuestion(call)?.id === approvalId;
    if (isKnown) return;
    // A member `terms` of the chunk itself comes from the server and must not decide anything here.
    const { reason, approvalDescriptor: descriptor, ...rest } = chunk;
    const said: Readonly<Record<string, unknown>> = { ...rest, terms };
    const approval = {
      ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
      ...(descriptor === undefined ? {} : { descriptor }),
      ...(reason === undefined ? {} : { requestReason: reason }),
      id: approvalId,
    } as ServerQuestion; // It came as JSON.
    if (isAboutYes) this.#emit({ type: 'tool-approval-request', toolCallId, approvalId });
    this.#turns.ask(call, approval);
    // If the call was repeated while its approval was on its way, that version is the one that is asked about now.
    const [asked, echo] = [this.#turns.find(toolCallId), this.#echoes.get(toolCallId)];
    if (asked?.state.status === 'called' && echo !== undefined) this.#announce(asked, echo);
  }

  /** A decision that the server made by itself is shown, and no person is asked. */
  #takeDecision({ approvalId, approved, reason }: ChunkOf<'tool-approval-response'>): void {
    const call = this.#turns.calls().find((one) => serverQuestion(one)?.id === approvalId);
    if (call === undefined) {
      this.#warnStray('a decision', approvalId);
      return;
    }
    const { toolName, toolCallId } = call;
    this.#emit({
      type: 'policy-decision',
      toolName,
      toolCallId,
      effect: approved ? 'allow' : 'deny',
      reason: reason ?? 'The server decided this by itself.',
      by: { type: 'rule', policy: 'server' },
    });
    this.#turns.decided.set(toolCallId, { approved, reason });
  }

  #takeOutput({ toolCallId, output, preliminary }: ChunkOf<'tool-output-available'>): void {
    const value = (output ?? null) as JSONValue; // It came as JSON.
    if (preliminary !== true) this.#end(toolCallId, { status: 'returned', value });
    else if (this.#find(toolCallId, 'progress') !== undefined) this.#emit({ type: 'tool-progress', toolCallId, value });
  }

  #takeDenial({ toolCallId }: ChunkOf<'tool-output-denied'>): void {
    const message = this.#turns.decided.get(toolCallId)?.reason ?? 'The tool call was denied.';
    this.#end(toolCallId, { status: 'denied', message });
  }

  /** The first end of a call counts: a second one, or one for a call that ended here, changes nothing. */
  #end(toolCallId: string, end: CallEnd): void {
    const call = this.#find(toolCallId, 'a result');
    if (call !== undefined) endCall({ call, end, emit: this.#emit });
  }

  #tellMetadata(metadata: unknown): void {
    if (metadata !== undefined && metadata !== null)
      this.#emit({ type: 'message-metadata', metadata: metadata as JSONValue }); // It came as JSON.
  }

  #tellData({ type, id, data }: ChunkOf<`data-${string}`>): void {
    this.#emit({
      type: 'data',
      name: type.slice('data-'.length),
      ...(id === undefined ? {} : { id }),
      data: (data ?? null) as JSONValue, // It came as JSON.
    });
  }

  /** Finds the call of a chunk. A chunk about an unknown call is skipped. */
  #find(toolCallId: string, what: string): TurnCall | undefined {
    const call = this.#turns.find(toolCallId);
    if (call === undefined) this.#warnStray(what, toolCallId);
    return call;
  }

  #warnStray(what: string, id: string): void {
    this.#warn('remote-stray-chunk', `${what} for '${id.slice(0, 60)}'`, 'is about nothing that the server has called');
  }

  /** Warns once for each kind, so that a flood of chunks does not flood the feed. */
  #warn(code: string, what: string, why: string): void {
    if (this.#warned.has(code)) return;
    this.#warned.add(code);
    this.#emit({ type: 'warning', code, message: `The server sent ${what}, which ${why}. It was skipped.` });
  }
}
