export {
  ConversationActionRow as Actions,
  ConversationDelete as Delete,
  ConversationExport as Export,
  ConversationMore as More,
  ConversationRename as Rename,
} from './conversation-actions.js';
export {
  ConversationDeleteQuestion as DeleteQuestion,
  ConversationTitleField as TitleField,
} from './conversation-forms.js';
export { ConversationProblem as Problem, ConversationsImport as Import } from './conversation-import.js';
export {
  ConversationItem as Item,
  ConversationItems as Items,
  ConversationsElsewhere as Elsewhere,
  ConversationsStart as Start,
} from './conversation-items.js';
export { ConversationsRoot as Root } from './conversations-root.js';
