import type { RunJournal } from '../agent/run/journal.js';
import type { RunOptions } from '../agent/run/run-options.js';
import { isSameJson, type JSONValue } from '../protocol/base/json.js';
import { buildResults } from '../protocol/build-results.js';
import type { RunOutcome } from '../protocol/outcome.js';
import { isDelta, type RunEvent } from '../protocol/run-event.js';
import { type JournalScript, journalScripts } from './journal-scripts.js';
import { Life } from './script-life.js';

/** Gives the journal of a run, as each life of it does: what an earlier one kept is in there. */
export type OpenJournal = (runId: string) => RunJournal | PromiseLike<RunJournal>;

/** One script of {@link journalContract}. */
export interface JournalCase {
  readonly name: string;
  /**
   * Plays the script once as it is, then once for each moment before and after each write, with a life that ends there.
   *
   * @returns at how many moments a life was ended.
   * @throws Error that says where, and what differs from the run that nothing interrupted.
   */
  readonly check: () => Promise<number>;
}

/**
 * What every journal has to be able to do, as cases for any test runner. Each is a run whose life ends before and after every write (they are found by
 * watching, not listed), begins again, and has to come to the same messages and events, with each effect once.
 *
 * @param makeStore makes an empty storage, and gives what opens journals in it.
 * @example
 * for (const { name, check } of journalContract(() => { const storage = memoryStorage(); return (runId) => storage.journal(runId); }))
 *   it(name, async () => expect(await check()).toBeGreaterThan(10));
 */
export function journalContract(makeStore: () => OpenJournal | PromiseLike<OpenJournal>): readonly JournalCase[] {
  return journalScripts.map((script) => ({
    name: script.name,
    check: async () => await checkScript(script, makeStore),
  }));
}

async function checkScript(
  script: JournalScript,
  makeStore: () => OpenJournal | PromiseLike<OpenJournal>,
): Promise<number> {
  const whole = await playScript(script, await makeStore(), []);
  const moments = whole.moments.length;
  for (let moment = 0; moment < moments; moment++) {
    // The next life ends, too: here and there, and what it kept of its own has to do for the third.
    for (const ends of [[moment], [moment, 1 + (moment % 7)]]) {
      const cut = await playScript(script, await makeStore(), ends);
      const problem = lifeProblem(script, whole, cut);
      if (problem !== undefined) {
        throw new Error(
          `'${script.name}', ended at ${ends.map((at) => whole.moments[at] ?? at).join(', then ')}: ${problem}`,
        );
      }
    }
  }
  return moments;
}

/** All that is known of a run when its last life is over. */
interface Played {
  readonly outcome: RunOutcome<unknown>;
  /** Those of the last life. */
  readonly events: readonly RunEvent[];
  /** Those of all lives, by key. */
  readonly byKey: ReadonlyMap<string, readonly RunEvent[]>;
  readonly effects: readonly string[];
  readonly notes: ReadonlyMap<string, readonly unknown[]>;
  /** Where its first life might have ended. */
  readonly moments: readonly string[];
  /** The steps that each life asked for, in order. */
  readonly asked: readonly (readonly string[])[];
}

const runId = 'run';
const maxLives = 6;

async function playScript(script: JournalScript, open: OpenJournal, ends: readonly number[]): Promise<Played> {
  const effects: string[] = [];
  const notes = new Map<string, unknown[]>();
  const byKey = new Map<string, RunEvent[]>();
  const given: Pick<RunOptions, 'deferredToolResults'>[] = [];
  const asked: (readonly string[])[] = [];
  let moments: readonly string[] | undefined;
  for (let index = 0; index < maxLives; index++) {
    const life = new Life({
      endsAt: ends[index],
      begins: 1_000_000 * (index + 1),
      effects,
      notes,
      parked: given.length,
    });
    const { agent, options } = script.begin(life);
    const all = {
      ...options,
      ...given.at(-1),
      runId,
      conversationId: 'talk',
      journal: life.watched(await open(runId)),
    };
    const { outcome, events } = await life.live(agent.run('go', all as RunOptions));
    moments ??= life.moments;
    asked.push(life.asked);
    for (const event of events)
      if (event.key !== undefined) byKey.set(event.key, [...(byKey.get(event.key) ?? []), event]);
    if (outcome === undefined) continue;
    if (outcome.type === 'deferred') {
      given.push({ deferredToolResults: buildResults(outcome.requests, { approveAll: true }) });
      continue;
    }
    return { outcome, events, byKey, effects, notes, moments, asked };
  }
  throw new Error(`'${script.name}' did not come to its end in ${maxLives} lives.`);
}

