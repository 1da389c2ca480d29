export { type AgentToolOptions, agentTool } from './agent/agent-tool.js';
export { createAgent } from './agent/create-agent.js';
export type { Environment } from './agent/plumbing/environment.js';
export type { Agent, AgentRun } from './agent/run/agent.js';
export type { AgentOptions, OutputValidator } from './agent/run/agent-options.js';
export type { JournalEntry, RunJournal } from './agent/run/journal.js';
export type { RunInput, RunOptions, UsageLimits } from './agent/run/run-options.js';
export type { AnswerReport, AskPeople, AskRequest } from './approval/broker/ask.js';
export type { Broker } from './approval/broker/broker.js';
export type { BrokerEvent } from './approval/broker/broker-event.js';
export type { Urgency } from './approval/broker/change-notifier.js';
export { type BrokerOptions, createBroker } from './approval/broker/create-broker.js';
export type { BrokerClock, Expiry, OnExpiry } from './approval/broker/deadline.js';
export type { DecideOptions, DecideOutcome, Decision } from './approval/broker/decision.js';
export type { Ask, AskOptions, DeferredToolHandler, HandlerContext } from './approval/broker/handler.js';
export { chainHandlers } from './approval/broker/handler.js';
export type {
  InputForm,
  ItemAnswer,
  ItemState,
  PendingBatch,
  PendingItem,
  PreviewState,
} from './approval/broker/pending.js';
export type { DeceptiveMark, TextKind } from './approval/deceptive/deceptive-mark.js';
export {
  cutAtMarks,
  type DeceptiveTextOptions,
  findDeceptiveText,
  type MarkedPiece,
} from './approval/deceptive/deceptive-text.js';
export {
  type DeceptiveValue,
  type DeceptiveValuesOptions,
  findDeceptiveValues,
} from './approval/deceptive/deceptive-values.js';
export { canonicalJson, type DigestedCall, digestCall } from './approval/grants/digest.js';
export type {
  Grant,
  GrantAnswer,
  GrantedCall,
  GrantLifetime,
  GrantOrigin,
  GrantScope,
  GrantStorage,
} from './approval/grants/grant.js';
export { createGrants, type Grants, type GrantsOptions } from './approval/grants/grants.js';
export { type GrantRequest, type Remember, type RememberScope, rememberChoices } from './approval/grants/remember.js';
export { explainPolicy, type PolicyExplanation, type PolicyHistory } from './approval/policy/explain-policy.js';
export { createPolicy, type Policy, type PolicyOptions } from './approval/policy/policy.js';
export type { PolicyCall } from './approval/policy/policy-call.js';
export type { CallMatcher, CallPattern, PolicyEffect, PolicyRule, RuleOptions } from './approval/policy/policy-rule.js';
export type { Judgement, PolicyTool, PolicyVerdict, Refusal } from './approval/policy/policy-verdict.js';
export type { PolicyPreset } from './approval/policy/presets.js';
export { allow, ask, block, deny } from './approval/policy/rules.js';
export type { DecisionEdit, DecisionEntry, DecisionTaken, DecisionVerdict } from './approval/record/decision-entry.js';
export { type DecisionRecordOptions, decisionRecord, toJsonLines } from './approval/record/decision-record.js';
export {
  type Redacted,
  type Redaction,
  type RedactOptions,
  redact,
  type ToolRedaction,
} from './approval/redaction/redact.js';
export type {
  ApprovalAnswer,
  CallAnswer,
  DeferredAnswer,
  ToolApproved,
  ToolDenied,
  ToolExpired,
  ToolReturn,
} from './protocol/answers.js';
export type { Clock } from './protocol/base/clock.js';
export {
  CountersignError,
  HandlerError,
  ModelError,
  RunAborted,
  UnexpectedModelBehavior,
  UsageLimitExceeded,
  UserError,
} from './protocol/base/errors.js';
export type { JSONObject, JSONValue } from './protocol/base/json.js';
export type { JSONPath } from './protocol/base/json-path.js';
export type { SerializedError } from './protocol/base/serialize-error.js';
export { buildResults, type ResultsInit } from './protocol/build-results.js';
export type { CallEnd, CallPhase, CallStatus } from './protocol/call-end.js';
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
export { toolApproved, toolDenied, toolExpired, toolReturn } from './protocol/make-answer.js';
export { isDeferred, type RunOutcome, type RunUsage } from './protocol/outcome.js';
export type { Preview } from './protocol/preview.js';
export { mergeResults, remaining, toToolCallResults } from './protocol/results.js';
export type { ExecuteContext, ModelSettings, RunContext, ToolRunContext } from './protocol/run-context.js';
export type { LateReason, RunEvent, RunEventOf } from './protocol/run-event.js';
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
export { type StoredRun, storeRun } from './protocol/stored-run.js';
export type { Conversation, ReadonlyStore } from './store/conversation.js';
export type { ConversationState, ConversationStatus, Draft, UserInput } from './store/conversation-state.js';
export {
  type ConversationEnvironment,
  type ConversationOptions,
  createConversation,
} from './store/create-conversation.js';
export type { RunEvents } from './store/event-list.js';
export {
  type CallRecord,
  callRecord,
  isToolPart,
  type ToolPart,
  toolNameOf,
} from './store/messages/call-record.js';
export type { ClientToolExecute } from './store/run-client-tools.js';
export {
  type ApprovalCondition,
  approvalRequired,
  byAnnotations,
  type ToolCallCandidate,
} from './tools/approval-required.js';
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
