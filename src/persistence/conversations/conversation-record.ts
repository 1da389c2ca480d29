import type { UIMessage } from 'ai';
import * as z from 'zod/mini';
import type { ConversationSnapshot } from '../../conversation/state/conversation-snapshot.js';
import type { ConversationStatus } from '../../conversation/state/conversation-state.js';
import { isRecord } from '../../protocol/base/record.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { StoredRun } from '../../protocol/stored-run.js';
import { type DataRow, dataRowShape, dataShape, type RowKind } from '../records/row-kinds.js';

/** A conversation without its messages, for lists. */
export interface ConversationSummary {
  readonly id: string;
  readonly title: string;
  readonly state: ConversationStatus;
  /** The time since which it waits for people, in milliseconds since 1970. */
  readonly waitingSince?: number | undefined;
  /** The time of the last change, in milliseconds since 1970. */
  readonly updatedAt: number;
}

/** A conversation. */
export interface ConversationRecord extends ConversationSummary {
  /** The ids of its runs, oldest first. They are deleted with the conversation. */
  readonly runIds: readonly string[];
  /** The messages on screen, from which the next run continues. */
  readonly messages: readonly UIMessage[];
  /** The open calls of a run, as `storeRun()` returned them. */
  readonly stored?: StoredRun | undefined;
  /** The state from which a page continues the conversation. Missing if no page has persisted it by `runKey`. */
  readonly snapshot?: ConversationSnapshot | undefined;
}

/** A conversation as JSON, to be stored elsewhere. It contains no answers and no steps. */
export interface ExportedConversation {
  readonly v: 1;
  readonly title: string;
  readonly messages: readonly UIMessage[];
  /** The events of each run, oldest first. */
  readonly runs: readonly (readonly { readonly key: string; readonly event: RunEvent }[])[];
}

/** The data of a conversation that a list shows. */
export interface SummaryRow extends DataRow {
  readonly state: ConversationStatus;
  readonly waitingSince?: number | undefined;
  readonly updatedAt: number;
  /**
   * `true` if its title is empty. The page that leads it sets one, unless a person has named it meanwhile.
   */
  readonly isUntitled?: boolean | undefined;
}

/** The row of a conversation without its messages, so that a list can load a thousand of them. */
export const summaryKind: RowKind<SummaryRow, { readonly title: string }> = {
  table: 'conversations',
  row: z.object({
    state: z.enum(['idle', 'running', 'waiting', 'deferred', 'failed']),
    waitingSince: z.optional(z.number()),
    updatedAt: z.number(),
    isUntitled: z.optional(z.boolean()),
    data: dataShape,
  }),
  value: z.object({ title: z.string() }),
};

/** Validates a list of messages as far as the page relies on it before it restores them. */
export const messagesShape: z.ZodMiniType<readonly UIMessage[]> = z.array(
  z.custom<UIMessage>(
    (data) =>
      isRecord(data) &&
      typeof data.id === 'string' &&
      typeof data.role === 'string' &&
      Array.isArray(data.parts) &&
      data.parts.every((part) => isRecord(part) && typeof part.type === 'string'),
  ),
);

interface Content {
  readonly messages: readonly UIMessage[];
  readonly stored?: StoredRun | undefined;
  readonly snapshot?: ConversationSnapshot | undefined;
}

// The run that continues from it validates the rest.
const storedShape = z.custom<StoredRun>((data) => isRecord(data) && data.v === 1 && Array.isArray(data.messages));

const snapshotShape = z.custom<ConversationSnapshot>(
  (data) => isRecord(data) && data.v === 1 && Array.isArray(data.history) && Array.isArray(data.shown),
);

/** Validates the content of a conversation after its rows were joined. */
export const contentShape: z.ZodMiniType<Content> = z.object({
  messages: messagesShape,
  stored: z.optional(storedShape),
  snapshot: z.optional(snapshotShape),
});

/** The row with the content of a conversation: its messages, or the numbers of the rows that hold them. */
export const contentKind: RowKind<DataRow, unknown> = { table: 'contents', row: dataRowShape, value: z.unknown() };
