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
  /** Returns the verbs that replace those of this page while it follows another page; else `undefined`. */
  readonly followerVerbs: () => Partial<Verbs> | undefined;
}

/** Returns the conversation with verbs that reach its leader: this page, or the page that this one follows. */
export function routeToLeader({ followerVerbs, ...own }: OwnConversation): PreparedConversation {
  const routed = verbNames.map((verb) => {
    const call = (...args: readonly unknown[]): unknown => {
      const target: Readonly<Record<keyof Verbs, unknown>> = { ...own, ...followerVerbs() };
      return (target[verb] as typeof call)(...args);
    };
    return [verb, call] as const;
  });
  return { ...own, ...(Object.fromEntries(routed) as unknown as Verbs) }; // each has the type of its verb
}
