import { defaultTitle } from '../../approval/default-title.js';
import type { ToolApproved } from '../../protocol/answers.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import type { ApprovalProgress, DecidedBy, NamedPerson, PeopleNeeded } from '../../protocol/decided-by.js';
import { type DeferredCall, deferredCalls } from '../../protocol/deferred.js';
import type { AcceptedAnswer, BatchRecord } from '../../remote/run-protocol/batch-record.js';
import type { Person } from '../../remote/run-protocol/run-record.js';
import type { BatchAnswers } from '../request/read-answers.js';

/** An approval of the input that would run now. */
interface CountedApproval {
  readonly taken: AcceptedAnswer;
  readonly person: Person;
  readonly answer: ToolApproved;
}

/** The approvals so far of a call that requires several people. */
interface ApprovalCount {
  /** The digest of the input that would run: the last edit or, without one, the model's input. */
  readonly digest: string | undefined;
  /** The last edit. */
  readonly edited: JSONValue | undefined;
  readonly approvals: readonly CountedApproval[];
  readonly effective: AcceptedAnswer | undefined;
}

/** Returns `true` when an approval of this person counts for a rule that requires approvers. */
function countsFor({ from, notRequester }: PeopleNeeded, person: Person, requester: Person): boolean {
  if (notRequester === true && person.id === requester.id) return false;
  const names = [`person:${person.id}`, ...(person.roles ?? []).map((role) => `role:${role}`)];
  return from === undefined || from.some((one) => names.includes(one));
}

/** Returns `true` when an approval of this person counts for at least one rule of the call. */
export function canApprove({ needs = [] }: DeferredCall, person: Person, requester: Person): boolean {
  return needs.length === 0 || needs.some((need) => countsFor(need, person, requester));
}

/**
 * Returns the number of approvals that are missing. With several rules, it is the largest number that one rule lacks.
 */
export function missingApprovers(record: BatchRecord, call: DeferredCall): number {
  return missingCount(record, call, countApprovals(record, call).approvals);
}

/**
 * Returns the final answer of a call, or `undefined` if the call is open. It is the first answer or, if rules require
 * several people, the combination of their answers.
 */
export function effectiveAnswer(record: BatchRecord, toolCallId: string): AcceptedAnswer | undefined {
  const call = deferredCalls(record.batch.requests).find((one) => one.call.toolCallId === toolCallId)?.call;
  if (call === undefined) return undefined;
  if (call.needs === undefined) return record.answers.find((taken) => taken.toolCallId === toolCallId);
  return countApprovals(record, call).effective;
}

/** Returns the final answers of a batch, by tool call id. */
export function effectiveAnswers(record: BatchRecord): BatchAnswers {
  return Object.fromEntries(
    deferredCalls(record.batch.requests).flatMap(({ call }) => {
      const taken = effectiveAnswer(record, call.toolCallId);
      return taken === undefined ? [] : [[call.toolCallId, taken.answer]];
    }),
  );
}

/** Returns a call with its approvers so far and, after an edit, with the edited input. */
export function currentCall(record: BatchRecord, call: DeferredCall): DeferredCall {
  if (call.needs === undefined) return call;
  const { digest, edited, approvals } = countApprovals(record, call);
  const approvedBy = approvals.map(({ person }) => toNamedPerson(person));
  const named = approvedBy.length === 0 ? {} : { approvedBy };
  if (edited === undefined) return { ...call, ...named };
  // The tool described the model's input, so its other members do not apply to the edited one.
  const { toolCallId, toolName, needs, ...known } = call;
  const { description, asksFor, reason, redactions } = known;
  const own = { toolCallId, toolName, needs, title: defaultTitle(toolName, edited, redactions), input: edited };
  return { ...own, ...definedProps({ description, asksFor, reason, redactions, digest }), ...named };
}

/** Returns the approvals of a call that needs several people, as one person sees them. */
export function approvalProgress(record: BatchRecord, call: DeferredCall, viewer: Person): ApprovalProgress {
  const { approvals } = countApprovals(record, call);
  const { requester } = record.batch;
  const hasApproved = approvals.some(({ person }) => person.id === viewer.id);
  const open = canApprove(call, viewer, requester) ? 'open' : viewer.id === requester.id ? 'requester' : 'other';
  return {
    viewer: hasApproved ? 'approved' : open,
    viewerId: viewer.id,
    missing: (call.needs ?? []).map((need) => missingFor(need, record, approvals)),
    approvedAt: approvals.map(({ taken }) => taken.at),
  };
}

