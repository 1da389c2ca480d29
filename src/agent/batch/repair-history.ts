import type { ModelMessage, ToolCallPart, ToolContent } from 'ai';
import { UserError } from '../../protocol/base/errors.js';
import { toModelOutput } from '../../protocol/call-end.js';

/** A call that waits for an answer from this side. */
export interface OpenCall extends ToolCallPart {
  /** Set when the provider runs the call and requires approval first: the id of its request. */
  readonly providerApprovalId?: string;
}

/** The open calls of a history, and the history with all calls closed that nobody will answer. */
export interface RepairedHistory {
  readonly messages: readonly ModelMessage[];
  /** Calls of the last response, when nothing but results follows it. In emission order. */
  readonly open: readonly OpenCall[];
}

/**
 * Closes dangling calls as interrupted: calls without a result that a later message has passed by. Providers refuse a
 * history with them. Deterministic; a repaired history comes back as it is.
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
 * Makes a history one that providers take: closes calls that nothing answers any more, as `interrupted`, and leaves out
 * results whose calls are gone. Runs close calls by themselves; this is for histories that were trimmed, or go
 * elsewhere.
 *
 * @param messages of any history. Calls of its last response, which may still be answered, stay open.
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
 * Refuses messages that no provider takes: with a call without its result, or the other way round.
 *
 * @throws UserError `prepared-messages`.
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

/**
 * The calls that a history leaves open, and nothing else of it: read from its end, so that a long one costs nothing.
 */
export function lastOpenCalls(history: readonly ModelMessage[]): readonly OpenCall[] {
  const last = history.findLastIndex(({ role }) => role !== 'tool');
  return repairHistory(history.slice(Math.max(last, 0))).open;
}

/**
 * A history whose last calls are closed too, as they are when they were given up.
 *
 * @param history with nothing dangling before its last calls.
 * @param begun those that may have had their effect, by tool call id. Default: none.
 */
export function closeHistory(
  history: readonly ModelMessage[],
  interrupted?: ReadonlySet<string>,
): readonly ModelMessage[] {
  const open = lastOpenCalls(history);
  return open.length === 0 ? history : [...history, interruptedResults(open, interrupted)];
}

/**
 * Returns `true` when a message has the results of all calls of a response in their order. This is nearly always so,
 * and then nothing has to be gathered.
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

/** The calls of a response that this side has to answer. */
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
 * Removes the calls that a tool message answers. An approval in a history answers only the provider's own requests; a
 * call of this side needs a result.
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
