import { type CallEnd, isOpenPhase } from '../../protocol/call-end.js';
import { type CallRecord, callRecord, type ToolPart, withRecord } from './call-record.js';

/** The part of a call, and its record. */
export interface Call {
  readonly part: ToolPart;
  readonly record: CallRecord;
}

/** Ends an open call that will not be answered, as in the history. An ended call is returned unchanged. */
export function interrupted(part: ToolPart): ToolPart {
  const record = callRecord(part);
  if (!isOpenPhase(record.phase)) return part;
  return endedPart({ part, record }, { status: record.interrupted ? 'unknown' : 'interrupted' });
}

/** Returns the part of a call with its end. */
export function endedPart({ part, record }: Call, end: CallEnd): ToolPart {
  return toPart(part, endedState(part, end), endedRecord(record, end));
}

const lasting = ['toolName', 'title', 'providerExecuted', 'callProviderMetadata', 'resultProviderMetadata'] as const;

/** Returns the part of a call in another state. Keeps the members that do not depend on the state. */
export function toPart(part: ToolPart, state: object, record: CallRecord): ToolPart {
  const { type, toolCallId } = part;
  const stored: Record<string, unknown> = {};
  for (const name of lasting) if (name in part) stored[name] = part[name as keyof ToolPart];
  // `state` has all members that the AI SDK requires for it.
  return { type, toolCallId, ...stored, ...state, ...withRecord(record) } as ToolPart;
}

/** Returns the id of the provider's request for approval; for other calls, the id of the call. */
export function approvalId({ approval, toolCallId }: ToolPart): string {
  return approval?.id ?? toolCallId;
}

/** Returns the `approval` of an approved call. */
export function approved(part: ToolPart): { readonly id: string; readonly approved: true } {
  return { id: approvalId(part), approved: true };
}

function endedRecord(record: CallRecord, end: CallEnd): CallRecord {
  const { progress: _, startedAt: __, sent, ...known } = record;
  // The provider received the approval, and its progress is unknown.
  const rest = sent === undefined ? known : { ...known, ran: true as const };
  return { ...rest, phase: end.status, ...('message' in end ? { message: end.message } : {}) };
}

/** Returns the AI SDK's state for an end. */
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

/** Returns the `approval` of a call that has run, if it had one. */
function approvalOfPart(part: ToolPart): object {
  if (part.state === 'approval-responded') return { approval: approved(part) };
  return part.providerExecuted === true && part.approval !== undefined ? { approval: part.approval } : {};
}

/** Returns the reason of a refusal. For a call of the provider, only a reason that somebody gave. */
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
