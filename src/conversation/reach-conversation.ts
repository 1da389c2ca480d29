import type { Conversation } from './conversation.js';
import { type Verbs, verbNames } from './state/verbs.js';

/**
 * A conversation that is not opened yet: React may discard a rendering, so a conversation is claimed only after it is
 * mounted.
 */
export interface PreparedConversation extends Conversation {
  /** Opens the persisted conversation, once. */
  readonly open: () => void;
  /** Reports options that have changed and cannot, each once. */
  readonly checkOptions: () => void;
}

/** A conversation of this page, which may follow another page. */
export interface OwnConversation extends PreparedConversation {
  /** The verbs that work in this page while it follows another one. `undefined`: it does not. */
  readonly followerVerbs: () => Partial<Verbs> | undefined;
}

/** Returns the conversation with verbs that reach the page that leads it. */
export function reachConversation({ followerVerbs, ...own }: OwnConversation): PreparedConversation {
  const reached = verbNames.map((verb) => {
    const call = (...given: readonly unknown[]): unknown => {
      const there: Readonly<Record<keyof Verbs, unknown>> = { ...own, ...followerVerbs() };
      return (there[verb] as typeof call)(...given); // what was given to the verb is passed on
    };
    return [verb, call] as const;
  });
  return { ...own, ...(Object.fromEntries(reached) as unknown as Verbs) }; // one of each, which takes and gives the same
}
