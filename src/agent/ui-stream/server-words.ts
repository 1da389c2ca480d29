import type { ProviderMetadata } from 'ai';
import type { JSONObject } from '../../protocol/base/json.js';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import type { TurnCall } from '../run/turn.js';
import type { QuestionTerms, ServerQuestion } from './question-terms.js';

/** What a server said about a call that has to go back to it with the next request. Kept at the call in the history, under our name. */
export interface ServerWords {
  /** Its question, as it came: with its id, and whatever signs it. */
  readonly approval?: ServerQuestion;
  /** Named only when it was called: the AI SDK has another type of part for it. */
  readonly dynamic?: true;
  /** The server's own provider runs it. */
  readonly providerExecuted?: true;
}

const ours = 'countersign';

/** What goes with a call into the history: the server's own metadata, and what it said beside. */
export function toCallOptions(
  metadata: ProviderMetadata | undefined,
  words: ServerWords,
): { readonly providerOptions?: ProviderMetadata } {
  const own = Object.keys(words).length === 0 ? {} : { [ours]: words as JSONObject };
  const providerOptions = { ...metadata, ...own };
  return Object.keys(providerOptions).length === 0 ? {} : { providerOptions };
}

/** What the server said about a call of the history. */
export function serverWords(options: ProviderMetadata | undefined): ServerWords {
  if (options === undefined) return noWords;
  const words: unknown = ownMember(options, ours);
  return isRecord(words) ? (words as ServerWords) : noWords; // written above
}

const noWords: ServerWords = Object.freeze({});

/** The metadata of a call, as the server sent it. */
export function serverMetadata(options: ProviderMetadata | undefined): ProviderMetadata | undefined {
  const { [ours]: _, ...metadata } = options ?? {};
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}

/** The server's question about a call, if it asked one. What it says of a call that it runs by itself is none. */
export function serverQuestion({ providerOptions }: Pick<TurnCall, 'providerOptions'>): ServerWords['approval'] {
  const { approval } = serverWords(providerOptions);
  return approval?.terms?.wants === 'nothing' ? undefined : approval;
}

/** What is special about the question. */
export function termsOf(call: Pick<TurnCall, 'providerOptions'>): QuestionTerms {
  const terms: unknown = serverWords(call.providerOptions).approval?.terms;
  return isRecord(terms) ? (terms as QuestionTerms) : {}; // a transport of this package wrote it
}

/** Whether the server has a yes to a call, and has not said what became of it. */
export function isSent({ state }: TurnCall): boolean {
  return state.status === 'running';
}
