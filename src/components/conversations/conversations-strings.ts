/** A list of conversations. */
export interface ConversationsStrings {
  /** The name of the list. */
  readonly title: string;
  /** A conversation in which nothing was said. */
  readonly untitled: string;
  /** Begins another. */
  readonly start: string;
  /** Stands for calls that wait in none of the list. */
  readonly elsewhere: string;
}

/** The English words of a list of conversations. */
export const defaultConversationsStrings: ConversationsStrings = {
  title: 'Conversations',
  untitled: 'New conversation',
  start: 'Begin another',
  elsewhere: 'Elsewhere',
};
