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
   * Plays the script once without interruption. Then plays it again for each moment before and after each write, with
   * an activation that ends at that moment.
   *
   * @returns the number of moments.
   * @throws Error with the moment, and the difference from the uninterrupted run.
   */
  readonly check: () => Promise<number>;
}

/**
 * Returns the requirements on every journal, as cases for any test runner. Each case is a run whose activation ends
 * before or after a write. The writes are those that an uninterrupted run makes. The next activation has to resume the
 * run to the same messages and events, with each effect once.
 *
 * @param makeStore creates an empty storage, and returns a function that opens journals in it.
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
  const expected = await playScript(script, await makeStore(), []);
  const moments = expected.moments.length;
  for (let moment = 0; moment < moments; moment++) {
    // In the second case, the second activation ends, too, so that the third one needs the steps that it persisted.
    for (const ends of [[moment], [moment, 1 + (moment % 7)]]) {
      const actual = await playScript(script, await makeStore(), ends);
      const problem = findDifference(script, expected, actual);
      if (problem !== undefined) {
        throw new Error(
          `'${script.name}', ended at ${expected.moments[moment]}${ends.length > 1 ? `, then at its write ${1 + (moment % 7)}` : ''}: ${problem}`,
        );
      }
    }
  }
  return moments;
}

/** The result of a script: what was observed in the activations of its run. */
interface ScriptResult {
  readonly outcome: RunOutcome<unknown>;
  /** The events of the last activation. */
  readonly events: readonly RunEvent[];
  /** The events of all activations, by key. */
  readonly byKey: ReadonlyMap<string, readonly RunEvent[]>;
  /** The names of the side effects that happened, in order. */
  readonly effects: readonly string[];
  /** The values that must be the same in each activation, by name. */
  readonly notes: ReadonlyMap<string, readonly unknown[]>;
  /** The moments at which the first activation could have ended. */
  readonly moments: readonly string[];
  /** The keys of the steps that each activation requested, in order. */
  readonly stepKeys: readonly (readonly string[])[];
}

const runId = 'run';
const maxActivations = 6;

/** Plays a script until its run is over. Activation `n` ends at the moment `ends[n]`, if there is one. */
async function playScript(script: JournalScript, open: OpenJournal, ends: readonly number[]): Promise<ScriptResult> {
  const effects: string[] = [];
  const notes = new Map<string, unknown[]>();
  const byKey = new Map<string, RunEvent[]>();
  const answers: Pick<RunOptions, 'deferredToolResults'>[] = [];
  const stepKeys: (readonly string[])[] = [];
  let moments: readonly string[] | undefined;
  for (let index = 0; index < maxActivations; index++) {
    const activation = new ScriptActivation({
      endsAt: ends[index],
      startsAt: 1_000_000 * (index + 1),
      effects,
      notes,
      parked: answers.length,
    });
    const { agent, options } = script.begin(activation);
    const runOptions = {
      ...options,
      ...answers.at(-1),
      runId,
      conversationId: 'talk',
      journal: activation.watchJournal(await open(runId)),
    };
    const { outcome, events } = await activation.execute(agent.run('go', runOptions as RunOptions));
    moments ??= activation.moments;
    stepKeys.push(activation.stepKeys);
    for (const event of events)
      if (event.key !== undefined) byKey.set(event.key, [...(byKey.get(event.key) ?? []), event]);
    if (outcome === undefined) continue;
    if (outcome.type === 'deferred') {
      answers.push({ deferredToolResults: buildResults(outcome.requests, { approveAll: true }) });
      continue;
    }
    return { outcome, events, byKey, effects, notes, moments, stepKeys };
  }
  throw new Error(`'${script.name}' did not end within ${maxActivations} activations.`);
}

function findDifference(script: JournalScript, expected: ScriptResult, actual: ScriptResult): string | undefined {
  for (const name of new Set([...expected.effects, ...actual.effects])) {
    const times = actual.effects.filter((one) => one === name).length;
    if (times !== 1 && !(script.idempotent?.includes(name) === true && times > 1))
      return `the effect '${name}' happened ${times} times`;
  }
  for (const [name, values] of actual.notes) {
    if (new Set(values.map((value) => JSON.stringify(value))).size > 1)
      return `'${name}' was ${JSON.stringify(values)}`;
  }
  const interrupted = interruptedCallIds(actual);
  return (
    orderProblem(actual) ??
    keyProblem(actual) ??
    difference('messages', comparedMessages(expected), comparedMessages(actual)) ??
    difference('events', comparedEvents(expected, interrupted), comparedEvents(actual, interrupted))
  );
}

/**
 * Returns the first step that two activations requested in a different order. An engine may identify steps by position,
 * so the order must be the same in each activation.
 */
function orderProblem({ stepKeys }: ScriptResult): string | undefined {
  for (const [index, keys] of stepKeys.entries()) {
    const before = stepKeys[index - 1] ?? [];
    const position = before.findIndex((key, at) => at < keys.length && keys[at] !== key);
    if (position >= 0)
      return `step ${position + 1} was '${before[position]}' in one activation and '${keys[position]}' in the next`;
  }
  return undefined;
}

/** Returns a violation of this rule: all activations emit an event under the same key, and each key has one event. */
function keyProblem({ events, byKey }: ScriptResult): string | undefined {
  const keys = events.flatMap((event) => (isDelta(event) ? [] : [event.key]));
  if (keys.includes(undefined)) return 'an event has no key';
  if (new Set(keys).size < keys.length) return 'two events have one key';
  for (const [key, same] of byKey) {
    if (new Set(same.map((event) => JSON.stringify(bodyOf(event)))).size > 1)
      return `'${key}' names two events: ${JSON.stringify(same.map(bodyOf))}`;
  }
  return undefined;
}

function comparedMessages({ outcome }: ScriptResult): readonly string[] {
  return [outcome.type, ...outcome.messages.map((message) => JSON.stringify(message))];
}

/** Returns the ids of interrupted calls about which people were asked what happened. */
function interruptedCallIds({ events }: ScriptResult): ReadonlySet<string> {
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
function comparedEvents({ events }: ScriptResult, interrupted: ReadonlySet<string>): readonly string[] {
  const isCompared = (event: RunEvent): boolean =>
    !('toolCallId' in event && interrupted.has(event.toolCallId ?? '')) || /^tool-(?:call|end)$/.test(event.type);
  return events
    .filter((event) => !isDelta(event) && event.type !== 'model-retry' && event.type !== 'deadline')
    .filter(isCompared)
    .filter(
      ({ type }) =>
        interrupted.size === 0 || !/^(?:usage|run-end|policy-decision|deferred-.*|.*-requested)$/.test(type),
    )
    .map((event) => JSON.stringify(bodyOf(event)))
    .sort();
}

function difference(subject: string, expected: readonly string[], found: readonly string[]): string | undefined {
  if (isSameJson(expected as JSONValue, found as JSONValue)) return undefined;
  const missing = expected.filter((one) => !found.includes(one));
  const added = found.filter((one) => !expected.includes(one));
  return `its ${subject} differ: ${missing.join('\n')} is missing, ${added.join('\n')} was added (${expected.length} against ${found.length})`;
}
