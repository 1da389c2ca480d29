import { UserError } from '../../protocol/base/errors.js';
import { isNested } from '../../protocol/base/event-keys.js';
import { derivedId } from '../../protocol/base/ids.js';
import { toJsonText } from '../../protocol/base/json-messages.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { isDelta, type RunEventBody } from '../../protocol/run-event.js';
import { abortable, runAborted } from '../plumbing/abortable.js';
import { type Emit, isSameText } from '../plumbing/delta-batcher.js';
import { asFatal, isFatal } from '../plumbing/fatal.js';
import { hashText } from './hash-text.js';
import type { RunJournal, StepAttempt } from './journal.js';
import type { RunScope } from './run-scope.js';

interface Step {
  readonly key: string;
  readonly emit: Emit;
  /** Its work has an effect. Default: false. */
  readonly once?: boolean;
  /** The next step comes at once. Default: false. */
  readonly soon?: boolean;
  /**
   * A secret of all lives, where an attempt tells again what earlier ones told, as what people answer is: the same has
   * the same name then, which tells nobody what it is. Default: what each attempt tells is its own.
   */
  readonly secret?: string | undefined;
}

/** The run that a step belongs to. */
type StepRun = Pick<RunScope, 'journal' | 'config' | 'signal' | 'runId' | 'agentPath' | 'progress'>;

/** The value of a step, from this activation or an earlier one. */
interface StepValue<T> {
  readonly value: T;
  readonly isReplayed: boolean;
}

/**
 * The version of the keys and of what is kept under them. What another version kept is refused, never half understood.
 */
const journalScheme = 3;

/**
 * Does a step's work, or takes what an earlier life of the run kept of it: its value, and what it told, which is told
 * again. Without a journal it is just the work.
 *
 * @throws what the work throws; UserError `journal-failed`, which ends the run, where the journal could not look up or
 * keep.
 */
export async function runStep<T>(
  run: StepRun,
  { key, emit, once = false, soon = false, secret }: Step,
  work: (emit: Emit, attempt: StepAttempt) => Promise<T>,
): Promise<StepValue<T>> {
  const { journal, config, signal } = run;
  if (journal === undefined) return { value: await work(emit, { isRepeated: false }), isReplayed: false };
  let isReplayed = true;
  let failure: { readonly error: unknown } | undefined;
  const step = async (
    attempt: StepAttempt,
  ): Promise<{ readonly value: T; readonly events: readonly RunEventBody[] }> => {
    isReplayed = false;
    const nameOf = secret === undefined ? nameInAttempt(config.environment.generateId()) : nameByContent(secret);
    const told = new StepEvents((body) => derivedId(key, 'event', ...nameOf(body)), emit);
    try {
      // As the next life will read it: none may see more than another.
      return JSON.parse(toJsonText({ value: await work(told.emit, attempt), events: told.events }));
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    await checkScheme(journal, run);
    const { value, events } = await abortable(signal, () => journal.step(key, step, { once, soon }));
    if (isReplayed) for (const event of events) emit(event);
    else run.progress = 'executing';
    return { value, isReplayed };
  } catch (error) {
    if (signal.aborted) throw runAborted(signal);
    if (isFatal(error)) throw error;
    throw failure === undefined ? journalFailed(key, error) : failure.error;
  }
}

/**
 * Refuses a journal of an incompatible version, because its steps could be executed twice.
 *
 * @throws UserError `journal-scheme`.
 */
async function checkScheme(journal: RunJournal, run: StepRun): Promise<void> {
  // A run within another goes by the same keys.
  if (run.progress !== 'unchecked' || isNested(run)) return;
  run.progress = 'replaying';
  const key = `scheme:${run.runId}`;
  const begin = async (): Promise<{ readonly value: number }> => {
    run.progress = 'executing';
    return { value: journalScheme };
  };
  const { value } = await abortable(run.signal, () => journal.step(key, begin));
  if (value === journalScheme) return;
  const message = `The run '${run.runId}' was started by an incompatible version of Countersign (journal ${value}, here ${journalScheme}). Nothing ran, because steps could be executed twice. Let that version end the run, or start a new run from its messages.`;
  throw asFatal(new UserError('journal-scheme', message));
}

type EventName = readonly [string, number];

/** Names of this very attempt: one that is made again tells other events. */
function nameInAttempt(attempt: string): (body: RunEventBody) => EventName {
  let count = 0;
  return () => [attempt, count++];
}

/** Names that what is told has in each attempt; what is told several times in one has a name for each. */
function nameByContent(secret: string): (body: RunEventBody) => EventName {
  const counts = new Map<string, number>();
  return (body) => {
    const name = hashText(secret + JSON.stringify(withoutPage(body)));
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return [name, count];
  };
}

/**
 * Removes the page from an answer. After a crash, a person may have to give an answer again in another page, and the
 * log must have it once.
 */
function withoutPage(body: RunEventBody): RunEventBody {
  if (body.type !== 'answer' || body.by.type !== 'person') return body;
  const { page: _, ...by } = body.by;
  return { ...body, by };
}

/** The events of a step, under the names that they receive. */
class StepEvents {
  readonly events: RunEventBody[] = [];
  readonly emit: Emit;

  constructor(nameOf: (body: RunEventBody) => string, emit: Emit) {
    this.emit = (body) => {
      const event = isDelta(body) ? body : { ...body, key: body.key ?? nameOf(body) };
      this.#add(event);
      emit(event);
    };
  }

  /** A text is kept as one, however many parts it came in. */
  #add(event: RunEventBody): void {
    const last = this.events.at(-1);
    if (last !== undefined && isDelta(last) && isDelta(event) && isSameText(last, event)) {
      this.events[this.events.length - 1] = { ...last, delta: last.delta + event.delta };
    } else {
      this.events.push(event);
    }
  }
}

function journalFailed(key: string, error: unknown): UserError {
  const message = `The journal could not read or store the step '${key}' (${serializeError(error).message}), so nothing more may run. Fix the storage, and start the run again with the same runId.`;
  return asFatal(new UserError('journal-failed', message, { cause: error }));
}
