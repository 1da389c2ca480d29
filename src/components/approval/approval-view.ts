import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import {
  type ApprovalState,
  type CallHandling,
  countedCall,
  shownState,
  stateOfRecord,
} from '../../conversation/approval-state.js';
import type { CallTone } from '../../conversation/call-look.js';
import { callRecord, type ToolPart, toolNameOf } from '../../conversation/messages/call-record.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { titleOr } from '../../protocol/base/words.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredCall, Redactions, Risk } from '../../protocol/deferred.js';
import { callLook } from '../card/describe-item.js';
import { inputOf } from '../card/input-of.js';
import type { GlyphName } from '../shared/glyph.js';
import { hideInText, secretsOf, titleOfPart } from '../value/hidden-places.js';

/** The data of a call that the parts of a card show, pending or in a message. */
export interface ApprovalView {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly title: string;
  /** The title before the edit, if the edit changed it. */
  readonly formerTitle: string | undefined;
  readonly state: ApprovalState;
  readonly glyph: GlyphName;
  readonly tone: CallTone;
  readonly risk: Risk | undefined;
  /** The agents that lead to the call, from the outermost in. */
  readonly agentPath: readonly string[];
  /** The input as far as the model has written it. */
  readonly input: unknown;
  /** The tool's redaction settings for the input. */
  readonly redactions: Redactions | undefined;
  /** The user's edit of the input: approved, or a draft. */
  readonly edited: JSONValue | undefined;
  /** The redacted values of both inputs: no text about the call shows them. */
  readonly secrets: readonly string[];
  /** The message for the model: the reason of a denial, the message of a failure. */
  readonly message: string | undefined;
  readonly by: DecidedBy | undefined;
  /** The time of the decision, in milliseconds since 1970. */
  readonly at: number | undefined;
  readonly progress: JSONValue | undefined;
  /** The result of the tool. */
  readonly result: { readonly value: unknown } | undefined;
}

/** Returns the view of a call that is pending, or decided while its batch is pending. */
export function viewOfItem(
  item: PendingItem,
  { agentPath }: Pick<PendingBatch, 'agentPath'>,
  {
    shown,
    ...waiting
  }: Omit<CallHandling, 'state'> & {
    /** The call that an answer would approve, with the input of its draft. */
    readonly shown: DeferredCall;
  },
): ApprovalView {
  const { call, state: itemState } = item;
  const state = shownState({ ...waiting, state: itemState });
  const decided = itemState.status === 'decided' ? itemState : undefined;
  const answer = decided === undefined || decided.answer === 'defer' ? undefined : decided.answer;
  const counted = decided === undefined ? shown : countedCall(item);
  const edited = counted === call ? undefined : counted.input;
  const redactions = bothRedactions(call.redactions, counted.redactions);
  const hiding = { ...call, redactions, edited };
  return {
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    title: hideInText(titleOr(counted.title, call.toolName), hiding),
    formerTitle: counted.title === call.title ? undefined : hideInText(call.title, hiding),
    state,
    ...callLook(state, counted.risk),
    risk: counted.risk,
    agentPath,
    input: call.input,
    redactions,
    edited,
    message: answer !== undefined && 'message' in answer ? hideInText(answer.message, hiding) : undefined,
    secrets: secretsOf(hiding),
    by: decided?.by,
    at: decided?.at,
    progress: undefined,
    result: undefined,
  };
}

/** Hides whatever either input hides, and shows only what both show. */
function bothRedactions(one: Redactions | undefined, other: Redactions | undefined): Redactions | undefined {
  if (one === other || other === undefined) return one;
  if (one === undefined) return { ...other, show: [] };
  const shownElsewhere = new Set((other.show ?? []).map((path) => JSON.stringify(path)));
  const shownByBoth = (one.show ?? []).filter((path) => shownElsewhere.has(JSON.stringify(path)));
  return { hide: [...(one.hide ?? []), ...(other.hide ?? [])], show: shownByBoth };
}

/** Returns the view of a call in a message. */
export function viewOfPart(part: ToolPart): ApprovalView {
  const record = callRecord(part);
  const state = stateOfRecord(record);
  const input = inputOf(part);
  const toolName = toolNameOf(part);
  const hiding = { input, redactions: record.redactions, edited: record.edited };
  return {
    toolCallId: part.toolCallId,
    toolName,
    title: titleOfPart(part, hiding),
    formerTitle: record.formerTitle === undefined ? undefined : hideInText(record.formerTitle, hiding),
    state,
    ...callLook(state),
    risk: undefined,
    agentPath: [],
    input,
    redactions: record.redactions,
    edited: record.edited,
    message: record.message === undefined ? undefined : hideInText(record.message, hiding),
    secrets: secretsOf(hiding),
    by: record.by,
    at: undefined,
    progress: state === 'running' ? record.progress : undefined,
    result: part.state === 'output-available' ? { value: part.output } : undefined,
  };
}