function lifeProblem(script: JournalScript, whole: Played, cut: Played): string | undefined {
  for (const name of new Set([...whole.effects, ...cut.effects])) {
    const times = cut.effects.filter((one) => one === name).length;
    if (times !== 1 && !(script.idempotent?.includes(name) === true && times > 1))
      return `the effect '${name}' happened ${times} times`;
  }
  for (const [name, values] of cut.notes) {
    if (new Set(values.map((value) => JSON.stringify(value))).size > 1)
      return `'${name}' was ${JSON.stringify(values)}`;
  }
  const asked = askedWhatBecame(cut);
  return (
    orderProblem(cut) ??
    keyProblem(cut) ??
    difference('messages', comparedMessages(whole), comparedMessages(cut)) ??
    difference('events', comparedEvents(whole, asked), comparedEvents(cut, asked))
  );
}

/** An engine may know steps by their places: each life asks for them in the order of the one before, as far as that came. */
function orderProblem({ asked }: Played): string | undefined {
  for (const [index, life] of asked.entries()) {
    const before = asked[index - 1] ?? [];
    const place = before.findIndex((key, at) => at < life.length && life[at] !== key);
    if (place >= 0) return `step ${place + 1} was '${before[place]}' in a life and '${life[place]}' in the next`;
  }
  return undefined;
}

/** An event has its key in every life, and no other event has it. */
function keyProblem({ events, byKey }: Played): string | undefined {
  const keys = events.flatMap((event) => (isDelta(event) ? [] : [event.key]));
  if (keys.includes(undefined)) return 'an event has no key';
  if (new Set(keys).size < keys.length) return 'two events have one key';
  for (const [key, same] of byKey) {
    if (new Set(same.map((event) => JSON.stringify(bodyOf(event)))).size > 1)
      return `'${key}' names two events: ${JSON.stringify(same.map(bodyOf))}`;
  }
  return undefined;
}

function comparedMessages({ outcome }: Played): readonly string[] {
  return [outcome.type, ...outcome.messages.map((message) => JSON.stringify(message))];
}

/** The calls of which somebody was asked what became of them. */
function askedWhatBecame({ events }: Played): ReadonlySet<string> {
  return new Set(
    events.flatMap((event) =>
      event.type === 'external-requested' && event.call.begun !== undefined ? [event.call.toolCallId] : [],
    ),
  );
}

function bodyOf(event: RunEvent): object {
  const { v: _v, seq: _seq, at: _at, key: _key, ...body } = event;
  return body;
}

/**
 * What happened, in no order: calls side by side end in another one each time. A call that was asked about makes a batch more, and may run once
 * more; how it ended is compared.
 */
function comparedEvents({ events }: Played, asked: ReadonlySet<string>): readonly string[] {
  const isCompared = (event: RunEvent): boolean =>
    !('toolCallId' in event && asked.has(event.toolCallId ?? '')) || /^tool-(?:call|end)$/.test(event.type);
  return events
    .filter((event) => !isDelta(event) && event.type !== 'model-retry' && event.type !== 'deadline')
    .filter(isCompared)
    .filter(
      ({ type }) => asked.size === 0 || !/^(?:usage|run-end|policy-decision|deferred-.*|.*-requested)$/.test(type),
    )
    .map((event) => JSON.stringify(bodyOf(event)))
    .sort();
}

function difference(what: string, expected: readonly string[], found: readonly string[]): string | undefined {
  if (isSameJson(expected as JSONValue, found as JSONValue)) return undefined;
  const missing = expected.filter((one) => !found.includes(one));
  const added = found.filter((one) => !expected.includes(one));
  return `its ${what} differ: ${missing.join('\n')} is missing, ${added.join('\n')} was added (${expected.length} against ${found.length})`;
}
