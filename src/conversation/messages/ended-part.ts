import { type CallEnd, isOpenPhase } from '../../protocol/call-end.js';
import { type CallRecord, callRecord, type ToolPart, withRecord } from './call-record.js';

/** A call as its part shows it, and what stands beside that. */
export interface Call {
  readonly part: ToolPart;
  readonly record: CallRecord;
}

/** A call that nobody is going to answer any more, as its history has it; one that has ended stays as it is. */
export function interrupted(part: ToolPart): ToolPart {
  const record = callRecord(part);
  if (!isOpenPhase(record.phase)) return part;
  return endedPart({ part, record }, { status: record.interrupted ? 'unknown' : 'interrupted' });
}

/** The part of a call that has ended. */
export function endedPart({ part, record }: Call, end: CallEnd): ToolPart {
  return toPart(part, endedState(part, end), endedRecord(record, end));
}

const lasting = ['toolName', 'title', 'providerExecuted', 'callProviderMetadata', 'resultProviderMetadata'] as const;

/** The part of a call in another state, with what it keeps from one to the next. */
export function toPart(part: ToolPart, state: object, record: CallRecord): ToolPart {
  const { type, toolCallId } = part;
  const stored: Record<string, unknown> = {};
  for (const name of lasting) if (name in part) stored[name] = part[name as keyof ToolPart];
  // Each state has the members that its name asks for.
  return { type, toolCallId, ...stored, ...state, ...withRecord(record) } as ToolPart;
}

/** The provider's own name for its question, else ours: the call's id. */
export function approvalId({ approval, toolCallId }: ToolPart): string {
  return approval?.id ?? toolCallId;
}

/** That it was approved. */
export function approved(part: ToolPart): { readonly id: string; readonly approved: true } {
  return { id: approvalId(part), approved: true };
}

function endedRecord(record: CallRecord, end: CallEnd): CallRecord {
  const { progress: _, sent, ...known } = record;
  // The provider received the approval, and its progress is unknown.
  const rest = sent === undefined ? known : { ...known, ran: true as const };
  return { ...rest, phase: end.status, ...('message' in end ? { message: end.message } : {}) };
}

/** The AI SDK's state for a way to end. */
function endedState(part: ToolPart, end: CallEnd): object {
  const input = part.input;
  const wasApproved = approvalOfPart(part);
  switch (end.status) {
    case 'returned':
      return { state: 'output-available', input, output: end.value, ...wasApproved };
    case 'denied':
    case 'blocked':
    case 'expired': {
      const automatic = end.status === 'denied' ? {} : { isAutomatic: true };
      const approval = { id: approvalId(part), approved: false, ...wordsOfRefusal(part, end), ...automatic };
      return { state: 'output-denied', input, approval };
    }
    case 'failed':
    case 'retry':
      return { state: 'output-error', input, errorText: end.message, ...wasApproved };
    case 'cancelled':
    case 'skipped':
    case 'interrupted':
    case 'unknown':
      if (part.providerExecuted === true) return leftToProvider(part, end);
      return { state: 'output-error', input, errorText: end.status, ...wasApproved };
    default:
      return end satisfies never;
  }
}

/** Of a call that ends as it should, what was answered about it. */
function approvalOfPart(part: ToolPart): object {
  if (part.state === 'approval-responded') return { approval: approved(part) };
  return part.providerExecuted === true && part.approval !== undefined ? { approval: part.approval } : {};
}

/** The words of a no. A provider is given those that somebody said. */
function wordsOfRefusal({ providerExecuted }: ToolPart, end: CallEnd): { readonly reason?: string } {
  if ('message' in end) return { reason: end.message };
  return providerExecuted === true ? {} : { reason: 'Nobody answered in time.' };
}

/**
 * Returns the part for a call that the provider runs: a denial, if approval was requested. Only the provider can end
 * the call, and it reads nothing else.
 */
function leftToProvider(part: ToolPart, { status }: CallEnd): object {
  if (part.state !== 'approval-requested') return { ...part };
  const reason = status === 'interrupted' ? { reason: 'Nobody answered.' } : {};
  return { state: 'output-denied', input: part.input, approval: { id: part.approval.id, approved: false, ...reason } };
}
