import type { ProviderMetadata } from 'ai';
import type { TurnCall } from '../../agent/run/turn.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import type { QuestionTerms, ServerQuestion } from './question-terms.js';

/**
 * Data of a server about a call that must be sent back with the next request. Stored with the call in the history,
 * under our name.
 */
export interface ServerWords {
  /** The server's approval request, unchanged: with its id and signature. */
  readonly approval?: ServerQuestion;
  /** The tool was not declared before the call: the AI SDK has another part type for it. */
  readonly dynamic?: true;
  /** The server's own provider runs it. */
  readonly providerExecuted?: true;
}

const ours = 'countersign';

/** Returns the options of a call in the history: the server's metadata and its other data. */
export function toCallOptions(
  metadata: ProviderMetadata | undefined,
  words: ServerWords,
): { readonly providerOptions?: ProviderMetadata } {
  const own = Object.keys(words).length === 0 ? {} : { [ours]: words as JSONObject };
  const providerOptions = { ...metadata, ...own };
  return Object.keys(providerOptions).length === 0 ? {} : { providerOptions };
}

/** Returns the server's data about a call of the history. */
export function serverWords(options: ProviderMetadata | undefined): ServerWords {
  if (options === undefined) return noWords;
  const words: unknown = ownMember(options, ours);
  return isRecord(words) ? (words as ServerWords) : noWords; // Written by toCallOptions().
}

const noWords: ServerWords = Object.freeze({});

/** Returns the metadata of a call as the server sent it. */
export function serverMetadata(options: ProviderMetadata | undefined): ProviderMetadata | undefined {
  const { [ours]: _, ...metadata } = options ?? {};
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}

/** Returns the server's approval request of a call. A call that the server runs by itself has none. */
export function serverQuestion({ providerOptions }: Pick<TurnCall, 'providerOptions'>): ServerWords['approval'] {
  const { approval } = serverWords(providerOptions);
  return approval?.terms?.wants === 'nothing' ? undefined : approval;
}

/** Returns the additional terms of an approval request. */
export function termsOf(call: Pick<TurnCall, 'providerOptions'>): QuestionTerms {
  const terms: unknown = serverWords(call.providerOptions).approval?.terms;
  return isRecord(terms) ? (terms as QuestionTerms) : {}; // Written by a transport of this package.
}

/** Returns `true` if the server has received the approval of a call, and has not reported its end. */
export function isSent({ state }: TurnCall): boolean {
  return state.status === 'running';
}
