import { digestOf } from '../../approval/grants/digest.js';
import { findJsonIssues } from '../../json-schema/find-json-issues.js';
import type { DeferredAnswer } from '../../protocol/answers.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { hasFilesInline } from '../../protocol/base/json-messages.js';
import { parseApproval, parseCall, refuseRunAgain } from '../../protocol/build-results.js';
import { issueText } from '../../protocol/call-end.js';
import { type DeferredCall, type DeferredKind, deferredCalls } from '../../protocol/deferred.js';
import type { AcceptedAnswer, BatchRecord } from '../../remote/run-protocol/batch-record.js';
import type { Person } from '../../remote/run-protocol/run-record.js';
import { Refusal } from '../request/refusal.js';
import { canApprove, countsAlready, currentCall, decidedByPeople } from './effective-answer.js';

/** Answers as a client sent them, by tool call id. Their content is not validated yet. */
export type SentAnswers = Readonly<Record<string, { readonly answer?: unknown; readonly digest?: string | undefined }>>;

/** The person who answers, and the time. */
interface AnswerContext {
  readonly person: Person;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Validates the answers of a client. If one of them is invalid, none is accepted.
 *
 * @throws Refusal `unknown-answer`, `wrong-answer`, `digest-missing`, `other-digest`, `invalid-answer`, `not-counted`.
 */
export async function checkAnswers(
  record: BatchRecord,
  sent: SentAnswers,
  { person, at }: AnswerContext,
): Promise<readonly AcceptedAnswer[]> {
  const open = new Map(deferredCalls(record.batch.requests).map((one) => [one.call.toolCallId, one]));
  const by = decidedByPeople([person]);
  const checked = Object.entries(sent).map(
    async ([toolCallId, { answer: sentAnswer, digest }]): Promise<AcceptedAnswer> => {
      const about = open.get(toolCallId);
      if (about === undefined) throw new Refusal('unknown-answer');
      const answer = readSentAnswer(about, sentAnswer);
      checkFiles(toolCallId, answer);
      const taken: AcceptedAnswer = { toolCallId, answer, by, person, digest, at };
      // A repeated request has the digest of the first time, which an edit since then may have changed.
      if (!countsAlready(record, about.call, taken)) checkShown(currentCall(record, about.call), digest);
      const edited = await checkApproved(record, about.call, { answer, person });
      return { ...taken, ...(edited === undefined ? {} : { edited }) };
    },
  );
  if (checked.length === 0) throw new Refusal('answers-missing');
  return await Promise.all(checked);
}

function readSentAnswer(
  { kind, call }: { readonly kind: DeferredKind; readonly call: DeferredCall },
  sent: unknown,
): DeferredAnswer {
  try {
    const answer = kind === 'approval' ? parseApproval(call.toolCallId, sent) : parseCall(call.toolCallId, sent);
    refuseRunAgain(call, answer);
    // Only the server may expire a call or name its approvers.
    if (answer.kind === 'tool-expired') throw new Refusal('wrong-answer');
    if (answer.kind !== 'tool-approved') return answer;
    const { approvedBy: _, ...own } = answer;
    return own;
  } catch {
    throw new Refusal('wrong-answer', call.toolCallId, { toolCallId: call.toolCallId });
  }
}

function checkFiles(toolCallId: string, answer: DeferredAnswer): void {
  if (answer.kind !== 'tool-return' || answer.content === undefined || hasFilesInline(answer.content)) return;
  throw new Refusal(
    'invalid-answer',
    `The content for '${toolCallId}' names files by address. Send them as data: URLs.`,
    { toolCallId },
  );
}

/** Checks that an answer has the digest of the call as it is now: the person must have seen what would run. */
function checkShown({ toolCallId, digest }: DeferredCall, shown: string | undefined): void {
  if (digest === undefined) return;
  if (shown === undefined) throw new Refusal('digest-missing', toolCallId, { toolCallId });
  if (shown !== digest) throw new Refusal('other-digest', toolCallId, { toolCallId });
}

/** Validates an approval and its edit. Returns the digest of the edited input, if there is one. */
async function checkApproved(
  { batch }: BatchRecord,
  call: DeferredCall,
  { answer, person }: { readonly answer: DeferredAnswer; readonly person: Person },
): Promise<string | undefined> {
  if (answer.kind !== 'tool-approved') return undefined;
  const { toolCallId, toolName } = call;
  if (!canApprove(call, person, batch.requester)) throw new Refusal('not-counted', toolCallId, { toolCallId });
  if (answer.overrideArgs === undefined) return undefined;
  const schema = batch.about[toolCallId]?.schema;
  if (call.fixedBy !== undefined || schema === undefined)
    throw new Refusal('invalid-answer', `The input of '${toolCallId}' cannot be edited.`, { toolCallId });
  const [issue] = findJsonIssues(schema, answer.overrideArgs) ?? [];
  if (issue !== undefined) throw new Refusal('invalid-answer', issueText(issue, 'input'), { toolCallId, issue });
  const input: JSONValue = answer.overrideArgs;
  return (await digestOf({ toolName, input })).digest;
}
