import type { RunJournal } from '../../agent/run/journal.js';
import type { ConversationSnapshot } from '../../conversation/state/conversation-snapshot.js';
import { CountersignError } from '../../protocol/base/errors.js';
import { isRecord } from '../../protocol/base/record.js';
import { listRunIds } from '../conversations/conversation-members.js';
import { summaryKind } from '../conversations/conversation-record.js';
import { leadConversation, ownRun, saveConversation } from '../conversations/conversation-shelf.js';
import { ConversationPacker, saveDrafts } from '../conversations/packed-conversation.js';
import type { ConversationClaim } from '../plugin/conversation-repository.js';
import type { Records } from '../records/records.js';
import { type EventLog, eventAppender } from '../runs/event-log.js';
import { createLogWriter } from '../runs/log-writer.js';
import { LongTexts } from '../runs/long-texts.js';
import { type RunLead, readLedRun, takeLead } from '../runs/run-rows.js';
import { createStepJournal } from '../runs/step-journal.js';
import type { PageClaim } from './page-claim.js';
import type { PageNotifier } from './page-notifier.js';

/** The conversation that a page has the right to. */
interface ClaimedConversation {
  readonly id: string;
  readonly notifier: PageNotifier;
  /** Those of the conversations that this page leads: what it loads of one is not written again. */
  readonly packers: Map<string, ConversationPacker>;
}

/** Continues a conversation for the page that has the right to it. Later writes of an earlier page are refused. */
export async function claimConversation(
  records: Records,
  { id, notifier, packers }: ClaimedConversation,
  claim: PageClaim,
): Promise<ConversationClaim> {
  const lead = { runId: ownRun(id), epoch: 0 };
  const runIds = new Set<string>();
  let isTitled = false;
  try {
    lead.epoch = await leadConversation(records, id);
    const known = await readKnown(records, id);
    for (const runId of known.runIds) runIds.add(runId);
    isTitled = known.isTitled;
  } catch (error) {
    // Another page may have more luck.
    claim.release();
    throw error;
  }
  const texts = new LongTexts(records, id, lead);
  const packer = new ConversationPacker(records, id, texts);
  packers.set(id, packer);
  const led = endOnceDeleted(claim, { records, notifier, lead });
  const save = async (snapshot: ConversationSnapshot): Promise<void> => {
    const { status: state, active } = snapshot;
    if (active !== undefined) runIds.add(active.runId);
    // Once it is kept that a run is over, no later page tells its end.
    else await log.flush();
    const firstTitle = isTitled ? undefined : firstWords(snapshot);
    const saved = { id, state, updatedAt: records.now(), runIds: [...runIds], snapshot, firstTitle };
    const isShownOtherwise = await led(saveConversation(records, saved, { lead, packer }));
    isTitled ||= firstTitle !== '';
    // What is only typed changes nothing in a list.
    if (isShownOtherwise) notifier.notify();
  };
  // Each life of a run takes its lead, as long as this page has the conversation's. Its log is written under the same,
  // and there is one a life: what is told to it later is written later, however long sealing takes.
  const lives = new Map<string, Promise<ActivatedRun>>();
  const startRun = (runId: string): Promise<ActivatedRun> => {
    const own = lives.get(runId) ?? led(startActivation(records, runId, { lead, texts }));
    lives.set(runId, own);
    return own;
  };
  const log = createLogWriter(async (runId) => (await startRun(runId)).append, records);
  const journal = (runId: string): RunJournal => {
    lives.delete(runId);
    let led: Promise<ActivatedRun> | undefined;
    return {
      step: async (...step) => {
        led ??= startRun(runId);
        return await (await led).journal.step(...step);
      },
    };
  };
  const release = (): void => void log.flush().finally(() => claim.release());
  const keepDrafts = (drafts: ConversationSnapshot['drafts']): Promise<void> =>
    led(saveDrafts(records, drafts, { lead, packer }));
  return { ...claim, save, saveDrafts: keepDrafts, journal, told: log.told, logStored: log.flush, release };
}

/** Reads the runs of a conversation, and whether it has a title. */
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
 * Gives a claim back once its conversation is deleted, which is the reason then. A page that cannot hear of that is
 * told by what it asks for next.
 *
 * @returns asks for something of the conversation itself.
 */
function endOnceDeleted(
  { lost, release }: PageClaim,
  { records, notifier, lead }: { readonly records: Records; readonly notifier: PageNotifier; readonly lead: RunLead },
): <T>(work: Promise<T>) => Promise<T> {
  const led = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (CountersignError.isInstance(error) && error.code === 'run-cleaned') release(error);
      throw error;
    }
  };
  const look = (): Promise<unknown> => led(records.transact(['runs'], 'read', (rows) => readLedRun(rows, lead)));
  // Whatever else keeps it from looking, is said where something is to be kept.
  const unsubscribe = notifier.subscribe(() => void look().catch(() => {}));
  if (lost.aborted) unsubscribe();
  else lost.addEventListener('abort', unsubscribe, { once: true });
  return led;
}

/**
 * A life of a run: its journal, and what writes its log. The page leads it from its first step on, as long as it leads
 * the conversation.
 */
interface ActivatedRun {
  readonly journal: RunJournal;
  readonly append: EventLog['append'];
}

async function startActivation(
  records: Records,
  runId: string,
  { lead, texts }: { readonly lead: RunLead; readonly texts: LongTexts },
): Promise<ActivatedRun> {
  const life = { runId, epoch: await takeLead(records, runId, { within: lead }) };
  return { journal: createStepJournal(records, life, true), append: eventAppender(records, life, texts) };
}

/** The beginning of what was said first. */
function firstWords({ shown, active }: ConversationSnapshot): string {
  const first: unknown = shown.find(({ role }) => role === 'user')?.parts.find(({ type }) => type === 'text');
  const text = isRecord(first) ? first.text : active?.input;
  return typeof text === 'string' ? text.slice(0, 80) : '';
}
