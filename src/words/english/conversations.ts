import type { ConversationStatus } from '../../store/state/conversation-state.js';

/** The completed action on a conversation, or a file. */
export type ConversationDeed = 'renamed' | 'deleted' | 'exported' | 'imported';

const englishConversations = {
  /** The name of the list. */
  title: 'Conversations',
  /** A conversation without messages. */
  untitled: 'New conversation',
  /** The time since when calls of a conversation are pending that is not open. */
  since: (moment: string) => `since ${moment}`,
  /** The button that begins a new conversation. */
  start: 'Begin another',
  /** Pending calls in conversations that are not in the list. */
  elsewhere: 'Elsewhere',
  /** The name of the button that shows the actions. */
  actions: (title: string) => `Actions for “${title}”`,
  rename: 'Rename…',
  renameNamed: (title: string) => `Rename “${title}”`,
  /** The label of the title field. */
  newTitle: 'Title',
  noTitle: 'A title needs at least a letter or a digit.',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete…',
  deleteNamed: (title: string) => `Delete “${title}”`,
  deleteAsk: (title: string) => `Delete “${title}”?`,
  /** The data that is deleted with a conversation. */
  deleteLoses: 'Its messages, and all that was kept of its runs, are gone for good.',
  /** The effect of deleting a conversation that is active. */
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
  /** A file that is not an exported conversation. */
  notImported: (file: string) =>
    `“${file}” is no conversation that was exported, or it is damaged. Nothing of it was taken.`,
  /** The completed action, with the title of the conversation or the name of the file. */
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

/** The English strings of this family. */
export const conversationsStrings = {
  group: 'conversations' as const,
  english: englishConversations,
};
