export type { ServedBatch } from '../remote/run-protocol/batch-record.js';
export type { ListedRun, NewRun, Person } from '../remote/run-protocol/run-record.js';
export { handleChat } from './handle-chat.js';
export { type MemoryRunStoreOptions, memoryRunStore } from './local/memory-run-store.js';
export {
  type RunOperations,
  type RunOperationsOptions,
  type RunPage,
  type RunSearch,
  runOperations,
} from './operations/run-operations.js';
export { type ServeAgentOptions, serveAgent } from './port/serve-agent.js';
export { conversationKey } from './request/conversation-key.js';
export { type RunLinks, type RunLinksOptions, runLinks } from './runs/run-links.js';
export { createRunServer } from './runs/run-server.js';
export type { RunServer, RunServerOptions } from './runs/run-server-options.js';
export type { RunOperation, RunStore } from './runs/run-store.js';
export { type StreamResponseOptions, toUIMessageStreamResponse } from './to-ui-message-stream-response.js';
export type { Authorize, ChatOptions } from './turn/chat-options.js';
export { closeChats } from './turn/close-chats.js';
export { deleteChat, readChat } from './turn/read-chat.js';
