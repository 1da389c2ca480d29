export type { Agent, AgentRun } from './agent/agent.js';
export type { AgentOptions, OutputValidator } from './agent/agent-options.js';
export { type AgentToolOptions, agentTool } from './agent/agent-tool.js';
export { createAgent } from './agent/create-agent.js';
export type { Environment } from './agent/environment.js';
export type { JournalEntry, RunJournal } from './agent/journal.js';
export type { RunInput, RunOptions, UsageLimits } from './agent/run-options.js';
export type { AnswerReport, AskPeople, AskRequest } from './approval/ask.js';
export type { Broker } from './approval/broker.js';
export type { BrokerEvent } from './approval/broker-event.js';
export { canonicalJson } from './approval/canonical-json.js';
export { chainHandlers } from './approval/chain-handlers.js';
export { type BrokerOptions, createBroker } from './approval/create-broker.js';
export type { DeceptiveMark, TextKind } from './approval/deceptive-mark.js';
export {
  cutAtMarks,
  type DeceptiveTextOptions,
  findDeceptiveText,
  type MarkedPiece,
} from './approval/deceptive-text.js';
export { type DeceptiveValue, type DeceptiveValuesOptions, findDeceptiveValues } from './approval/deceptive-values.js';
export type { DecideOptions, DecideOutcome, Decision } from './approval/decision.js';
export type { DecisionEdit, DecisionEntry, DecisionTaken, DecisionVerdict } from './approval/decision-entry.js';
export { type DecisionRecordOptions, decisionRecord, toJsonLines } from './approval/decision-record.js';
export { type DigestedCall, digestCall } from './approval/digest.js';
export type { Expiry, OnExpiry } from './approval/expiry.js';
export { explainPolicy, type PolicyExplanation, type PolicyHistory } from './approval/explain-policy.js';
export type {
  Grant,
  GrantAnswer,
  GrantedCall,
  GrantLifetime,
  GrantOrigin,
  GrantScope,
  GrantStorage,
} from './approval/grant.js';
export { createGrants, type Grants, type GrantsOptions } from './approval/grants.js';
export type { Ask, AskOptions, DeferredToolHandler, HandlerContext } from './approval/handler.js';
export type { InputForm } from './approval/input-form.js';
export type { ItemAnswer, ItemState, PendingBatch, PendingItem, PreviewState } from './approval/pending.js';
export { createPolicy, type Policy, type PolicyOptions } from './approval/policy.js';
export type { PolicyCall } from './approval/policy-call.js';
export type { CallMatcher, CallPattern, PolicyEffect, PolicyRule, RuleOptions } from './approval/policy-rule.js';
export type { Judgement, PolicyTool, PolicyVerdict, Refusal } from './approval/policy-verdict.js';
export type { PolicyPreset } from './approval/presets.js';
export {
  type JSONPath,
  type Redacted,
  type Redaction,
  type RedactOptions,
  redact,
  type ToolRedaction,
} from './approval/redact.js';
export { type GrantRequest, type Remember, type RememberScope, rememberChoices } from './approval/remember.js';
export { allow, ask, block, deny } from './approval/rules.js';
export type {
  ApprovalAnswer,
  CallAnswer,
  DeferredAnswer,
  ToolApproved,
  ToolDenied,
  ToolExpired,
  ToolReturn,
} from './protocol/answers.js';
export { buildResults, type ResultsInit } from './protocol/build-results.js';
export type { CallEnd, CallStatus } from './protocol/call-end.js';
export type { DecidedBy } from './protocol/decided-by.js';
export type {
  CallDescription,
  DeferredCall,
  DeferredKind,
  DeferredToolRequests,
  DeferredToolResults,
  Redactions,
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
export { toolApproved, toolDenied, toolExpired, toolReturn } from './protocol/make-answer.js';
export type { ModelSettings } from './protocol/model-settings.js';
export { isDeferred, type RunOutcome, type RunUsage } from './protocol/outcome.js';
export type { Preview } from './protocol/preview.js';
export { mergeResults, remaining, toToolCallResults } from './protocol/results.js';
export type { ExecuteContext, RunContext, ToolRunContext } from './protocol/run-context.js';
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
export { type StoredRun, storeRun } from './protocol/stored-run.js';
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
export type { RunEvents } from './store/event-list.js';
export type { ClientToolExecute } from './store/run-client-tools.js';
export { type ApprovalCondition, approvalRequired, type ToolCallCandidate } from './tools/approval-required.js';
export { byAnnotations } from './tools/by-annotations.js';
export { combined } from './tools/combined.js';
export { type ExternalToolDefinition, externalToolset } from './tools/external-toolset.js';
export { filtered } from './tools/filtered.js';
export { prepared } from './tools/prepared.js';
export { prefixed, renamed } from './tools/renamed.js';
export type { CallCapabilities } from './tools/tool.js';
export { type Tool, type ToolDefinition, tool, toolFor } from './tools/tool.js';
export type { AiTool, ToolMap } from './tools/tool-map.js';
export type { DataSelector, ToolCandidate, ToolSelector } from './tools/tool-selector.js';
export type { ToolSource, Toolset } from './tools/toolset.js';