/** Returns `true` when the same answer of the same person counts already, as for a repeated request. */
export function countsAlready(record: BatchRecord, call: DeferredCall, taken: AcceptedAnswer): boolean {
  return countingAnswers(record, call).some(({ answer, person, digest }) => {
    if (person === undefined || person.id !== taken.person?.id || digest !== taken.digest) return false;
    return isSameJson(answer as unknown as JSONValue, taken.answer as unknown as JSONValue); // answers are plain JSON
  });
}

/** Returns the answers to a call that no edit or later denial has superseded. */
function countingAnswers(record: BatchRecord, call: DeferredCall): readonly AcceptedAnswer[] {
  const own = record.answers.filter(({ toolCallId }) => toolCallId === call.toolCallId);
  if (call.needs === undefined) return own;
  const { approvals, effective } = countApprovals(record, call);
  // A denial or an expiry supersedes the approvals before it.
  const counting = effective === undefined || effective.answer.kind === 'tool-approved' ? approvals : [];
  return own.filter((taken) => taken === effective || counting.some((approval) => approval.taken === taken));
}

function countApprovals(record: BatchRecord, call: DeferredCall): ApprovalCount {
  let count: ApprovalCount = { digest: call.digest, edited: undefined, approvals: [], effective: undefined };
  for (const taken of record.answers) {
    if (taken.toolCallId === call.toolCallId) count = countAnswer(count, record, { call, taken });
    if (count.effective !== undefined) break;
  }
  return count;
}

function countAnswer(
  count: ApprovalCount,
  record: BatchRecord,
  { call, taken }: { readonly call: DeferredCall; readonly taken: AcceptedAnswer },
): ApprovalCount {
  const { answer, person, edited: digest } = taken;
  // One denial or an expiry decides the call.
  if (answer.kind !== 'tool-approved' || person === undefined) return { ...count, effective: taken };
  const approval: CountedApproval = { taken, person, answer };
  if (digest !== undefined && answer.overrideArgs !== undefined) {
    // Earlier approvals were for another input.
    return completeCount({ ...count, digest, edited: answer.overrideArgs, approvals: [approval] }, record, call);
  }
  const isIgnored = taken.digest !== count.digest || count.approvals.some(({ person: { id } }) => id === person.id);
  return isIgnored ? count : completeCount({ ...count, approvals: [...count.approvals, approval] }, record, call);
}

/** Sets the final answer once every rule has enough approvals. */
function completeCount(count: ApprovalCount, record: BatchRecord, call: DeferredCall): ApprovalCount {
  if (missingCount(record, call, count.approvals) > 0) return count;
  const { digest, edited, approvals } = count;
  const notes = approvals.flatMap(({ answer }) => (answer.note === undefined ? [] : [answer.note]));
  const last = approvals.at(-1)?.taken;
  const answer: ToolApproved = {
    kind: 'tool-approved',
    ...(edited === undefined ? {} : { overrideArgs: edited }),
    ...(notes.length === 0 ? {} : { note: notes.join('\n') }),
    approvedBy: approvals.map(({ person }) => person.id),
  };
  const by = decidedByPeople(approvals.map(({ person }) => person));
  return { ...count, effective: { toolCallId: call.toolCallId, answer, by, digest, at: last?.at ?? 0 } };
}

/** Returns the people who decided, with their ids, since two people can have the same name. */
export function decidedByPeople(people: readonly Person[]): DecidedBy {
  const [first, ...others] = people;
  if (first === undefined || others.length > 0) return { type: 'people', people: people.map(toNamedPerson) };
  return { type: 'person', id: first.id, name: first.name ?? first.id };
}

function toNamedPerson({ id, name }: Person): NamedPerson {
  return { id, ...definedProps({ name }) };
}

function missingCount(
  record: BatchRecord,
  { needs = [] }: DeferredCall,
  approvals: readonly CountedApproval[],
): number {
  return Math.max(0, ...needs.map((need) => missingFor(need, record, approvals)));
}

function missingFor(need: PeopleNeeded, { batch }: BatchRecord, approvals: readonly CountedApproval[]): number {
  const counted = approvals.filter(({ person }) => countsFor(need, person, batch.requester));
  return Math.max(0, need.approvals - counted.length);
}
