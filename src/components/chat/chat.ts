import { ChatCall } from './call-line.js';
import { ChatMessages } from './chat-messages.js';
import { ChatRoot, ChatStatus } from './chat-root.js';
import { ChatJump, ChatScroll, ChatThread } from './chat-thread.js';
import { ChatMessage } from './message.js';
import { ChatEdit, ChatRegenerate } from './message-actions.js';
import { ChatEditor } from './message-editor.js';
import { ChatFile, ChatReasoning, ChatSource, ChatText } from './message-parts.js';
import { ChatEmpty } from './thread.js';

export type { ChatRootProps } from './chat-root.js';

interface ChatParts {
  readonly Root: typeof ChatRoot;
  readonly Thread: typeof ChatThread;
  readonly Scroll: typeof ChatScroll;
  readonly Jump: typeof ChatJump;
  readonly Empty: typeof ChatEmpty;
  readonly Messages: typeof ChatMessages;
  readonly Message: typeof ChatMessage;
  readonly Text: typeof ChatText;
  readonly Reasoning: typeof ChatReasoning;
  readonly Call: typeof ChatCall;
  readonly File: typeof ChatFile;
  readonly Source: typeof ChatSource;
  readonly Edit: typeof ChatEdit;
  readonly Editor: typeof ChatEditor;
  readonly Regenerate: typeof ChatRegenerate;
  readonly Status: typeof ChatStatus;
}

/**
 * The parts of a chat. `AgentChat` is made of them; so is yours.
 *
 * @example
 * <Chat.Root run={run}>
 *   <Chat.Thread>
 *     <Chat.Scroll>
 *       <Chat.Messages />
 *       <ApprovalQueue run={run} />
 *     </Chat.Scroll>
 *     <Chat.Jump />
 *   </Chat.Thread>
 *   <Chat.Status />
 *   <Composer run={run} />
 * </Chat.Root>
 */
export const Chat: ChatParts = {
  Root: ChatRoot,
  Thread: ChatThread,
  Scroll: ChatScroll,
  Jump: ChatJump,
  Empty: ChatEmpty,
  Messages: ChatMessages,
  Message: ChatMessage,
  Text: ChatText,
  Reasoning: ChatReasoning,
  Call: ChatCall,
  File: ChatFile,
  Source: ChatSource,
  Edit: ChatEdit,
  Editor: ChatEditor,
  Regenerate: ChatRegenerate,
  Status: ChatStatus,
};
