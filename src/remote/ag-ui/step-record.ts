import type { UIMessageChunk } from 'ai';
import { textKeyOf } from '../../protocol/base/event-keys.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { parseForeignJson } from '../../protocol/foreign/foreign-json.js';
import type { KnownCall } from './dialect.js';

/** A call of this response. */
export interface CallRecord {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly messageId: string | undefined;
  /** Its arguments so far. */
  text: string;
  /** `said`: the input is complete; `over`: its result has arrived. */
  state: 'writing' | 'garbled' | 'said' | 'over';
  input: JSONValue;
  result?: UIMessageChunk;
}

/** A text by the id of its message. A server may use one id for reasoning and text. */
export interface WireText {
  readonly kind: 'text' | 'reasoning';
  readonly id: string;
  text: string;
  isOpen: boolean;
}

/** The content of one step of the server's model, so that it can be emitted again as a snapshot contains it. */
export class StepRecord {
  readonly calls: Map<string, CallRecord> = new Map();
  /** Encrypted values that the server needs back. */
  readonly secrets: UIMessageChunk[];
  /** In order. */
  readonly texts: Map<string, WireText> = new Map();

  constructor(secrets: readonly UIMessageChunk[]) {
    this.secrets = [...secrets];
  }

  /** Returns `true` if new content belongs to another step: the results of this one have arrived. */
  get isOver(): boolean {
    return this.calls.size > 0 && [...this.calls.values()].every(({ state }) => state === 'over');
  }

  /** Returns the calls without a result. */
  unsettled(): readonly CallRecord[] {
    return [...this.calls.values()].filter(({ state }) => state !== 'over');
  }

  text(kind: WireText['kind'], id: string): WireText | undefined {
    return this.texts.get(wireKey(kind, id));
  }

  writeText(kind: WireText['kind'], id: string, delta: string): UIMessageChunk[] {
    const known = this.text(kind, id) ?? { kind, id, text: '', isOpen: false };
    this.texts.set(wireKey(kind, id), known);
    const started = known.isOpen ? [] : [beginWireText(kind, id)];
    known.isOpen = true;
    known.text += delta;
    return [...started, { type: `${kind}-delta`, id, delta }];
  }

  closeText(kind: WireText['kind'], id: string): UIMessageChunk[] {
    const known = this.text(kind, id);
    if (known?.isOpen !== true) return [];
    known.isOpen = false;
    return [{ type: `${kind}-end`, id }];
  }

  /** Returns all chunks again, with the texts as they are now. */
  retell(): UIMessageChunk[] {
    const texts = [...this.texts.values()].flatMap(({ kind, id, text }): UIMessageChunk[] =>
      text === ''
        ? []
        : [beginWireText(kind, id), { type: `${kind}-delta`, id, delta: text }, { type: `${kind}-end`, id }],
    );
    const said = [...this.calls.values()].filter(({ state }) => state === 'said' || state === 'over');
    const calls = said.flatMap((call) => [toCallChunk(call), ...(call.result === undefined ? [] : [call.result])]);
    return [...this.secrets, ...texts, ...calls];
  }
}

function wireKey(kind: WireText['kind'], id: string): string {
  return textKeyOf({ type: `${kind}-start`, id }) ?? '';
}

/** Returns the start of a text with the id of its message. */
function beginWireText(kind: 'text' | 'reasoning', id: string): UIMessageChunk {
  return { type: `${kind}-start`, id, providerMetadata: { agUi: { messageId: id } } };
}

/** A call as a server sent it. */
export type ReceivedCall = Pick<CallRecord, 'toolCallId' | 'toolName' | 'messageId' | 'text' | 'input'>;

/**
 * Returns the chunk of a call, with the data that its server needs back: the id of its message and its arguments as
 * they were written.
 */
export function toCallChunk({ toolCallId, toolName, messageId, text, input }: ReceivedCall): UIMessageChunk {
  const agUi = { arguments: text, ...(messageId === undefined ? {} : { messageId }) };
  return { type: 'tool-input-available', toolCallId, toolName, input, providerMetadata: { agUi } };
}

/** Returns the chunk of a call that only the history contains, or of a synthetic one. */
export function toMadeUpChunk({ toolCallId, toolName, input }: KnownCall, isMadeUp: boolean): UIMessageChunk {
  const agUi = { arguments: JSON.stringify(input), ...(isMadeUp ? { isMadeUp } : {}) };
  return { type: 'tool-input-available', toolCallId, toolName, input, providerMetadata: { agUi } };
}

/** Parses arguments; `undefined` if they are not JSON or nest too deep. */
export function parseArguments(text: string): JSONValue | undefined {
  if (text.trim() === '') return {};
  return parseForeignJson(text);
}
