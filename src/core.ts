export { agentTool } from './agent/agent-tool.js';
export { repairMessages } from './agent/batch/repair-history.js';
export { createAgent } from './agent/create-agent.js';
export type { LoadFile } from './agent/model/fetch-file.js';
export type { Environment } from './agent/plumbing/environment.js';
export type { Agent, AgentRun } from './agent/run/agent.js';
export type { AgentOptions, CostOf, CountTokens, OutputValidator } from './agent/run/agent-options.js';
export type { RunJournal, StepAttempt } from './agent/run/journal.js';
export type { Instructions, PrepareMessages, RunInput, RunOptions, UsageLimits } from './agent/run/run-options.js';
export { toolHooks, wrapToolset } from './agent/tool-hooks.js';
export type { AskFunction, AskRequest } from './approval/broker/ask.js';
export type { Broker } from './approval/broker/broker.js';
export type { BrokerEvent } from './approval/broker/broker-event.js';
export { createBroker } from './approval/broker/create-broker.js';
export type { DecideOutcome, Decision } from './approval/broker/decision.js';
export type { Ask, DeferredToolHandler, HandlerContext } from './approval/broker/handler.js';
export { chainHandlers } from './approval/broker/handler.js';
export type { ItemAnswer, PendingBatch, PendingItem } from './approval/broker/pending.js';
export type { DeceptiveMark } from './approval/deceptive/deceptive-mark.js';
export { findDeceptiveText } from './approval/deceptive/deceptive-text.js';
export { type DeceptiveValue, findDeceptiveValues } from './approval/deceptive/deceptive-values.js';
export { digestCall } from './approval/grants/digest.js';
export type { Grant, GrantStorage } from './approval/grants/grant.js';
export { createGrants, type Grants } from './approval/grants/grants.js';
export { type Remember, rememberChoices } from './approval/grants/remember.js';
export { createPolicy, type Policy } from './approval/policy/policy.js';
export type { PolicyCall } from './approval/policy/policy-call.js';
export type { PolicyDecision } from './approval/policy/policy-decision.js';
export type { CallPattern, PolicyRule } from './approval/policy/policy-rule.js';
export type { PolicyPreset } from './approval/policy/presets.js';
export { allow, ask, block, deny } from './approval/policy/rules.js';
export type { DecisionEntry } from './approval/record/decision-entry.js';
export { decisionRecord, toJsonLines } from './approval/record/decision-record.js';
export { explainPolicy, type PolicyExplanation } from './approval/record/explain-policy.js';
export { type Redacted, redact } from './approval/redaction/redact.js';
export type { Conversation, ConversationOptions } from './conversation/conversation.js';
export { createConversation } from './conversation/create-conversation.js';
export {
  type CallRecord,
  callRecord,
  isToolPart,
  type ToolPart,
  toolNameOf,
} from './conversation/messages/call-record.js';
export type { ClientToolExecute } from './conversation/run-client-tools.js';
export { allEvents, type EventHolder } from './conversation/state/all-events.js';
export type { ConversationSnapshot } from './conversation/state/conversation-snapshot.js';
export type {
  ConversationPlace,
  ConversationState,
  ConversationStatus,
  UserInput,
} from './conversation/state/conversation-state.js';
export type { ConversationStorage } from './conversation/state/persister.js';
export type {
  ApprovalAnswer,
  CallAnswer,
  RunAgain,
  ToolApproved,
  ToolDenied,
  ToolExpired,
  ToolReturn,
} from './protocol/answers.js';
export type { CallOrigin } from './protocol/base/call-origin.js';
export type { Clock } from './protocol/base/clock.js';
export {
  CountersignError,
  HandlerError,
  ModelError,
  RemoteError,
  RunAborted,
  UnexpectedModelBehavior,
  UsageLimitExceeded,
  UserError,
} from './protocol/base/errors.js';
export type { JSONValue } from './protocol/base/json.js';
export type { RefusedContent, SerializedError } from './protocol/base/serialize-error.js';
export { buildResults } from './protocol/build-results.js';
export type { CallStatus, EarlierExecution } from './protocol/call-end.js';
export type { DecidedBy } from './protocol/decided-by.js';
export type {
  CallDescription,
  DeferredCall,
  DeferredToolRequests,
  DeferredToolResults,
  Risk,
} from './protocol/deferred.js';
export { runAgain, toolApproved, toolDenied, toolExpired, toolReturn } from './protocol/make-answer.js';
export { isDeferred, type RunOutcome, type RunUsage } from './protocol/outcome.js';
export type { Preview } from './protocol/preview.js';
export { mergeResults, ofKind, remaining, toToolCallResults } from './protocol/results.js';
export type {
  ExecuteContext,
  ModelSettings,
  ReconcileContext,
  Reconciled,
  RunContext,
  ToolRunContext,
} from './protocol/run-context.js';
export type { RunEvent, RunEventOf } from './protocol/run-event.js';
export {
  ApprovalRequired,
  CallDeferred,
  type Issue,
  isControlSignal,
  ModelRetry,
  ToolFailed,
} from './protocol/signals.js';
export { type StoredRun, storeRun } from './protocol/stored-run.js';
export type { AgUiTransportOptions, FrontendTool } from './remote/ag-ui/ag-ui-options.js';
export { agUiTransport } from './remote/ag-ui/ag-ui-transport.js';
export type { InterruptDecision } from './remote/ag-ui/dialect.js';
export type { ToInterruptAnswer } from './remote/ag-ui/dialects.js';
export type { Interrupt } from './remote/ag-ui/wire.js';
export { createRemoteAgent } from './remote/create-remote-agent.js';
export type { AgentPort } from './remote/port/agent-port.js';
export { type ConnectedAgent, connectAgent } from './remote/port/connect-agent.js';
export type { RemoteAgentOptions, RemoteTool } from './remote/remote-options.js';
export { connectInbox, type RunInbox } from './remote/run-protocol/run-inbox.js';
export { runServerTransport } from './remote/run-protocol/run-server-transport.js';
export type { HttpRequest, HttpTransportOptions } from './remote/ui-stream/http-options.js';
export { httpTransport } from './remote/ui-stream/http-transport.js';
export type { ServerTraits } from './remote/ui-stream/remote-run.js';
export { approvalRequired, byAnnotations } from './tools/approval-required.js';
export { combined } from './tools/combined.js';
export { externalToolset } from './tools/external-toolset.js';
export { filtered } from './tools/filtered.js';
export { nativeOutput, promptedOutput } from './tools/output/output-mode.js';
export { outputTool } from './tools/output/output-tool.js';
export { defaulted, prepared, type ToolDefaults } from './tools/prepared.js';
export { prefixed, renamed } from './tools/renamed.js';
export { type Tool, type ToolDefinition, tool, toolFor } from './tools/tool.js';
export type { AgentHooks, HookedCall, ToolHooks } from './tools/tool-hooks.js';
export type { ToolMap } from './tools/tool-map.js';
export type { ToolSelector } from './tools/tool-selector.js';
export type { Toolset } from './tools/toolset.js';
