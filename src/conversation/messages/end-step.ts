import type { ModelMessage, ToolContent, UIMessage } from 'ai';
import { toUserMessage } from '../../agent/plumbing/to-user-message.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { toJsonText } from '../../protocol/base/json-messages.js';
import type { RunEventOf } from '../../protocol/run-event.js';
import { callRecord, isToolPart, withRecord } from './call-record.js';
import type { MessageDraft } from './message-draft.js';
import { partMessages, toCall } from './to-model-messages.js';

type Answer = ToolContent[number];
type Part = UIMessage['parts'][number];

/** Finds the message, perhaps an earlier one, with the call that an answer is about. */
export type FindHolder = (answer: Answer) => MessageDraft | undefined;

/**
 * Compares the parts with the messages that a step has added to the history, so that a later run can continue from the
 * parts. Missing parts are added, and a step that the parts would render differently is recorded as it was.
 */
export function endStep(
  message: MessageDraft,
  { messages: added, steeringIds = [] }: Pick<RunEventOf<'step-end'>, 'messages' | 'steeringIds'>,
  findHolder: FindHolder,
): void {
  const first = stepStart(message);
  const own = added.flatMap((item): readonly ModelMessage[] => {
    if (item.role !== 'tool') return [item];
    const content = item.content.filter((answer) => {
      const holder = findHolder(answer);
      const index = holder === undefined ? -1 : writeAnswer(holder, answer);
      // An answer to a call of an earlier step is in the part of that call.
      return index < 0 || (holder === message && index >= first);
    });
    return content.length === 0 ? [] : [{ ...item, content }];
  });
  for (const [index, item] of own.entries()) {
    const parts = toUserMessage(item, '')?.parts.filter((part) => part.type === 'text' || part.type === 'file');
    if (parts === undefined) continue;
    // The last messages are those of people. The ids of the runtime's own begin with that of their message.
    const id = steeringIds[index - own.length + steeringIds.length];
    message.append({ type: 'steering-message', id: id ?? `${message.message.id}-${message.parts.length}`, parts });
  }
  if (!isSameThroughJson(partMessages(message.parts.slice(first)), own)) message.record(own);
}

/** Returns `true` for a message that a person sent to the run. The others are the runtime's notes for the model. */
export function isOfPerson({ id }: Extract<Part, { type: 'steering-message' }>, messageId: string): boolean {
  return !id.startsWith(`${messageId}-`);
}

/** Marks a call whose result the provider sent in a later step: the history has the result in that step. */
export function setApart(holder: MessageDraft, toolCallId: string): void {
  const index = holder.indexOfCall(toolCallId);
  const part = holder.parts[index];
  if (part !== undefined && isToolPart(part) && part.providerExecuted === true)
    holder.replace(index, { ...part, ...withRecord({ ...callRecord(part), apart: true }) });
}

/** Returns `true` if the provider has reported the result of a call that it runs. */
export function hasReportedResult(holder: MessageDraft, toolCallId: string): boolean {
  const part = holder.parts[holder.indexOfCall(toolCallId)];
  if (part === undefined || !isToolPart(part) || part.providerExecuted !== true) return false;
  return part.state === 'output-available' || part.state === 'output-error';
}

/** Returns the index at which the current step of a message starts. */
export function stepStart({ parts }: MessageDraft): number {
  return parts.findLastIndex((part) => part.type === 'step-start') + 1;
}

/** Records the answer that the model reads in the part of its call. Returns the index of the part, or -1. */
function writeAnswer(holder: MessageDraft, answer: Answer): number {
  const index = indexOfCall(holder, answer);
  const part = holder.parts[index];
  if (part === undefined || !isToolPart(part)) return -1;
  const [shown] = toCall(part).answers;
  if (shown?.type !== 'tool-result' || answer.type !== 'tool-result') return shown === undefined ? -1 : index;
  if (!isSameThroughJson(answer.output, shown.output)) {
    holder.replace(index, { ...part, ...withRecord({ ...callRecord(part), output: throughJson(answer.output) }) });
  }
  return index;
}

/** Returns the index of the part of the call that an answer is about, or -1. */
export function indexOfCall(message: MessageDraft, answer: Answer): number {
  return answer.type === 'tool-result'
    ? message.indexOfCall(answer.toolCallId)
    : message.parts.findLastIndex((part) => isToolPart(part) && part.approval?.id === answer.approvalId);
}

/** Compares values as JSON. The strings are compared first, because they are nearly always equal. */
function isSameThroughJson(a: unknown, b: unknown): boolean {
  const [left, right] = [toJsonText(a), toJsonText(b)];
  return left === right || isSameJson(JSON.parse(left), JSON.parse(right));
}

function throughJson(value: unknown): JSONValue {
  return JSON.parse(toJsonText(value));
}
