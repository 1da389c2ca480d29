import type { ModelMessage, ToolCallPart, ToolContent } from 'ai';
import { UserError } from '../../protocol/base/errors.js';
import { toModelOutput } from '../../protocol/call-end.js';

/** A call without a result that the app has to answer: by its result or, for a call of the provider, by an approval. */
export interface OpenCall extends ToolCallPart {
  /** The id of the provider's request for approval, if the provider runs the call. */
  readonly providerApprovalId?: string;
}

/** A history without dangling calls, and its open calls. */
export interface RepairedHistory {
  readonly messages: readonly ModelMessage[];
  /** The calls of the last response without a result, in emission order, if only results follow that response. */
  readonly open: readonly OpenCall[];
}

/**
 * Closes dangling calls as interrupted. A call is dangling if it has no result and another message follows it.
 * Providers refuse a history with dangling calls. Deterministic. A history without them is returned unchanged.
 */
export function repairHistory(history: readonly ModelMessage[]): RepairedHistory {
  let repaired: ModelMessage[] | undefined;
  let open: readonly OpenCall[] = [];
  history.forEach((message, index) => {
    if (message.role === 'tool') open = without(open, message);
    else if (open.length > 0) {
      repaired ??= history.slice(0, index);
      repaired.push(interruptedResults(open));
      open = [];
    }
    repaired?.push(message);
    if (message.role === 'assistant') open = isAnsweredBy(message, history[index + 1]) ? [] : callsOf(message);
  });
  return { messages: repaired ?? history, open };
}

/**
 * Makes a history that providers accept: closes dangling calls as `interrupted`, and removes results without a call.
 * Runs close their own calls; use this for histories that were trimmed, or that are sent to other agents.
 *
 * @param messages a history. The calls of its last response stay open, because they may still be answered.
 * @example const agent = createAgent({ model, prepareMessages: (messages) => repairMessages(messages.slice(-20)) });
 */
export function repairMessages(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const called = new Set<string>();
  const remaining = messages.flatMap((message): readonly ModelMessage[] => {
    if (message.role === 'assistant' && typeof message.content !== 'string')
      for (const part of message.content) if (part.type === 'tool-call') called.add(part.toolCallId);
    if (message.role !== 'tool') return [message];
    const content = message.content.filter((part) => part.type !== 'tool-result' || called.has(part.toolCallId));
    if (content.length === message.content.length) return [message];
    return content.length === 0 ? [] : [{ ...message, content }];
  });
  return repairHistory(remaining).messages;
}

/**
 * Checks the messages that `prepareMessages` returned.
 *
 * @throws UserError `prepared-messages` for a call without its result, or a result without its call, which every
 *   provider refuses.
 */
export function assertWhole(messages: readonly ModelMessage[]): void {
  if (isWhole(messages)) return;
  throw new UserError(
    'prepared-messages',
    'prepareMessages() left a call without its result, or a result without its call, which every provider refuses, so the model was not asked. Leave both out together: cut before a message of the user.',
  );
}

/** Returns `true` when each call of a history has its result, and each result its call. */
export function isWhole(messages: readonly ModelMessage[]): boolean {
  const called = new Set<string>();
  const lost = messages.find((message) => {
    if (typeof message.content === 'string') return false;
    for (const part of message.content) if (part.type === 'tool-call') called.add(part.toolCallId);
    return message.content.some((part) => part.type === 'tool-result' && !called.has(part.toolCallId));
  });
  const { messages: repaired, open } = repairHistory(messages);
  return lost === undefined && open.length === 0 && repaired.length === messages.length;
}

/** Returns the open calls of a history. Reads only its end, so it is fast for a long history. */
export function lastOpenCalls(history: readonly ModelMessage[]): readonly OpenCall[] {
  const last = history.findLastIndex(({ role }) => role !== 'tool');
  return repairHistory(history.slice(Math.max(last, 0))).open;
}

/**
 * Closes the open calls of a history, because they were abandoned.
 *
 * @param history a history without dangling calls.
 * @param interrupted the ids of calls that may have had their effect. They are closed as `unknown`. Default: none.
 */
export function closeHistory(
  history: readonly ModelMessage[],
  interrupted?: ReadonlySet<string>,
): readonly ModelMessage[] {
  const open = lastOpenCalls(history);
  return open.length === 0 ? history : [...history, interruptedResults(open, interrupted)];
}

/**
 * Returns `true` when the next message has the results of all calls of a response, in the same order. A fast path: this
 * is nearly always so, and then the open calls need not be collected.
 */
function isAnsweredBy({ content }: ModelMessage, next: ModelMessage | undefined): boolean {
  if (typeof content === 'string') return true;
  let count = 0;
  for (const part of content) {
    if (part.type !== 'tool-call') continue;
    const answer = next?.role === 'tool' ? next.content[count++] : undefined;
    if (part.providerExecuted === true || answer?.type !== 'tool-result') return false;
    if (answer.toolCallId !== part.toolCallId) return false;
  }
  return true;
}

/** Returns the calls of a response that the app has to answer. */
function callsOf(message: ModelMessage): readonly OpenCall[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [];
  const { content } = message;
  return content.flatMap((part): readonly OpenCall[] => {
    if (part.type !== 'tool-call') return [];
    if (part.providerExecuted !== true) return [part];
    const request = content.findLast(
      (other) => other.type === 'tool-approval-request' && other.toolCallId === part.toolCallId,
    );
    return request?.type === 'tool-approval-request' ? [{ ...part, providerApprovalId: request.approvalId }] : [];
  });
}

/**
 * Removes the calls that a tool message answers. A call of the app is answered by a result; an approval response
 * answers only a request of the provider.
 */
function without(open: readonly OpenCall[], { content }: ModelMessage & { role: 'tool' }): readonly OpenCall[] {
  if (open.length === 0) return open;
  const results = new Set(content.map((part) => (part.type === 'tool-result' ? part.toolCallId : undefined)));
  const approvals = new Set(content.map((part) => (part.type === 'tool-result' ? undefined : part.approvalId)));
  return open.filter(({ toolCallId, providerApprovalId }) =>
    providerApprovalId === undefined ? !results.has(toolCallId) : !approvals.has(providerApprovalId),
  );
}

function interruptedResults(calls: readonly OpenCall[], interrupted?: ReadonlySet<string>): ModelMessage {
  return {
    role: 'tool',
    content: calls.map((call) => interruptedPart(call, interrupted?.has(call.toolCallId) === true)),
  };
}

function interruptedPart(
  { toolCallId, toolName, providerApprovalId }: OpenCall,
  hasBegun: boolean,
): ToolContent[number] {
  if (providerApprovalId === undefined) {
    const output = toModelOutput({ status: hasBegun ? 'unknown' : 'interrupted' });
    return { type: 'tool-result', toolCallId, toolName, output };
  }
  return {
    type: 'tool-approval-response',
    approvalId: providerApprovalId,
    approved: false,
    providerExecuted: true,
    reason: 'Nobody answered.',
  };
}
