import type { RunJournal } from '../agent/run/journal.js';
import type { RunOptions } from '../agent/run/run-options.js';
import { isSameJson, type JSONValue } from '../protocol/base/json.js';
import { buildResults } from '../protocol/build-results.js';
import type { RunOutcome } from '../protocol/outcome.js';
import { isDelta, type RunEvent } from '../protocol/run-event.js';
import { type JournalScript, journalScripts } from './journal-scripts.js';
import { ScriptActivation } from './script-activation.js';

/**
 * Opens the journal of a run, as each activation of the run does. It contains the steps that earlier activations
 * persisted.
 */
export type OpenJournal = (runId: string) => RunJournal | PromiseLike<RunJournal>;

/** One script of {@link journalContract}. */
export interface JournalCase {
  readonly name: string;
  /**
   * Plays the script once without interruption, then once for each moment before and after each write, with an
   * activation that ends there.
   *
   * @returns the number of moments.
   * @throws Error with the moment, and the difference from the uninterrupted run.
   */
  readonly check: () => Promise<number>;
}

/**
 * The requirements on every journal, as cases for any test runner. Each case is a run whose activation ends before or
 * after each write (the writes are observed, not listed). The next activation has to resume it to the same messages and
 * events, with each effect once.
 *
 * @param makeStore makes an empty storage, and returns a function that opens journals in it.
 * @example
 * const makeStore = () => {
 *   const storage = memoryStorage();
 *   return (runId: string) => storage.journal(runId);
 * };
 * for (const { name, check } of journalContract(makeStore))
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
    // The second activation ends, too, at varying moments, so that the third one depends on steps that it persisted.
    for (const ends of [[moment], [moment, 1 + (moment % 7)]]) {
      const cut = await playScript(script, await makeStore(), ends);
      const problem = findDifference(script, whole, cut);
      if (problem !== undefined) {
        throw new Error(
          `'${script.name}', ended at ${ends.map((at) => whole.moments[at] ?? at).join(', then ')}: ${problem}`,
        );
      }
    }
  }
  return moments;
}

/** The observations of a run after its last activation. */
interface Played {
  readonly outcome: RunOutcome<unknown>;
  /** The events of the last activation. */
  readonly events: readonly RunEvent[];
  /** The events of all activations, by key. */
  readonly byKey: ReadonlyMap<string, readonly RunEvent[]>;
  readonly effects: readonly string[];
  readonly notes: ReadonlyMap<string, readonly unknown[]>;
  /** The moments at which the first activation could have ended. */
  readonly moments: readonly string[];
  /** The keys of the steps that each activation requested, in order. */
  readonly asked: readonly (readonly string[])[];
}

const runId = 'run';
const maxActivations = 6;

async function playScript(script: JournalScript, open: OpenJournal, ends: readonly number[]): Promise<Played> {
  const effects: string[] = [];
  const notes = new Map<string, unknown[]>();
  const byKey = new Map<string, RunEvent[]>();
  const given: Pick<RunOptions, 'deferredToolResults'>[] = [];
  const asked: (readonly string[])[] = [];
  let moments: readonly string[] | undefined;
  for (let index = 0; index < maxActivations; index++) {
    const activation = new ScriptActivation({
      endsAt: ends[index],
      begins: 1_000_000 * (index + 1),
      effects,
      notes,
      parked: given.length,
    });
    const { agent, options } = script.begin(activation);
    const all = {
      ...options,
      ...given.at(-1),
      runId,
      conversationId: 'talk',
      journal: activation.watched(await open(runId)),
    };
    const { outcome, events } = await activation.execute(agent.run('go', all as RunOptions));
    moments ??= activation.moments;
    asked.push(activation.asked);
    for (const event of events)
      if (event.key !== undefined) byKey.set(event.key, [...(byKey.get(event.key) ?? []), event]);
    if (outcome === undefined) continue;
    if (outcome.type === 'deferred') {
      given.push({ deferredToolResults: buildResults(outcome.requests, { approveAll: true }) });
      continue;
    }
    return { outcome, events, byKey, effects, notes, moments, asked };
  }
  throw new Error(`'${script.name}' did not end within ${maxActivations} activations.`);
}

function findDifference(script: JournalScript, whole: Played, cut: Played): string | undefined {
  for (const name of new Set([...whole.effects, ...cut.effects])) {
    const times = cut.effects.filter((one) => one === name).length;
    if (times !== 1 && !(script.idempotent?.includes(name) === true && times > 1))
      return `the effect '${name}' happened ${times} times`;
  }
  for (const [name, values] of cut.notes) {
    if (new Set(values.map((value) => JSON.stringify(value))).size > 1)
      return `'${name}' was ${JSON.stringify(values)}`;
  }
  const asked = interruptedCallIds(cut);
  return (
    orderProblem(cut) ??
    keyProblem(cut) ??
    difference('messages', comparedMessages(whole), comparedMessages(cut)) ??
    difference('events', comparedEvents(whole, asked), comparedEvents(cut, asked))
  );
}

/**
 * Returns a deviation in order. An engine may identify steps by position, so each activation has to request them in the
 * same order.
 */
function orderProblem({ asked }: Played): string | undefined {
  for (const [index, keys] of asked.entries()) {
    const before = asked[index - 1] ?? [];
    const position = before.findIndex((key, at) => at < keys.length && keys[at] !== key);
    if (position >= 0)
      return `step ${position + 1} was '${before[position]}' in one activation and '${keys[position]}' in the next`;
  }
  return undefined;
}

/** Returns a violation of this rule: an event has the same key in every activation, and no other event has that key. */
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

/** Returns the ids of interrupted calls for which people were asked what happened. */
function interruptedCallIds({ events }: Played): ReadonlySet<string> {
  return new Set(
    events.flatMap((event) =>
      event.type === 'external-requested' && event.call.interrupted !== undefined ? [event.call.toolCallId] : [],
    ),
  );
}

function bodyOf(event: RunEvent): object {
  const { v: _v, seq: _seq, at: _at, key: _key, ...body } = event;
  return body;
}

/**
 * Returns the events to compare, sorted, because parallel calls end in a different order each time. A call that was
 * interrupted causes a further batch and may run again, so only its end is compared.
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
