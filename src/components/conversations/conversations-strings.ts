import type { StringTable } from '../../protocol/base/string-table.js';
/** A list of conversations. */
export interface ConversationsStrings {
  /** The name of the list. */
  readonly title: string;
  /** A conversation in which nothing was said. */
  readonly untitled: string;
  /** Since when people are asked in a conversation that is not open. */
  readonly since: (moment: string) => string;
  /** Begins another. */
  readonly start: string;
  /** Stands for calls that wait in none of the list. */
  readonly elsewhere: string;
}

const englishConversations: ConversationsStrings = {
  title: 'Conversations',
  untitled: 'New conversation',
  since: (moment) => `since ${moment}`,
  start: 'Begin another',
  elsewhere: 'Elsewhere',
};

/** The English words of this family. */
export const conversationsStrings: StringTable<'conversations', ConversationsStrings> = {
  group: 'conversations',
  english: englishConversations,
};
