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

/** The call that an event is about; `undefined`: a policy spoke of a tool as such. */
export function callIdIn(event: CallEvent): string | undefined {
  if ('call' in event) return event.call.toolCallId;
  return event.type === 'warning' ? event.ranAs?.toolCallId : event.toolCallId;
}

/** The input of a call whose model has only named its tool. */
const unwritten = { state: 'input-streaming', input: undefined, rawInput: '' } as const;

/**
 * Applies one event to a call's part. The AI SDK's states say what they can; the record says the rest. The phase is
 * that of the call ledger.
 */
export function reduceCall({ part, record: before }: Call, event: CallEvent): ToolPart {
  const record = { ...before, phase: phaseAfter(before.phase, event) };
  const make = (state: object, next: CallRecord): ToolPart => toPart(part, state, next);
  switch (event.type) {
    case 'tool-input-start':
      return make(
        { ...executor(event), ...unwritten },
        { phase: record.phase, ...definedProps({ isOutput: event.isOutput }) },
      );
    case 'tool-input-delta': {
      const text = appendDelta(rawInput(part), event);
      return make({ state: 'input-streaming', input: parsePartialJson(text), rawInput: text }, record);
    }
    case 'tool-input-end':
      return part;
    case 'tool-call':
      // A provider may repeat its call when it ends it. This is ignored.
      if (part.providerExecuted === true && before.phase !== 'writing') return part;
      return make(
        { ...executor(event), ...about(event), state: 'input-available', input: event.input },
        { phase: record.phase, ...definedProps({ isOutput: event.isOutput }) },
      );
    case 'tool-approval-request':
      return make({ ...waitingPart(part), approval: { id: event.approvalId } }, heardOf(record));
    case 'approval-requested':
    case 'external-requested':
      return make(askedState(part, event), { ...withoutFormerTitle(record), ...askedAbout(event.call) });
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
        started(record, event),
      );
    case 'tool-progress':
      return make({ ...part }, { ...heardOf(record), progress: event.value });
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
      return make({ ...part }, { ...heardOf(record), ...definedProps({ ranAs: event.ranAs?.input }) });
    case 'tool-end':
      return { ...endedPart({ part, record: before }, event.end), ...metadataOfResult(event) } as ToolPart;
    default:
      return event satisfies never;
  }
}

function waitingPart({ input }: ToolPart): object {
  return { state: 'approval-requested', input };
}

function askedState(part: ToolPart, { type }: Pick<CallEvent, 'type'>): object {
  if (type === 'external-requested') return { state: 'input-available', input: part.input };
  return { state: 'approval-requested', input: part.input, approval: { id: approvalId(part) } };
}

/** The executor of the call has reported progress, so the approval has arrived. */
function heardOf({ sent, ...record }: CallRecord): CallRecord {
  return sent === undefined ? record : { ...record, ran: true };
}

/** The call as it was before its answer was sent. */
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

/** A call that is approved with another input is named by that one from then on. */
function answeredRecord({ part, record }: Call, { answer, by, editedCall }: RunEventOf<'answer'>): CallRecord {
  if (answer === 'defer') return record;
  const call = { toolName: toolNameOf(part), input: part.input as JSONValue, redactions: record.redactions }; // a call's input is JSON
  const edited = editedInput(answer, call.input);
  const title = editedCallOf(call, answer, editedCall)?.title;
  if (edited === undefined || title === undefined) return { ...record, by };
  return { ...renamedRecord(record, title), by, edited };
}

/** The record of a call that is called otherwise since its input was edited. */
function renamedRecord({ formerTitle, ...record }: CallRecord, title: string): CallRecord {
  const former = formerTitle ?? record.title;
  return { ...record, title, ...definedProps({ formerTitle: former === title ? undefined : former }) };
}

function withoutAnswer({ by: _, edited: __, formerTitle, ...record }: CallRecord): CallRecord {
  return { ...record, ...definedProps({ title: formerTitle ?? record.title }) };
}

function started(
  { interrupted: _, sent: __, ...record }: CallRecord,
  { title, edited, input }: RunEventOf<'tool-start'>,
): CallRecord {
  const named = edited ? { ...renamedRecord(record, title), edited: input } : { ...record, title };
  return { ...named, ran: true };
}

/** A call that is asked about anew is known by the title of the new question. */
function withoutFormerTitle({ formerTitle: _, ...record }: CallRecord): CallRecord {
  return record;
}

function askedAbout({ title, redactions, interrupted }: DeferredCall): Partial<CallRecord> {
  return {
    title,
    ...(redactions === undefined ? {} : { redactions }),
    ...(interrupted === undefined ? {} : { ran: true, interrupted: true }),
  };
}

function executor({ providerExecuted }: Pick<ToolPart, 'providerExecuted'>): Pick<ToolPart, 'providerExecuted'> {
  return providerExecuted === true ? { providerExecuted } : {};
}

function about({ providerMetadata }: RunEventOf<'tool-call'>): Pick<ToolPart, 'callProviderMetadata'> {
  return providerMetadata === undefined ? {} : { callProviderMetadata: providerMetadata };
}

function metadataOfResult({ providerMetadata }: RunEventOf<'tool-end'>): object {
  return providerMetadata === undefined ? {} : { resultProviderMetadata: providerMetadata };
}

function rawInput(part: ToolPart): string {
  return 'rawInput' in part && typeof part.rawInput === 'string' ? part.rawInput : '';
}
