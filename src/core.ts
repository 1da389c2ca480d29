export type {
  Agent,
  AgentRun,
  AnswerReport,
  AskPeople,
  AskRequest,
  JournalEntry,
  RunInput,
  RunJournal,
  RunOptions,
  UsageLimits,
} from './agent/agent.js';
export type { AgentOptions } from './agent/agent-options.js';
export { createAgent } from './agent/create-agent.js';
export type { Environment } from './agent/environment.js';
export type { Ask, AskOptions, DeferredToolHandler, HandlerContext } from './approval/handler.js';
export {
  type ApprovalAnswer,
  type CallAnswer,
  type DeferredAnswer,
  type ToolApproved,
  type ToolDenied,
  type ToolReturn,
  toolApproved,
  toolDenied,
  toolReturn,
} from './protocol/answers.js';
export { buildResults, type ResultsInit } from './protocol/build-results.js';
export type { CallEnd, CallStatus } from './protocol/call-end.js';
export {
  type CallDescription,
  type DeferredCall,
  type DeferredKind,
  type DeferredToolRequests,
  type DeferredToolResults,
  mergeResults,
  type Risk,
  remaining,
  toToolCallResults,
} from './protocol/deferred.js';
export {
  CountersignError,
  HandlerError,
  RunAborted,
  type SerializedError,
  UnexpectedModelBehavior,
  UsageLimitExceeded,
  UserError,
} from './protocol/errors.js';
export type { JSONObject, JSONValue } from './protocol/json.js';
export type { ModelSettings } from './protocol/model-settings.js';
export { isDeferred, type RunOutcome, type RunUsage } from './protocol/outcome.js';
export type { RunContext, ToolRunContext } from './protocol/run-context.js';
export type { RunEvent, RunEventOf } from './protocol/run-event.js';
export type { ToolSchema } from './protocol/schema.js';
export {
  ApprovalRequired,
  CallDeferred,
  type DeferralOptions,
  type Issue,
  isControlSignal,
  ModelRetry,
  ToolFailed,
} from './protocol/signals.js';
export {
  type CallPhase,
  type CallRecord,
  callRecord,
  isToolPart,
  type ToolPart,
  toolNameOf,
} from './store/call-record.js';
export type { Conversation, ReadonlyStore } from './store/conversation.js';
export type {
  ConversationState,
  ConversationStatus,
  Draft,
  ItemAnswer,
  ItemState,
  PendingBatch,
  PendingItem,
  UserInput,
} from './store/conversation-state.js';
export {
  type ConversationEnvironment,
  type ConversationOptions,
  createConversation,
} from './store/create-conversation.js';
export type { DecideOptions, DecideOutcome, Decision } from './store/decision.js';
export type { ClientToolExecute } from './store/run-client-tools.js';
export { type Tool, type ToolDefinition, type ToolMap, tool, toolFor } from './tools/tool.js';
