export { handleChat } from './handle-chat.js';
export { type StreamResponseOptions, toUIMessageStreamResponse } from './to-ui-message-stream-response.js';
export type { Authorize, ChatOptions } from './turn/chat-options.js';
