import { UserError } from '../../protocol/base/errors.js';
import { toJsonText } from '../../protocol/base/json-messages.js';
import { isRecord } from '../../protocol/base/record.js';
import { type SerializedError, serializeError } from '../../protocol/base/serialize-error.js';
import type { Verbs } from '../state/verbs.js';
import type { StateChange } from './state-change.js';

/** What a page asks the one that goes on with the conversation to do. */
export type Errand = Exclude<keyof Verbs, 'formOf'> | 'schemaOf' | 'check' | 'describe' | 'previewInput' | 'answer';

/** What pages that have one conversation open say to each other. `from` names a page, anew each time that it begins or ends to lead. */
export type Said =
  /** A page has come that wants to be told. */
  | { readonly type: 'hello'; readonly from: string }
  /** A page need not be told any more. */
  | { readonly type: 'bye'; readonly from: string }
  /** The page that goes on with the conversation asks which pages still want to be told. */
  | { readonly type: 'roll'; readonly from: string }
  /** A page does. */
  | { readonly type: 'here'; readonly from: string }
  /** A page goes on with the conversation from now on. */
  | { readonly type: 'leads'; readonly from: string }
  /** What has changed; the first to a page (`to`) is all there is. */
  | {
      readonly type: 'state';
      readonly from: string;
      readonly to?: string;
      /** Counts what this page has told: one that is missing is asked for anew. */
      readonly serial: number;
      readonly change: StateChange;
    }
  | {
      readonly type: 'do';
      readonly from: string;
      readonly id: string;
      readonly what: Errand;
      readonly with: readonly unknown[];
    }
  /** It will be done, or refused. */
  | { readonly type: 'heard'; readonly from: string; readonly id: string }
  | { readonly type: 'done'; readonly from: string; readonly id: string; readonly gave?: unknown }
  | { readonly type: 'refused'; readonly from: string; readonly id: string; readonly error: SerializedError };

const version = 1;

/** As it travels. */
export function toWire(said: Said): string {
  return toJsonText({ v: version, ...said });
}

/**
 * What one page asks of another, as it travels.
 *
 * @throws UserError `not-sent` where it holds what JSON cannot, also where JSON would leave that out without a word.
 */
export function errandToWire(said: Extract<Said, { type: 'do' }>): string {
  try {
    JSON.stringify(said.with, refuseUnsaid);
    return toWire(said);
  } catch (cause) {
    throw new UserError(
      'not-sent',
      `This could not be sent to the page that goes on with the conversation (${serializeError(cause).message}), so nothing was done. Pass what JSON can hold, or do it in that page.`,
      { cause },
    );
  }
}

function refuseUnsaid(name: string, value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`'${name}' is a ${typeof value}`);
  // Bytes have a text of their own.
  return ArrayBuffer.isView(value) ? null : value;
}

/** What came; `foreign` from a page of another version, `undefined` from somebody else. The rest is believed: it is a page of this app. */
export function fromWire(text: string): Said | 'foreign' | undefined {
  try {
    const said: unknown = JSON.parse(text);
    if (!isRecord(said) || typeof said.type !== 'string' || typeof said.from !== 'string') return undefined;
    return said.v === version ? (said as unknown as Said) : 'foreign'; // only pages of this version say such things here
  } catch {
    return undefined;
  }
}
