export {
  ConversationItem as Item,
  ConversationItems as Items,
  ConversationsElsewhere as Elsewhere,
  ConversationsStart as Start,
} from './conversation-items.js';
export { ConversationsRoot as Root } from './conversations-root.js';
