import type { ConversationStatus } from '../../store/state/conversation-state.js';

/** What was done with a conversation, or a file. */
export type ConversationDeed = 'renamed' | 'deleted' | 'exported' | 'imported';

const englishConversations = {
  /** The name of the list. */
  title: 'Conversations',
  /** A conversation in which nothing was said. */
  untitled: 'New conversation',
  /** Since when people are asked in a conversation that is not open. */
  since: (moment: string) => `since ${moment}`,
  /** Begins another. */
  start: 'Begin another',
  /** Stands for calls that wait in none of the list. */
  elsewhere: 'Elsewhere',
  /** The name of the button that shows what can be done with one. */
  actions: (title: string) => `Actions for “${title}”`,
  rename: 'Rename…',
  renameNamed: (title: string) => `Rename “${title}”`,
  /** The name of the field of a title. */
  newTitle: 'Title',
  noTitle: 'A title needs at least a letter or a digit.',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete…',
  deleteNamed: (title: string) => `Delete “${title}”`,
  deleteAsk: (title: string) => `Delete “${title}”?`,
  /** What goes with a conversation that is deleted. */
  deleteLoses: 'Its messages, and all that was kept of its runs, are gone for good.',
  /** What deleting means for one that does something. */
  deleteWhile: {
    running: 'It is working now, and goes no further then.',
    waiting: 'It waits for an answer. What it asks for will not be done.',
    deferred: 'It was left with open calls. They will not be done.',
  } as Readonly<Partial<Record<ConversationStatus, string>>>,
  deleteYes: 'Delete',
  deleteNot: 'Keep it',
  export: 'Export',
  exportNamed: (title: string) => `Export “${title}” as a file`,
  import: 'Import…',
  /** A file is none that was exported. */
  notImported: (file: string) =>
    `“${file}” is no conversation that was exported, or it is damaged. Nothing of it was taken.`,
  /** What was done, with the title of the conversation or the name of the file. */
  done: {
    renamed: (title) => `Renamed to “${title}”.`,
    deleted: (title) => `Deleted “${title}”.`,
    exported: (file) => `Saved as “${file}”.`,
    imported: (file) => `Imported from “${file}”.`,
  } satisfies Readonly<Record<ConversationDeed, (name: string) => string>>,
  /** A conversation was deleted elsewhere. */
  gone: 'It is not there any more.',
  undone: (message: string) => `That could not be done: ${message}`,
};

/** The English words of this family. */
export const conversationsStrings = {
  group: 'conversations' as const,
  english: englishConversations,
};
