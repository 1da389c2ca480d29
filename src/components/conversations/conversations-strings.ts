import type { StringTable } from '../../protocol/base/string-table.js';
import type { ConversationStatus } from '../../store/state/conversation-state.js';

/** What was done with a conversation, or a file. */
export type ConversationDeed = 'renamed' | 'deleted' | 'exported' | 'imported';

/** A list of conversations. Titles come as they may stand within a sentence. */
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
  /** The name of the button that shows what can be done with one. */
  readonly actions: (title: string) => string;
  readonly rename: string;
  readonly renameNamed: (title: string) => string;
  /** The name of the field of a title. */
  readonly newTitle: string;
  readonly noTitle: string;
  readonly save: string;
  readonly cancel: string;
  readonly delete: string;
  readonly deleteNamed: (title: string) => string;
  readonly deleteAsk: (title: string) => string;
  /** What goes with a conversation that is deleted. */
  readonly deleteLoses: string;
  /** What deleting means for one that does something. */
  readonly deleteWhile: Readonly<Partial<Record<ConversationStatus, string>>>;
  readonly deleteYes: string;
  readonly deleteNot: string;
  readonly export: string;
  readonly exportNamed: (title: string) => string;
  readonly import: string;
  /** A file is none that was exported. */
  readonly notImported: (file: string) => string;
  /** What was done, with the title of the conversation or the name of the file. */
  readonly done: Readonly<Record<ConversationDeed, (name: string) => string>>;
  /** A conversation was deleted elsewhere. */
  readonly gone: string;
  readonly undone: (message: string) => string;
}

const englishConversations: ConversationsStrings = {
  title: 'Conversations',
  untitled: 'New conversation',
  since: (moment) => `since ${moment}`,
  start: 'Begin another',
  elsewhere: 'Elsewhere',
  actions: (title) => `Actions for “${title}”`,
  rename: 'Rename…',
  renameNamed: (title) => `Rename “${title}”`,
  newTitle: 'Title',
  noTitle: 'A title needs at least a letter or a digit.',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete…',
  deleteNamed: (title) => `Delete “${title}”`,
  deleteAsk: (title) => `Delete “${title}”?`,
  deleteLoses: 'Its messages, and all that was kept of its runs, are gone for good.',
  deleteWhile: {
    running: 'It is working now, and goes no further then.',
    waiting: 'It waits for an answer. What it asks for will not be done.',
    deferred: 'It was left with open calls. They will not be done.',
  },
  deleteYes: 'Delete',
  deleteNot: 'Keep it',
  export: 'Export',
  exportNamed: (title) => `Export “${title}” as a file`,
  import: 'Import…',
  notImported: (file) => `“${file}” is no conversation that was exported, or it is damaged. Nothing of it was taken.`,
  done: {
    renamed: (title) => `Renamed to “${title}”.`,
    deleted: (title) => `Deleted “${title}”.`,
    exported: (file) => `Saved as “${file}”.`,
    imported: (file) => `Imported from “${file}”.`,
  },
  gone: 'It is not there any more.',
  undone: (message) => `That could not be done: ${message}`,
};

/** The English words of this family. */
export const conversationsStrings: StringTable<'conversations', ConversationsStrings> = {
  group: 'conversations',
  english: englishConversations,
};
