export type { Agent, AgentRun } from './agent/agent.js';
export type { AgentOptions, OutputValidator } from './agent/agent-options.js';
export { type AgentToolOptions, agentTool } from './agent/agent-tool.js';
export type { AnswerReport, AskPeople, AskRequest } from './agent/ask.js';
export { createAgent } from './agent/create-agent.js';
export type { Environment } from './agent/environment.js';
export type { JournalEntry, RunJournal } from './agent/journal.js';
export type { RunInput, RunOptions, UsageLimits } from './agent/run-options.js';
export { chainHandlers } from './approval/chain-handlers.js';
export type { Ask, AskOptions, DeferredToolHandler, HandlerContext } from './approval/handler.js';
export type {
  ApprovalAnswer,
  CallAnswer,
  DeferredAnswer,
  ToolApproved,
  ToolDenied,
  ToolReturn,
} from './protocol/answers.js';
export { buildResults, type ResultsInit } from './protocol/build-results.js';
export type { CallEnd, CallStatus } from './protocol/call-end.js';
export type {
  CallDescription,
  DeferredCall,
  DeferredKind,
  DeferredToolRequests,
  DeferredToolResults,
  Risk,
} from './protocol/deferred.js';
export {
  CountersignError,
  HandlerError,
  ModelError,
  RunAborted,
  UnexpectedModelBehavior,
  UsageLimitExceeded,
  UserError,
} from './protocol/errors.js';
export type { JSONObject, JSONValue } from './protocol/json.js';
export { toolApproved, toolDenied, toolReturn } from './protocol/make-answer.js';
export type { ModelSettings } from './protocol/model-settings.js';
export { isDeferred, type RunOutcome, type RunUsage } from './protocol/outcome.js';
export { mergeResults, remaining, toToolCallResults } from './protocol/results.js';
export type { RunContext, ToolRunContext } from './protocol/run-context.js';
export type { RunEvent, RunEventOf } from './protocol/run-event.js';
export type { ToolSchema } from './protocol/schema.js';
export type { SerializedError } from './protocol/serialize-error.js';
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
export type { ConversationState, ConversationStatus, Draft, UserInput } from './store/conversation-state.js';
export {
  type ConversationEnvironment,
  type ConversationOptions,
  createConversation,
} from './store/create-conversation.js';
export type { DecideOptions, DecideOutcome, Decision } from './store/decision.js';
export type { RunEvents } from './store/event-list.js';
export type { ItemAnswer, ItemState, PendingBatch, PendingItem } from './store/pending.js';
export type { ClientToolExecute } from './store/run-client-tools.js';
export { type ApprovalCondition, approvalRequired, type ToolCallCandidate } from './tools/approval-required.js';
export { byAnnotations } from './tools/by-annotations.js';
export { combined } from './tools/combined.js';
export { type ExternalToolDefinition, externalToolset } from './tools/external-toolset.js';
export { filtered } from './tools/filtered.js';
export { prepared } from './tools/prepared.js';
export { prefixed, renamed } from './tools/renamed.js';
export { type Tool, type ToolDefinition, tool, toolFor } from './tools/tool.js';
export type { AiTool, ToolMap } from './tools/tool-map.js';
export type { DataSelector, ToolCandidate, ToolSelector } from './tools/tool-selector.js';
export type { ToolSource, Toolset } from './tools/toolset.js';
