import type { ConversationStatus } from '../../conversation/state/conversation-state.js';

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
  start: 'New chat',
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
  deleteLoses: 'Its messages and its history are deleted for good.',
  /** The effect of deleting a conversation that is active. */
  deleteWhile: {
    running: 'It is working now and will be stopped.',
    waiting: 'It is waiting for your approval. Its actions will not run.',
    deferred: 'It was left with open actions. They will not run.',
  } as Readonly<Partial<Record<ConversationStatus, string>>>,
  deleteYes: 'Delete',
  deleteNot: 'Keep it',
  export: 'Export',
  exportNamed: (title: string) => `Export “${title}” as a file`,
  import: 'Import…',
  /** A file that is not an exported conversation. */
  notImported: (file: string) => `“${file}” is not an exported conversation, or it is damaged. Nothing was imported.`,
  /** The completed action, with the title of the conversation or the name of the file. */
  done: {
    renamed: (title) => `Renamed to “${title}”.`,
    deleted: (title) => `Deleted “${title}”.`,
    exported: (file) => `Saved as “${file}”.`,
    imported: (file) => `Imported from “${file}”.`,
  } satisfies Readonly<Record<ConversationDeed, (name: string) => string>>,
  /** A conversation was deleted elsewhere. */
  gone: 'It has been deleted.',
  undone: (message: string) => `That did not work: ${message}`,
};

/** The English strings of this family. */
export const conversationsStrings = {
  group: 'conversations' as const,
  english: englishConversations,
};
