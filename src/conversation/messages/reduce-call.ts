import { editedCallOf, editedInput } from '../../approval/edit/edited-call.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { parsePartialJson } from '../../protocol/foreign/partial-json.js';
import { phaseAfter } from '../../protocol/ledger/call-ledger.js';
import { appendDelta } from '../../protocol/ledger/text-assembler.js';
import type { RunEventOf } from '../../protocol/run-event.js';
import { type CallRecord, type ToolPart, toolNameOf } from './call-record.js';
import { approvalId, approved, type Call, endedPart, toPart } from './ended-part.js';

/** An event about one call. */
export type CallEvent = RunEventOf<
  | 'tool-input-start'
  | 'tool-input-delta'
  | 'tool-input-end'
  | 'tool-call'
  | 'tool-approval-request'
  | 'approval-requested'
  | 'approval-responded'
  | 'external-requested'
  | 'tool-start'
  | 'tool-progress'
  | 'tool-end'
  | 'answer'
  | 'answer-retracted'
  | 'answer-refused'
  | 'policy-decision'
  | 'warning'
>;

/** Returns the id of the call that an event is about; `undefined` for an event about a tool or the whole run. */
export function callIdIn(event: CallEvent): string | undefined {
  if ('call' in event) return event.call.toolCallId;
  return event.type === 'warning' ? event.ranAs?.toolCallId : event.toolCallId;
}

/** The state of a part before the first character of its input. */
const emptyInput = { state: 'input-streaming', input: undefined, rawInput: '' } as const;

/**
 * Applies one event to the message part of a call. The part has the state of the AI SDK that comes closest. Its record
 * holds the exact phase, as the call ledger determines it, and everything else that the AI SDK has no member for.
 */
export function reduceCall({ part, record: before }: Call, event: CallEvent): ToolPart {
  const record = { ...before, phase: phaseAfter(before.phase, event) };
  const make = (state: object, next: CallRecord): ToolPart => toPart(part, state, next);
  switch (event.type) {
    case 'tool-input-start':
      return make(
        { ...executorOf(event), ...emptyInput },
        { phase: record.phase, ...definedProps({ isOutput: event.isOutput }) },
      );
    case 'tool-input-delta': {
      const text = appendDelta(rawInput(part), event);
      return make({ state: 'input-streaming', input: parsePartialJson(text), rawInput: text }, record);
    }
    case 'tool-input-end':
      return part;
    case 'tool-call':
      // A provider repeats the event of its own call when the call ends. The repetition is ignored.
      if (part.providerExecuted === true && before.phase !== 'writing') return part;
      return make(
        { ...executorOf(event), ...providerMetadataOf(event), state: 'input-available', input: event.input },
        { phase: record.phase, ...definedProps({ isOutput: event.isOutput }) },
      );
    case 'tool-approval-request':
      return make({ ...waitingPart(part), approval: { id: event.approvalId } }, confirmedRecord(record));
    case 'approval-requested':
    case 'external-requested':
      return make(requestedState(part, event), { ...withoutFormerTitle(record), ...requestedRecord(event.call) });
    case 'approval-responded':
      return make(
        { state: 'approval-responded', input: part.input, approval: approved(part) },
        { ...record, sent: true },
      );
    case 'tool-start':
      return make(
        event.approved
          ? { state: 'approval-responded', input: part.input, approval: approved(part) }
          : { state: 'input-available', input: part.input },
        startedRecord(record, event),
      );
    case 'tool-progress':
      return make({ ...part }, { ...confirmedRecord(record), progress: event.value });
    case 'answer':
      return make({ ...part }, answeredRecord({ part, record }, event));
    case 'answer-retracted':
      return make({ ...part }, withoutAnswer(record));
    case 'answer-refused':
      return make({ state: 'input-available', input: part.input }, reopenedRecord(record));
    case 'policy-decision':
      if (event.effect === 'ask') return part;
      return make({ ...part }, { ...record, by: event.by, ...definedProps({ title: event.title }) });
    case 'warning':
      return make({ ...part }, { ...confirmedRecord(record), ...definedProps({ ranAs: event.ranAs?.input }) });
    case 'tool-end':
      return finishedPart({ part, record: timedRecord(before, event) }, event);
    default:
      return event satisfies never;
  }
}

