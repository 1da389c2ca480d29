import type { BatchRecord, TakenAnswer } from '../../agent/run-server/batch-record.js';
import type { Person } from '../../agent/run-server/run-record.js';
import { defaultTitle } from '../../approval/default-title.js';
import type { ToolApproved } from '../../protocol/answers.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { given } from '../../protocol/base/record.js';
import type { DecidedBy, NamedPerson, PeopleNeeded } from '../../protocol/decided-by.js';
import { type DeferredCall, deferredCalls } from '../../protocol/deferred.js';
import type { BatchAnswers } from '../request/read-answers.js';

/** A yes that counts for what would run now. */
interface CountedYes {
  readonly taken: TakenAnswer;
  readonly person: Person;
  readonly answer: ToolApproved;
}

/** What has been said of a call that takes several people. */
interface Count {
  /** The digest of what would run: of the last edit or, without one, of what the model wrote. */
  readonly digest: string | undefined;
  /** What people wrote instead, if they did. */
  readonly edited: JSONValue | undefined;
  readonly yeses: readonly CountedYes[];
  readonly standing: TakenAnswer | undefined;
}

/** Whether a yes of this person counts for a rule that asks for people. */
export function countsFor({ from, notRequester }: PeopleNeeded, person: Person, requester: Person): boolean {
  if (notRequester === true && person.id === requester.id) return false;
  const names = [`person:${person.id}`, ...(person.roles ?? []).map((role) => `role:${role}`)];
  return from === undefined || from.some((one) => names.includes(one));
}

/** Returns `true` when an approval of this person counts for a call that they may answer. */
export function canApprove({ needs = [] }: DeferredCall, person: Person, requester: Person): boolean {
  return needs.length === 0 || needs.some((need) => countsFor(need, person, requester));
}

/** How many more people it takes. Each rule has its own, so that it is as many as the one that lacks most. */
export function missingPeople(record: BatchRecord, call: DeferredCall): number {
  return lackOf(record, call, countYeses(record, call).yeses);
}

/** The answer of a call that counts for good: the first or, where rules ask for several people, what theirs come to. `undefined`: it is open. */
export function standingAnswer(record: BatchRecord, toolCallId: string): TakenAnswer | undefined {
  const call = deferredCalls(record.batch.requests).find((one) => one.call.toolCallId === toolCallId)?.call;
  if (call === undefined) return undefined;
  if (call.needs === undefined) return record.answers.find((taken) => taken.toolCallId === toolCallId);
  return countYeses(record, call).standing;
}

/** The answers of a batch that count, by tool call id. */
export function standingAnswers(record: BatchRecord): BatchAnswers {
  return Object.fromEntries(
    deferredCalls(record.batch.requests).flatMap(({ call }) => {
      const taken = standingAnswer(record, call.toolCallId);
      return taken === undefined ? [] : [[call.toolCallId, taken.answer]];
    }),
  );
}

/** A call as it has to be shown now: who has said yes to it and, after an edit, what would run instead. */
export function callNow(record: BatchRecord, call: DeferredCall): DeferredCall {
  if (call.needs === undefined) return call;
  const { digest, edited, yeses } = countYeses(record, call);
  const approvedBy = yeses.map(({ person }) => toNamedPerson(person));
  const named = approvedBy.length === 0 ? {} : { approvedBy };
  if (edited === undefined) return { ...call, ...named };
  // What its tool said of the model's input says nothing of this one.
  const { toolCallId, toolName, needs, ...known } = call;
  const { description, asksFor, reason, redactions } = known;
  const own = { toolCallId, toolName, needs, title: defaultTitle(toolName, edited, redactions), input: edited };
  return { ...own, ...given({ description, asksFor, reason, redactions, digest }), ...named };
}

/** Returns `true` when the same person's same answer counts already: a repeated request changes nothing. */
export function countsAlready(record: BatchRecord, call: DeferredCall, taken: TakenAnswer): boolean {
  return countingAnswers(record, call).some(({ answer, person, digest }) => {
    if (person === undefined || person.id !== taken.person?.id || digest !== taken.digest) return false;
    return isSameJson(answer as unknown as JSONValue, taken.answer as unknown as JSONValue); // answers are plain JSON
  });
}

/** The answers to a call that an edit or a later denial has not superseded. */
function countingAnswers(record: BatchRecord, call: DeferredCall): readonly TakenAnswer[] {
  const own = record.answers.filter(({ toolCallId }) => toolCallId === call.toolCallId);
  if (call.needs === undefined) return own;
  const { yeses, standing } = countYeses(record, call);
  // Approvals before a denial, or before the deadline, decide nothing any more.
  const counting = standing === undefined || standing.answer.kind === 'tool-approved' ? yeses : [];
  return own.filter((taken) => taken === standing || counting.some((yes) => yes.taken === taken));
}

function countYeses(record: BatchRecord, call: DeferredCall): Count {
  let count: Count = { digest: call.digest, edited: undefined, yeses: [], standing: undefined };
  for (const taken of record.answers) {
    if (taken.toolCallId === call.toolCallId) count = addTo(count, record, { call, taken });
    if (count.standing !== undefined) break;
  }
  return count;
}

function addTo(
  count: Count,
  record: BatchRecord,
  { call, taken }: { readonly call: DeferredCall; readonly taken: TakenAnswer },
): Count {
  const { answer, person, edited: digest } = taken;
  // One no ends it, and so does the end of its time.
  if (answer.kind !== 'tool-approved' || person === undefined) return { ...count, standing: taken };
  const yes: CountedYes = { taken, person, answer };
  if (digest !== undefined && answer.overrideArgs !== undefined) {
    // Those before said yes to something else.
    return decided({ ...count, digest, edited: answer.overrideArgs, yeses: [yes] }, record, call);
  }
  const isOther = taken.digest !== count.digest || count.yeses.some(({ person: { id } }) => id === person.id);
  return isOther ? count : decided({ ...count, yeses: [...count.yeses, yes] }, record, call);
}

function decided(count: Count, record: BatchRecord, call: DeferredCall): Count {
  if (lackOf(record, call, count.yeses) > 0) return count;
  const { digest, edited, yeses } = count;
  const notes = yeses.flatMap(({ answer }) => (answer.note === undefined ? [] : [answer.note]));
  const last = yeses.at(-1)?.taken;
  const answer: ToolApproved = {
    kind: 'tool-approved',
    ...(edited === undefined ? {} : { overrideArgs: edited }),
    ...(notes.length === 0 ? {} : { note: notes.join('\n') }),
    approvedBy: yeses.map(({ person }) => person.id),
  };
  const by = decidedByPeople(yeses.map(({ person }) => person));
  return { ...count, standing: { toolCallId: call.toolCallId, answer, by, digest, at: last?.at ?? 0 } };
}

/** Names the people who decided, with the ids that tell two of the same name apart. */
export function decidedByPeople(people: readonly Person[]): DecidedBy {
  const [first, ...others] = people;
  if (first === undefined || others.length > 0) return { type: 'people', people: people.map(toNamedPerson) };
  return { type: 'person', id: first.id, name: first.name ?? first.id };
}

function toNamedPerson({ id, name }: Person): NamedPerson {
  return { id, ...given({ name }) };
}

function lackOf({ batch }: BatchRecord, { needs = [] }: DeferredCall, yeses: readonly CountedYes[]): number {
  const lacks = needs.map((need) => {
    const counted = yeses.filter(({ person }) => countsFor(need, person, batch.requester));
    return Math.max(0, need.approvals - counted.length);
  });
  return Math.max(0, ...lacks);
}
