export { ChatCall as Call } from './call-line.js';
export { ChatMessages as Messages } from './chat-messages.js';
export { ChatRoot as Root, ChatStatus as Status } from './chat-root.js';
export { ChatJump as Jump, ChatScroll as Scroll, ChatThread as Thread } from './chat-thread.js';
export { ChatMessage as Message } from './message.js';
export { ChatEdit as Edit, ChatRegenerate as Regenerate } from './message-actions.js';
export { ChatCopy as Copy } from './message-copy.js';
export { ChatEditor as Editor } from './message-editor.js';
export {
  ChatFile as File,
  ChatReasoning as Reasoning,
  ChatSource as Source,
  ChatText as Text,
} from './message-parts.js';
export { ChatEmpty as Empty } from './thread.js';
