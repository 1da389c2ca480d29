import type { CallEnd } from '../protocol/call-end.js';
import type { DeferredCall } from '../protocol/deferred.js';
import { parsePartialJson } from '../protocol/partial-json.js';
import type { RunEventOf } from '../protocol/run-event.js';
import { type CallRecord, type ToolPart, withRecord } from './call-record.js';

/** An event about one call. */
export type CallEvent = RunEventOf<
  | 'tool-input-start'
  | 'tool-input-delta'
  | 'tool-input-end'
  | 'tool-call'
  | 'approval-requested'
  | 'approval-responded'
  | 'external-requested'
  | 'tool-start'
  | 'tool-progress'
  | 'tool-end'
  | 'answer'
  | 'policy-decision'
>;

interface Call {
  readonly part: ToolPart;
  readonly record: CallRecord;
}

/** Applies one event to a call's part. The AI SDK's states say what they can; the record says the rest. */
export function reduceCall({ part, record }: Call, event: CallEvent): ToolPart {
  const make = (state: object, next: CallRecord): ToolPart => toPart(part, state, next);
  switch (event.type) {
    case 'tool-input-start':
      return make({ state: 'input-streaming', input: undefined, rawInput: '' }, { phase: 'writing' });
    case 'tool-input-delta': {
      const text = `${rawInput(part)}${event.delta}`;
      return make({ state: 'input-streaming', input: parsePartialJson(text), rawInput: text }, record);
    }
    case 'tool-input-end':
      return part;
    case 'tool-call':
      return make({ state: 'input-available', input: event.input }, { phase: 'called' });
    case 'approval-requested':
      return make(
        { state: 'approval-requested', input: part.input, approval: { id: part.toolCallId } },
        { ...record, phase: 'waiting', ...asked(event.call) },
      );
    case 'external-requested':
      return make(
        { state: 'input-available', input: part.input },
        { ...record, phase: 'waiting', ...asked(event.call) },
      );
    case 'approval-responded':
      return make(
        { state: 'approval-responded', input: part.input, approval: approved(part) },
        { ...record, phase: 'running', ran: true },
      );
    case 'tool-start':
      return make(
        event.approved
          ? { state: 'approval-responded', input: part.input, approval: approved(part) }
          : { state: 'input-available', input: part.input },
        {
          ...record,
          phase: 'running',
          ran: true,
          title: event.title,
          ...(event.edited ? { edited: event.input } : {}),
        },
      );
    case 'tool-progress':
      return make({ ...part }, { ...record, progress: event.value });
    case 'answer':
      return event.answer === 'defer' ? part : make({ ...part }, { ...record, by: event.by });
    case 'policy-decision':
      return event.effect === 'ask' ? part : make({ ...part }, { ...record, by: event.by });
    case 'tool-end':
      return endCall({ part, record }, event.end);
    default:
      return event satisfies never;
  }
}

function asked({ title, redactions }: DeferredCall): Pick<CallRecord, 'title' | 'redactions'> {
  return { title, ...(redactions === undefined ? {} : { redactions }) };
}

/** The part of a call that has ended. */
export function endCall({ part, record }: Call, end: CallEnd): ToolPart {
  return toPart(part, ended(part, end), endedRecord(record, end));
}

function toPart({ type, toolCallId }: ToolPart, state: object, record: CallRecord): ToolPart {
  return { type, toolCallId, ...state, ...withRecord(record) } as ToolPart; // each state has the members that its name asks for
}

function rawInput(part: ToolPart): string {
  return 'rawInput' in part && typeof part.rawInput === 'string' ? part.rawInput : '';
}

function approved(part: ToolPart): { readonly id: string; readonly approved: true } {
  return { id: part.toolCallId, approved: true };
}

function endedRecord(record: CallRecord, end: CallEnd): CallRecord {
  const { progress: _, ...rest } = record;
  return { ...rest, phase: end.status, ...('message' in end ? { message: end.message } : {}) };
}

/** The AI SDK's state for a way to end. */
function ended(part: ToolPart, end: CallEnd): object {
  const input = part.input;
  const wasApproved = part.state === 'approval-responded' ? { approval: approved(part) } : {};
  switch (end.status) {
    case 'returned':
      return { state: 'output-available', input, output: end.value, ...wasApproved };
    case 'denied':
    case 'blocked':
    case 'expired': {
      const reason = 'message' in end ? end.message : 'Nobody answered in time.';
      const automatic = end.status === 'denied' ? {} : { isAutomatic: true };
      return {
        state: 'output-denied',
        input,
        approval: { id: part.toolCallId, approved: false, reason, ...automatic },
      };
    }
    case 'failed':
    case 'retry':
      return { state: 'output-error', input, errorText: end.message, ...wasApproved };
    case 'cancelled':
    case 'skipped':
    case 'interrupted':
    case 'unknown':
      return { state: 'output-error', input, errorText: end.status, ...wasApproved };
    default:
      return end satisfies never;
  }
}
