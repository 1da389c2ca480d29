import * as z from 'zod/mini';
import { randomId } from '../../protocol/base/ids.js';
import { toJsonText } from '../../protocol/base/json-messages.js';
import { isRecord } from '../../protocol/base/record.js';
import type { Records } from '../records/records.js';
import { type DataRow, dataRowShape, type RowKind } from '../records/row-kinds.js';
import { type RunLead, readLedRun } from './run-rows.js';

/** Strings of at least this length are stored once per conversation: files, and long results of tools. */
const minLength = 4096;

/** The place of a long string in a JSON value. */
interface TextReference {
  /** Its path. */
  readonly at: readonly (string | number)[];
  /** The start of a data URL, which is not part of the stored string: messages for the model have only its data. */
  readonly before: string;
  /** The string, or its id once it is stored. */
  readonly text: string;
}

/** A JSON value whose long strings are in a table of their own. */
interface SplitValue {
  /** The conversation that the strings belong to. */
  readonly owner: string;
  readonly value: unknown;
  readonly texts: readonly TextReference[];
}

const splitShape: z.ZodMiniType<SplitValue> = z.object({
  owner: z.string(),
  value: z.unknown(),
  texts: z.array(z.object({ at: z.array(z.union([z.string(), z.number()])), before: z.string(), text: z.string() })),
});

/**
 * A long string, under the id of its conversation and a random id. A digest as the id would reveal which known files an
 * encrypted conversation contains.
 */
export const textKind: RowKind<DataRow, string> = { table: 'texts', row: dataRowShape, value: z.string() };

/** Stores the long strings of one conversation, each once, for the page that leads it. */
export class LongTexts {
  readonly #records: Records;
  readonly #owner: string;
  readonly #lead: RunLead;
  readonly #ids: Map<string, Promise<string>> = new Map();

  constructor(records: Records, owner: string, lead: RunLead) {
    this.#records = records;
    this.#owner = owner;
    this.#lead = lead;
  }

  /** Registers strings that are stored already, by their ids. */
  register(texts: ReadonlyMap<string, string>): void {
    for (const [id, text] of texts) this.#ids.set(text, Promise.resolve(id));
  }

  /** Stores the long strings of a value, and returns the value with references in their place. */
  async split(value: unknown): Promise<unknown> {
    const json = toJsonText(value);
    if (json.length < minLength) return value;
    const whole = { value: JSON.parse(json) };
    const found: TextReference[] = [];
    extractTexts(whole, [], found);
    const texts = found.map(async (each) => ({ ...each, text: await this.#idOf(each.text) }));
    return texts.length === 0 ? value : { owner: this.#owner, ...whole, texts: await Promise.all(texts) };
  }

  #idOf(text: string): Promise<string> {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#store(text);
    this.#ids.set(text, id);
    id.catch(() => this.#ids.delete(text));
    return id;
  }

  async #store(text: string): Promise<string> {
    const id = randomId();
    const data = await this.#records.seal(['texts', this.#owner, id], text);
    await this.#records.transact(['runs', 'texts'], 'write', async (rows) => {
      await readLedRun(rows, this.#lead);
      await rows.put(['texts', this.#owner, id], { data });
    });
    return id;
  }
}

/** Replaces the long strings of a value with empty ones, and collects them. Modifies the value. */
function extractTexts(node: unknown, at: TextReference['at'], found: TextReference[]): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, member] of Object.entries(node)) {
    const key = Array.isArray(node) ? Number(name) : name;
    if (typeof member !== 'string') extractTexts(member, [...at, key], found);
    else if (member.length >= minLength) {
      const [before = ''] = /^data:[^,]{0,200};base64,/.exec(member) ?? [];
      found.push({ at: [...at, key], before, text: member.slice(before.length) });
      Object.assign(node, { [key]: '' });
    }
  }
}

/** Returns a value with its long strings. `undefined` if one of them is missing. */
export function joinTexts(stored: unknown, textOf: (id: string) => string | undefined): unknown {
  const split = z.safeParse(splitShape, stored).data;
  if (split === undefined) return stored;
  const whole = { value: split.value };
  for (const { at, before, text } of split.texts) {
    const node = at.slice(0, -1).reduce<unknown>(ownPart, whole);
    const key = at.at(-1);
    const found = textOf(text);
    if (found === undefined || key === undefined || typeof ownPart(node, key) !== 'string') return undefined;
    Object.assign(node as object, { [key]: `${before}${found}` }); // it has a part
  }
  return whole.value;
}

function ownPart(node: unknown, key: string | number): unknown {
  if (!Array.isArray(node) && !isRecord(node)) return undefined;
  return Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined;
}

/** Reads the long strings of values, and returns the values with them; `undefined` for a value that lacks one. */
export async function readWhole(records: Records, stored: readonly unknown[]): Promise<readonly unknown[]> {
  const splits = stored.flatMap((value) => z.safeParse(splitShape, value).data ?? []);
  if (splits.length === 0) return stored;
  const keys = new Map(splits.flatMap(({ owner, texts }) => texts.map(({ text }) => [text, [owner, text]] as const)));
  const entries = await records.transact(['texts'], 'read', (rows) =>
    Promise.all([...keys.values()].map((key) => rows.find(textKind, key))),
  );
  const read = await records.openAll(
    textKind,
    entries.flatMap((entry) => entry ?? []),
  );
  const texts = new Map(read.map(({ key: [, id], value }) => [id, value]));
  return stored.map((value) => joinTexts(value, (id) => texts.get(id)));
}