function waitingPart({ input }: ToolPart): object {
  return { state: 'approval-requested', input };
}

function requestedState(part: ToolPart, { type }: Pick<CallEvent, 'type'>): object {
  if (type === 'external-requested') return { state: 'input-available', input: part.input };
  return { state: 'approval-requested', input: part.input, approval: { id: approvalId(part) } };
}

/** Records that an approval which was `sent` has arrived: the server has reported something about the call. */
function confirmedRecord({ sent, ...record }: CallRecord): CallRecord {
  return sent === undefined ? record : { ...record, ran: true };
}

/** Returns the record from before the answer, which a server has refused. */
function reopenedRecord({
  phase,
  title,
  formerTitle = title,
  redactions,
  isOutput,
  interrupted,
  ran,
}: CallRecord): CallRecord {
  return { phase, ...definedProps({ title: formerTitle, redactions, isOutput, interrupted, ran }) };
}

/** Records an answer. A call that is approved with an edited input gets the title of that input. */
function answeredRecord({ part, record }: Call, { answer, by, editedCall }: RunEventOf<'answer'>): CallRecord {
  if (answer === 'defer') return record;
  const call = { toolName: toolNameOf(part), input: part.input as JSONValue, redactions: record.redactions }; // a call's input is JSON
  const edited = editedInput(answer, call.input);
  const title = editedCallOf(call, answer, editedCall)?.title;
  if (edited === undefined || title === undefined) return { ...record, by };
  return { ...renamedRecord(record, title), by, edited };
}

/** Sets another title after an edit. The title before the first edit is stored, if it differs. */
function renamedRecord({ formerTitle, ...record }: CallRecord, title: string): CallRecord {
  const former = formerTitle ?? record.title;
  return { ...record, title, ...definedProps({ formerTitle: former === title ? undefined : former }) };
}

/** Returns the record from before an answer that was retracted. */
function withoutAnswer({ by: _, edited: __, formerTitle, ...record }: CallRecord): CallRecord {
  return { ...record, ...definedProps({ title: formerTitle ?? record.title }) };
}

function startedRecord(
  { interrupted: _, sent: __, ...record }: CallRecord,
  { title, edited, input, at }: RunEventOf<'tool-start'>,
): CallRecord {
  const named = edited ? { ...renamedRecord(record, title), edited: input } : { ...record, title };
  return { ...named, ran: true, startedAt: at };
}

function finishedPart(call: Call, event: RunEventOf<'tool-end'>): ToolPart {
  return { ...endedPart(call, event.end), ...metadataOfResult(event) } as ToolPart; // the result's metadata is a member
}

/** Records the duration of the execution that ends with an event. The clocks of two machines may differ. */
function timedRecord({ startedAt, ...record }: CallRecord, { at }: RunEventOf<'tool-end'>): CallRecord {
  return startedAt === undefined ? record : { ...record, duration: Math.max(0, at - startedAt) };
}

/** Forgets an earlier edit, because the new request has a title of its own, and a start, because it waits now. */
function withoutFormerTitle({ formerTitle: _, startedAt: __, ...record }: CallRecord): CallRecord {
  return record;
}

function requestedRecord({ title, redactions, interrupted }: DeferredCall): Partial<CallRecord> {
  return {
    title,
    ...(redactions === undefined ? {} : { redactions }),
    ...(interrupted === undefined ? {} : { ran: true, interrupted: true }),
  };
}

function executorOf({ providerExecuted }: Pick<ToolPart, 'providerExecuted'>): Pick<ToolPart, 'providerExecuted'> {
  return providerExecuted === true ? { providerExecuted } : {};
}

function providerMetadataOf({ providerMetadata }: RunEventOf<'tool-call'>): Pick<ToolPart, 'callProviderMetadata'> {
  return providerMetadata === undefined ? {} : { callProviderMetadata: providerMetadata };
}

function metadataOfResult({ providerMetadata }: RunEventOf<'tool-end'>): object {
  return providerMetadata === undefined ? {} : { resultProviderMetadata: providerMetadata };
}

function rawInput(part: ToolPart): string {
  return 'rawInput' in part && typeof part.rawInput === 'string' ? part.rawInput : '';
}
