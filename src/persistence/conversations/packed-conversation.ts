import * as z from 'zod/mini';
import type { ConversationSnapshot } from '../../conversation/state/conversation-snapshot.js';
import { isRecord } from '../../protocol/base/record.js';
import type { Records, Rows } from '../records/records.js';
import { type DataRow, dataRowShape, type RowKind } from '../records/row-kinds.js';
import { joinTexts, type LongTexts } from '../runs/long-texts.js';
import { type RunLead, readLedRun } from '../runs/run-rows.js';

/** An element of a list of a conversation, such as a message, under the id of the conversation and a number. */
export const chunkKind: RowKind<DataRow, unknown> = { table: 'chunks', row: dataRowShape, value: z.unknown() };

/** The started answers at the cards of a conversation. */
export const draftsKind: RowKind<DataRow, ConversationSnapshot['drafts']> = {
  table: 'drafts',
  row: dataRowShape,
  value: z.custom<ConversationSnapshot['drafts']>(isRecord),
};

const packedShape = z.object({ packed: z.custom<Readonly<Record<string, unknown>>>(isRecord) });

/** The members of a conversation with long lists. A save changes few of their elements, so each has its own row. */
const listNames = ['messages', 'shown', 'history', 'pendingPrompt', 'turns'] as const;

/** Returns a conversation in which every element of its lists is replaced by the result of `map`. */
function mapLists(conversation: object, map: (element: unknown) => unknown): Record<string, unknown> {
  const members: Record<string, unknown> = { ...conversation };
  for (const name of listNames) {
    const list = members[name];
    if (Array.isArray(list)) members[name] = list.map(map);
  }
  for (const name of ['active', 'from', 'resumeFrom']) {
    const member = members[name];
    if (isRecord(member)) members[name] = mapLists(member, map);
  }
  return members;
}

/** The parts of a conversation that are stored in rows of their own. */
export interface ConversationParts {
  /** The elements of lists, by number. */
  readonly chunks: ReadonlyMap<number, unknown>;
  /** Long strings, by id. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Puts the content of a conversation together from its rows. Returns `undefined` when a part of it is missing. */
export function unpackContent(stored: unknown, { chunks, texts }: ConversationParts): unknown {
  const content = joinTexts(stored, (id) => texts.get(id));
  const packed = z.safeParse(packedShape, content).data?.packed;
  if (packed === undefined) return content;
  let isWhole = true;
  const snapshot = mapLists(packed, (number) => {
    const chunk = chunks.get(Number(number));
    isWhole &&= chunk !== undefined;
    return chunk;
  });
  return isWhole ? { messages: snapshot.shown, snapshot } : undefined;
}

/** The rows of one save of a conversation. */
export interface PackedSave {
  /** The row with the conversation itself, whose lists contain the numbers of chunks. */
  readonly content: DataRow;
  /** Writes the other rows that have changed since the last save, within a transaction. */
  readonly write: (rows: Rows) => Promise<unknown>;
  /** To be called when the transaction has been committed. */
  readonly committed: () => void;
}

/**
 * Turns the conversation that this page leads into rows. Each save writes only the rows that have changed since the
 * last one.
 */
export class ConversationPacker {
  readonly #records: Records;
  readonly #id: string;
  readonly #texts: LongTexts;
  /** The numbers of stored chunks, by their elements. State is immutable, so the same object has not changed. */
  readonly #numbers: WeakMap<object, number> = new WeakMap();
  /** The numbers of the chunks in the storage. */
  #stored: ReadonlySet<number> = new Set();
  #nextNumber = 0;
  #hasPacked = false;
  /** The drafts in the storage, as JSON. */
  #drafts = '';

  constructor(records: Records, id: string, texts: LongTexts) {
    this.#records = records;
    this.#id = id;
    this.#texts = texts;
  }

  /** Registers rows that an earlier page has stored, so that they are not written again. */
  register({ chunks, texts }: ConversationParts): void {
    if (this.#hasPacked) return;
    this.#stored = new Set(chunks.keys());
    this.#nextNumber = Math.max(-1, ...chunks.keys()) + 1;
    for (const [number, value] of chunks) if (isRecord(value)) this.#numbers.set(value, number);
    this.#texts.register(texts);
  }

  async pack({ drafts, ...snapshot }: ConversationSnapshot): Promise<PackedSave> {
    this.#hasPacked = true;
    const fresh = new Map<object, number>();
    const used = new Set<number>();
    const numberOf = (element: object): number => {
      const known = this.#numbers.get(element);
      if (known !== undefined && this.#stored.has(known)) return known;
      const number = fresh.get(element) ?? this.#nextNumber++;
      fresh.set(element, number);
      return number;
    };
    const packed = mapLists({ ...snapshot, drafts: {} }, (element) => {
      const number = numberOf(element as object); // lists of a conversation hold objects
      used.add(number);
      return number;
    });
    const [content, draftsRow, ...chunks] = await Promise.all([
      this.#seal(['contents', this.#id], { packed }),
      this.#sealDrafts(drafts),
      ...[...fresh].map(async ([element, number]) => {
        const place = ['chunks', this.#id, number] as const;
        return { place, row: await this.#seal(place, element) };
      }),
    ]);
    const gone = [...this.#stored].filter((number) => !used.has(number));
    return {
      content,
      write: (rows) =>
        Promise.all([
          draftsRow.write(rows),
          ...chunks.map(({ place, row }) => rows.put(place, row)),
          ...gone.map((number) => rows.remove(['chunks', this.#id, number])),
        ]),
      committed: () => {
        draftsRow.committed();
        this.#stored = used;
        for (const [element, number] of fresh) this.#numbers.set(element, number);
      },
    };
  }

  async packDrafts(drafts: ConversationSnapshot['drafts']): Promise<Omit<PackedSave, 'content'>> {
    return await this.#sealDrafts(drafts);
  }

  async #sealDrafts(drafts: ConversationSnapshot['drafts']): Promise<Omit<PackedSave, 'content'>> {
    const text = JSON.stringify(drafts);
    const row = text === this.#drafts ? undefined : { data: await this.#records.seal(['drafts', this.#id], drafts) };
    return {
      write: async (rows) => row && (await rows.put(['drafts', this.#id], row)),
      committed: () => {
        this.#drafts = text;
      },
    };
  }

  async #seal(place: Parameters<Records['seal']>[0], value: unknown): Promise<DataRow> {
    return { data: await this.#records.seal(place, await this.#texts.split(value)) };
  }
}

/** Stores only the drafts of the conversation that this page leads. */
export async function saveDrafts(
  records: Records,
  drafts: ConversationSnapshot['drafts'],
  { lead, packer }: { readonly lead: RunLead; readonly packer: ConversationPacker },
): Promise<void> {
  const packed = await packer.packDrafts(drafts);
  await records.transact(['runs', 'drafts'], 'write', async (rows) => {
    await readLedRun(rows, lead);
    await packed.write(rows);
  });
  packed.committed();
}
