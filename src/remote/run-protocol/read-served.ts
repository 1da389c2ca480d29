import { digestOf } from '../../approval/grants/digest.js';
import type { DecisionEntry } from '../../approval/record/decision-entry.js';
import { isCallOrigin } from '../../protocol/base/call-origin.js';
import { RemoteError } from '../../protocol/base/errors.js';
import { isList, isRecord, ownMember } from '../../protocol/base/record.js';
import { isIssue } from '../../protocol/call-end.js';
import { type DeferredCall, deferredCalls } from '../../protocol/deferred.js';
import { nestsTooDeep } from '../../protocol/foreign/foreign-json.js';
import { type Check, is } from '../../protocol/foreign/shape.js';
import { isPreview } from '../../protocol/preview.js';
import { isAnswer, isDecidedBy, isRequests } from '../../protocol/run-event-shape.js';
import type { AcceptedAnswer, AnswerReceipt } from './batch-record.js';
import type { BatchView, DecidedBatchView } from './batch-view.js';
import type { ListedRun, RunState } from './run-record.js';

/** The maximum number of calls of a batch, because each is a card. */
const maxCalls = 1000;

const isPerson = is.shape({
  id: is.text,
  name: is.maybe(is.text),
  roles: is.maybe(is.listOf(is.text)),
  tenant: is.maybe(is.text),
});

const isAcceptedAnswer = is.shape({
  toolCallId: is.text,
  answer: isAnswer,
  by: isDecidedBy,
  person: is.maybe(isPerson),
  digest: is.maybe(is.text),
  edited: is.maybe(is.text),
  at: is.time,
});

const isPolicyCall = is.shape({
  toolName: is.text,
  capabilities: is.listOf(is.text),
  declared: is.maybe(is.listOf(is.text)),
  origin: is.maybe(isCallOrigin),
});

const isCallAbout = is.shape({
  schema: is.maybe(is.record),
  preview: is.maybe((preview) => isRecord(preview) && isPreview(preview)),
  policyCall: is.maybe(isPolicyCall),
});

const extension = { expiresAt: is.time, by: isDecidedBy, at: is.time };

const isView = is.shape({
  batchId: is.text,
  runId: is.text,
  agentPath: is.listOf(is.text),
  round: is.finite,
  requests: isRequests,
  about: is.recordOf(isCallAbout),
  askedAt: is.time,
  expiresAt: is.recordOf(is.time),
  onExpiry: is.oneOf('deny', 'park', 'fail'),
  requester: isPerson,
  state: is.oneOf('open', 'answered', 'withdrawn'),
  answers: is.listOf(isAcceptedAnswer),
  missing: is.recordOf(is.finite),
  refused: is.maybe(is.shape({ toolCallId: is.text, answer: isAnswer, issue: isIssue })),
  extensions: is.maybe(is.listOf(is.shape({ toolCallId: is.text, ...extension }))),
});

/**
 * Reads a batch from a server. The digest of each call is computed here from the input that people see, so that an
 * approval never names another
 * call. Only a page without WebCrypto has to trust the server's digests.
 *
 * @returns `undefined` when the body is not a batch.
 * @throws RemoteError `remote-malformed` when the server's digest of a call belongs to another input: nobody may be
 * asked about it.
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
    `The server's question about '${toolCallId}' ${what}, so an answer could count for something that was never shown. Nobody was asked. Look for a proxy between the page and the run server.`,
    { cause },
  );
}

/** Reads a batch with answers of the person who asks. Returns `undefined` when the value is something else. */
export async function readDecidedBatch(value: unknown): Promise<DecidedBatchView | undefined> {
  if (!isRecord(value) || !isList(value.answers) || nestsTooDeep(value.answers)) return undefined;
  const batch = await readBatchView(value.batch);
  const answers = value.answers.filter((taken): taken is AcceptedAnswer => isAcceptedAnswer(taken));
  return batch === undefined ? undefined : { batch, answers };
}

/** Returns `true` for a batch that can be shown: its shape, depth and number of calls are checked. */
function isBatchView(body: unknown): body is BatchView {
  if (!isView(body) || nestsTooDeep(body)) return false;
  const { requests } = body as BatchView; // Checked above.
  const ids = deferredCalls(requests).map(({ call }) => call.toolCallId);
  return ids.length <= maxCalls && new Set(ids).size === ids.length;
}

const receiptShapes: Readonly<Record<AnswerReceipt['type'], Check>> = {
  taken: () => true,
  counted: is.shape({ missing: is.finite }),
  late: is.shape({ stands: isAcceptedAnswer }),
  withdrawn: () => true,
};

/** Returns `true` for a valid receipt of an answer. */
export function isReceipt(value: unknown): value is AnswerReceipt {
  if (!isRecord(value) || typeof value.toolCallId !== 'string' || typeof value.type !== 'string') return false;
  return ownMember(receiptShapes, value.type)?.(value) === true && !nestsTooDeep(value);
}

const runStates: Readonly<Record<RunState['type'], Check>> = {
  running: () => true,
  waiting: is.shape({ since: is.time, batchId: is.text }),
  ended: is.shape({ outcome: is.oneOf('completed', 'deferred', 'aborted', 'failed'), at: is.time }),
  stuck: is.shape({ why: is.text }),
};

const isRunState: Check = (state) =>
  isRecord(state) && typeof state.type === 'string' && ownMember(runStates, state.type)?.(state) === true;

const isRun = is.shape({
  runId: is.text,
  key: is.maybe(is.text),
  agent: is.text,
  conversationId: is.text,
  title: is.text,
  metadata: is.maybe(is.record),
  startedBy: isPerson,
  startedAt: is.time,
  state: isRunState,
});

/** Returns `true` for a run of a list. */
export function isListedRun(value: unknown): value is ListedRun {
  return isRun(value) && !nestsTooDeep(value);
}

const isDecision = is.shape({ verdict: is.text, by: isDecidedBy, at: is.time });

const isEntry = is.shape({
  v: (version) => version === 1,
  kind: is.oneOf('approval', 'external', 'policy'),
  runId: is.text,
  agentPath: is.listOf(is.text),
  toolName: is.text,
  toolCallId: is.maybe(is.text),
  batchId: is.maybe(is.text),
  title: is.maybe(is.text),
  redactions: is.listOf(is.record),
  capabilities: is.maybe(is.listOf(is.text)),
  reason: is.maybe(is.text),
  askedBy: is.maybe(isDecidedBy),
  askedAt: is.maybe(is.time),
  expiresAt: is.maybe(is.time),
  decision: is.maybe(isDecision),
  message: is.maybe(is.text),
  note: is.maybe(is.text),
  edit: is.maybe(is.shape({ redactions: is.listOf(is.record), changed: is.listOf(is.listOf(is.anything)) })),
  overruled: is.listOf(isDecision),
  outcome: is.maybe(is.shape({ status: is.text, at: is.time, message: is.maybe(is.text) })),
  late: is.listOf(is.shape({ reason: is.text, at: is.time })),
  extensions: is.maybe(is.listOf(is.shape(extension))),
});

/** Returns `true` for an entry of a record of decisions. */
export function isDecisionEntry(value: unknown): value is DecisionEntry {
  return isEntry(value) && !nestsTooDeep(value);
}
