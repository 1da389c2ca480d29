import type { Conversation } from './conversation.js';
import { type Verbs, verbNames } from './state/verbs.js';

/** A conversation that claims nothing before it is opened: React may throw away what it renders. */
export interface PreparedConversation extends Conversation {
  /** Opens what is kept of it, once. */
  readonly open: () => void;
  /** Reports options that have changed and cannot, each once. */
  readonly checkOptions: () => void;
}

/** A conversation in this page, which may go on in another. */
export interface OwnConversation extends PreparedConversation {
  /** The verbs that work here while another page leads. `undefined`: this page does it itself. */
  readonly followerVerbs: () => Partial<Verbs> | undefined;
}

/** The conversation with its verbs done in the page that goes on with it, whichever that is. */
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
