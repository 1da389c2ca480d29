import type { RunJournal } from '../../agent/run/journal.js';
import type { ConversationSnapshot } from '../../conversation/state/conversation-snapshot.js';
import { CountersignError } from '../../protocol/base/errors.js';
import { isRecord } from '../../protocol/base/record.js';
import { listRunIds } from '../conversations/conversation-members.js';
import { summaryKind } from '../conversations/conversation-record.js';
import { ConversationPacker, saveDrafts } from '../conversations/packed-conversation.js';
import { conversationRunId, leadConversation, saveConversation } from '../conversations/write-conversation.js';
import type { ConversationClaim } from '../plugin/conversation-repository.js';
import type { Records } from '../records/records.js';
import { type EventLog, eventAppender } from '../runs/event-log.js';
import { createLogWriter } from '../runs/log-writer.js';
import { LongTexts } from '../runs/long-texts.js';
import { type RunLead, readLedRun, takeLead } from '../runs/run-rows.js';
import { createStepJournal } from '../runs/step-journal.js';
import type { PageClaim } from './page-claim.js';
import type { PageNotifier } from './page-notifier.js';

/** The conversation that a page has claimed. */
interface ClaimedConversation {
  readonly id: string;
  readonly notifier: PageNotifier;
  /**
   * The packers of the conversations that this page leads, by id. Loading a conversation registers its rows with its
   * packer, so that they are not written again.
   */
  readonly packers: Map<string, ConversationPacker>;
}

/** Takes the lead of a conversation for the page that has claimed it. Later writes of an earlier page are rejected. */
export async function claimConversation(
  records: Records,
  { id, notifier, packers }: ClaimedConversation,
  claim: PageClaim,
): Promise<ConversationClaim> {
  const lead = { runId: conversationRunId(id), epoch: 0 };
  const runIds = new Set<string>();
  let isTitled = false;
  try {
    lead.epoch = await leadConversation(records, id);
    const known = await readKnown(records, id);
    for (const runId of known.runIds) runIds.add(runId);
    isTitled = known.isTitled;
  } catch (error) {
    // Another page may be able to lead the conversation.
    claim.release();
    throw error;
  }
  const texts = new LongTexts(records, id, lead);
  const packer = new ConversationPacker(records, id, texts);
  packers.set(id, packer);
  const guard = releaseOnceDeleted(claim, { records, notifier, lead });
  const save = async (snapshot: ConversationSnapshot): Promise<void> => {
    const { status: state, active } = snapshot;
    if (active !== undefined) runIds.add(active.runId);
    // Once the snapshot says that a run has ended, no later page stores the event of its end, so it is stored first.
    else await log.flush();
    const firstTitle = isTitled ? undefined : titleFromFirstMessage(snapshot);
    const saved = { id, state, updatedAt: records.now(), runIds: [...runIds], snapshot, firstTitle };
    const isListChanged = await guard(saveConversation(records, saved, { lead, packer }));
    isTitled ||= firstTitle !== '';
    if (isListChanged) notifier.notify();
  };
  // Each activation of a run takes the lead of the run, which fails when this page does not lead the conversation any
  // more. It has only one log appender, so that its events are stored in order, however long encryption takes.
  const activations = new Map<string, Promise<ActivatedRun>>();
  const activate = (runId: string): Promise<ActivatedRun> => {
    const own = activations.get(runId) ?? guard(startActivation(records, runId, { lead, texts }));
    activations.set(runId, own);
    return own;
  };
  const log = createLogWriter(async (runId) => (await activate(runId)).append, records);
  const journal = (runId: string): RunJournal => {
    activations.delete(runId);
    let activation: Promise<ActivatedRun> | undefined;
    return {
      step: async (...step) => {
        activation ??= activate(runId);
        return await (await activation).journal.step(...step);
      },
    };
  };
  const release = (): void => void log.flush().finally(() => claim.release());
  const persistDrafts = (drafts: ConversationSnapshot['drafts']): Promise<void> =>
    guard(saveDrafts(records, drafts, { lead, packer }));
  return { ...claim, save, saveDrafts: persistDrafts, journal, told: log.told, logStored: log.flush, release };
}

/** Reads the ids of the runs of a conversation, and if it has a title. */
async function readKnown(
  records: Records,
  id: string,
): Promise<{ readonly runIds: readonly string[]; readonly isTitled: boolean }> {
  const { summary, runIds } = await records.transact(['conversations', 'members'], 'read', async (rows) => ({
    summary: await rows.find(summaryKind, [id]),
    runIds: await listRunIds(rows, id),
  }));
  const isTitled = summary !== undefined && (await records.open(summaryKind, summary)).value.title !== '';
  return { runIds, isTitled };
}

/**
 * Releases a claim once its conversation was deleted, with the error as the reason. Checks it whenever a page changes a
 * conversation. Where pages cannot notify each other, the next guarded operation finds out.
 *
 * @returns a function that guards an operation on the conversation: if it rejects because the conversation was deleted,
 *   the claim is released.
 */
function releaseOnceDeleted(
  { lost, release }: PageClaim,
  { records, notifier, lead }: { readonly records: Records; readonly notifier: PageNotifier; readonly lead: RunLead },
): <T>(work: Promise<T>) => Promise<T> {
  const guard = async <T>(operation: Promise<T>): Promise<T> => {
    try {
      return await operation;
    } catch (error) {
      if (CountersignError.isInstance(error) && error.code === 'run-cleaned') release(error);
      throw error;
    }
  };
  const check = (): Promise<unknown> => guard(records.transact(['runs'], 'read', (rows) => readLedRun(rows, lead)));
  // Other errors are reported by the next operation that stores something.
  const unsubscribe = notifier.subscribe(() => void check().catch(() => {}));
  if (lost.aborted) unsubscribe();
  else lost.addEventListener('abort', unsubscribe, { once: true });
  return guard;
}

/** An activation of a run, as the page that leads it writes it: its journal, and the function that extends its log. */
interface ActivatedRun {
  readonly journal: RunJournal;
  readonly append: EventLog['append'];
}

async function startActivation(
  records: Records,
  runId: string,
  { lead, texts }: { readonly lead: RunLead; readonly texts: LongTexts },
): Promise<ActivatedRun> {
  const activation = { runId, epoch: await takeLead(records, runId, { within: lead }) };
  return { journal: createStepJournal(records, activation, true), append: eventAppender(records, activation, texts) };
}

/** Returns the beginning of the first message of the user, as the title of the conversation. */
function titleFromFirstMessage({ shown, active }: ConversationSnapshot): string {
  const first: unknown = shown.find(({ role }) => role === 'user')?.parts.find(({ type }) => type === 'text');
  const text = isRecord(first) ? first.text : active?.input;
  return typeof text === 'string' ? text.slice(0, 80) : '';
}
