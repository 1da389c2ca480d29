export * from './core.js';
export type {
  ClientTool,
  ClientToolDoneProps,
  ClientToolProps,
  ClientToolStreamingProps,
  ClientTools,
} from './hooks/client-tools.js';
export { type UseAgentRunOptions, type UseAgentRunResult, useAgentRun } from './hooks/use-agent-run.js';
export { useClientTool } from './hooks/use-client-tool.js';
export { useConversation } from './hooks/use-conversation.js';
export { type UseGrantsResult, useGrants } from './hooks/use-grants.js';
export { useStoredConversations } from './hooks/use-stored-conversations.js';
