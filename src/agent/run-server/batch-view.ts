import { digestOf } from '../../approval/grants/digest.js';
import { RemoteError } from '../../protocol/base/errors.js';
import { isList, isRecord } from '../../protocol/base/record.js';
import { type DeferredCall, deferredCalls } from '../../protocol/deferred.js';
import type { AnswerReceipt, BatchRecord, ServedBatch, TakenAnswer } from './batch-record.js';

/** A question as a server tells it to somebody who may answer: its calls as they would run now. */
export interface BatchView extends ServedBatch, Pick<BatchRecord, 'state'> {
  /** The answers that stand, one a call. */
  readonly answers: readonly TakenAnswer[];
  /** How many more people have to say yes, by tool call id. */
  readonly missing: Readonly<Record<string, number>>;
}

/** What became of answers, and the question after that. */
export interface AnswersTaken {
  readonly receipts: readonly AnswerReceipt[];
  readonly batch: BatchView;
}

/**
 * Reads a question of a server. The digest of each call is computed here from the input that people see, so that an approval never names
 * another call. Only a page without WebCrypto has to take the server's digests.
 *
 * @returns `undefined` when the body is not a question.
 * @throws RemoteError `remote-malformed` when the server's digest of a call belongs to another input: nobody may be asked about it.
 */
export async function readBatchView(body: unknown): Promise<BatchView | undefined> {
  if (!isBatchView(body)) return undefined;
  const { requests } = body;
  const [approvals, calls] = await Promise.all([
    Promise.all(requests.approvals.map(withOwnDigest)),
    Promise.all(requests.calls.map(withOwnDigest)),
  ]);
  return { ...body, requests: { ...requests, approvals, calls } };
}

async function withOwnDigest(call: DeferredCall): Promise<DeferredCall> {
  const own = await digestOf(call).catch((cause: unknown) => {
    throw malformed(call, 'has an input that is not plain JSON', cause);
  });
  if (own.digest !== undefined && call.digest !== undefined && own.digest !== call.digest)
    throw malformed(call, 'came with the digest of another input');
  return { ...call, ...own };
}

function malformed({ toolCallId }: DeferredCall, what: string, cause?: unknown): RemoteError {
  return new RemoteError(
    'remote-malformed',
    `The server's question about '${toolCallId}' ${what}, so an answer could count for something that nobody saw. Nobody was asked. Look at what stands between the page and the run server.`,
    { cause },
  );
}

/** As much as is relied on here; the rest is the word of the same package. */
function isBatchView(body: unknown): body is BatchView {
  if (!isRecord(body) || typeof body.batchId !== 'string' || typeof body.state !== 'string') return false;
  const { requests, about, expiresAt, answers } = body;
  const isWhole = isRecord(requests) && isList(requests.approvals) && isList(requests.calls);
  return isWhole && isRecord(about) && isRecord(expiresAt) && isList(answers);
}

/** A call as it is to be shown now. */
export function callIn({ requests }: BatchView, toolCallId: string): DeferredCall | undefined {
  return deferredCalls(requests).find(({ call }) => call.toolCallId === toolCallId)?.call;
}

/** The answer to a call that stands. */
export function standingIn({ answers }: BatchView, toolCallId: string): TakenAnswer | undefined {
  return answers.find((taken) => taken.toolCallId === toolCallId);
}
