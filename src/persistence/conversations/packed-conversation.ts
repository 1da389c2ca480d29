import * as z from 'zod/mini';
import type { ConversationSnapshot } from '../../conversation/state/conversation-snapshot.js';
import { isRecord } from '../../protocol/base/record.js';
import type { Records, Rows } from '../records/records.js';
import { type DataRow, dataRowShape, type RowKind } from '../records/row-kinds.js';
import { joinTexts, type LongTexts } from '../runs/long-texts.js';
import { type RunLead, readLedRun } from '../runs/run-rows.js';

/** A message, or what is known of one, under its conversation and a number. */
export const chunkKind: RowKind<DataRow, unknown> = { table: 'chunks', row: dataRowShape, value: z.unknown() };

/** The drafts at cards of a conversation. */
export const draftsKind: RowKind<DataRow, ConversationSnapshot['drafts']> = {
  table: 'drafts',
  row: dataRowShape,
  value: z.custom<ConversationSnapshot['drafts']>(isRecord),
};

const packedShape = z.object({ packed: z.custom<Readonly<Record<string, unknown>>>(isRecord) });

/** Members that are lists of messages and the like: long, and nearly the same from one save to the next. */
const listNames = ['messages', 'shown', 'history', 'pendingPrompt', 'turns'] as const;

/** Replaces the elements of every list of a conversation. */
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

/** The rows of a conversation besides its head. */
export interface ConversationParts {
  readonly chunks: ReadonlyMap<number, unknown>;
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the content of a conversation with its lists. `undefined`: a part of it is missing. */
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

/** One save of a conversation. */
export interface PackedSave {
  readonly content: DataRow;
  /** Writes what has changed since the last save, within its transaction. */
  readonly write: (rows: Rows) => Promise<unknown>;
  /** The transaction is over. */
  readonly committed: () => void;
}

/** Turns a conversation into rows, of which each save writes those that have changed. For the page that leads it. */
export class ConversationPacker {
  readonly #records: Records;
  readonly #id: string;
  readonly #texts: LongTexts;
  /** The chunks that are stored, by the objects that they hold: state is never changed in place. */
  readonly #numbers: WeakMap<object, number> = new WeakMap();
  #stored: ReadonlySet<number> = new Set();
  #next = 0;
  #hasPacked = false;
  #drafts = '';

  constructor(records: Records, id: string, texts: LongTexts) {
    this.#records = records;
    this.#id = id;
    this.#texts = texts;
  }

  /** Registers what an earlier page has stored, as it was read, so that it is not written again. */
  register({ chunks, texts }: ConversationParts): void {
    if (this.#hasPacked) return;
    this.#stored = new Set(chunks.keys());
    this.#next = Math.max(-1, ...chunks.keys()) + 1;
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
      const number = fresh.get(element) ?? this.#next++;
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

  /** Packs only the drafts at cards. */
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

/** Stores what people have typed at cards, for the page that leads the conversation. */
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
