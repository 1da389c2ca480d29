import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { titleOr } from '../../protocol/base/words.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { Redactions, Risk } from '../../protocol/deferred.js';
import { type ApprovalState, type CallHandling, shownState, stateOfRecord } from '../../store/approval-state.js';
import type { CallTone } from '../../store/call-look.js';
import { callRecord, type ToolPart, toolNameOf } from '../../store/messages/call-record.js';
import { callLook } from '../card/describe-item.js';
import { inputOf } from '../card/input-of.js';
import type { GlyphName } from '../shared/glyph.js';
import { hideInText, secretsOf, titleOfPart } from '../value/hidden-places.js';

/** A call as the parts of a card show it, whether it waits on a card or stands in a message. */
export interface ApprovalView {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly title: string;
  readonly state: ApprovalState;
  readonly glyph: GlyphName;
  readonly tone: CallTone;
  readonly risk: Risk | undefined;
  /** Which agent asks, from the outermost in. */
  readonly agentPath: readonly string[];
  /** What the model wrote, as far as it has. */
  readonly input: unknown;
  /** What the tool wants hidden or shown in it. */
  readonly redactions: Redactions | undefined;
  readonly edited: JSONValue | undefined;
  /** What is hidden in them: no text about the call says it either. */
  readonly secrets: readonly string[];
  /** What the model is told: the reason of a denial, the message of a failure. */
  readonly message: string | undefined;
  readonly by: DecidedBy | undefined;
  /** When it was decided, in milliseconds since 1970. */
  readonly at: number | undefined;
  readonly progress: JSONValue | undefined;
  /** What the tool gave back. */
  readonly result: { readonly value: unknown } | undefined;
}

/** A call that waits, or was decided while its batch waits. */
export function viewOfItem(
  { call, state: itemState }: PendingItem,
  { agentPath }: Pick<PendingBatch, 'agentPath'>,
  waiting: Omit<CallHandling, 'state'>,
): ApprovalView {
  const state = shownState({ ...waiting, state: itemState });
  const decided = itemState.status === 'decided' ? itemState : undefined;
  const answer = decided === undefined || decided.answer === 'defer' ? undefined : decided.answer;
  const edited = answer !== undefined && 'overrideArgs' in answer ? answer.overrideArgs : undefined;
  const hiding = { ...call, edited };
  return {
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    title: hideInText(titleOr(call.title, call.toolName), hiding),
    state,
    ...callLook(state, call.risk),
    risk: call.risk,
    agentPath,
    input: call.input,
    redactions: call.redactions,
    edited,
    message: answer !== undefined && 'message' in answer ? hideInText(answer.message, hiding) : undefined,
    secrets: secretsOf(hiding),
    by: decided?.by,
    at: decided?.at,
    progress: undefined,
    result: undefined,
  };
}

/** A call as it stands in a message. */
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
