import type { RunEvents } from '../conversation/state/event-list.js';
import { UserError } from '../protocol/base/errors.js';
import { maxForeignDepth, parseForeignJson } from '../protocol/foreign/foreign-json.js';
import { OpenTexts } from '../protocol/ledger/text-assembler.js';
import { isDelta, type RunEvent } from '../protocol/run-event.js';
import { eventProblem } from '../protocol/run-event-shape.js';
import { EventSecrets } from './event-secrets.js';
import { eventSecretsOf, redactEvents, toEventLines } from './redact-events.js';

/** Thrown for a text that is not a list of run events. */
export class RunEventsError extends UserError {
  static override readonly type: string = 'RunEventsError';
  /** The number of the invalid line, from 1; `undefined` if the whole text is invalid. */
  readonly line: number | undefined;

  constructor(problem: string, line?: number, options?: ErrorOptions) {
    const where = line === undefined ? '' : `Line ${line} cannot be read: `;
    const help = 'Nothing was loaded. Pass what exportRunEvents made, whole and unchanged: one JSON event a line.';
    super('run-events', `${where}${problem}. ${help}`, options);
    this.line = line;
  }
}

/** Options of {@link parseRunEvents}. */
export interface ParseRunEventsOptions {
  /** The maximum number of characters. Default: 100 million. */
  readonly maxLength?: number;
  /** The maximum number of events. Default: one million. */
  readonly maxEvents?: number;
}

/**
 * Parses events that were exported as JSON Lines and validates each of them. One invalid line rejects the whole file.
 * Empty lines are skipped.
 *
 * @param text the result of {@link exportRunEvents}.
 * @throws RunEventsError `run-events` with the number of the first line that is not an event, does not continue its
 *   run, or exceeds the limit.
 * @example const events = parseRunEvents(await file.text());
 */
export function parseRunEvents(text: string, options: ParseRunEventsOptions = {}): readonly RunEvent[] {
  const { maxLength = 100_000_000, maxEvents = 1_000_000 } = options;
  if (typeof text !== 'string') throw new RunEventsError('It is not text');
  if (text.length > maxLength)
    throw new RunEventsError(`The text has ${text.length} characters, and maxLength is ${maxLength}`);
  const events: RunEvent[] = [];
  const last = new Map<string, number>();
  const texts = new OpenTexts();
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const event = parseLine(line, index + 1);
    const { runId, seq } = event;
    const before = last.get(runId);
    if (!follows(event, before, texts)) {
      throw new RunEventsError(`event ${seq} of run ${runId} follows on event ${before}`, index + 1);
    }
    if (events.length === maxEvents)
      throw new RunEventsError(`there are more events than maxEvents, ${maxEvents}`, index + 1);
    last.set(runId, Math.max(seq, before ?? seq));
    events.push(event);
  }
  return events;
}

/**
 * Returns `true` if an event can follow the event with the number `before` in its run. Deltas do not increase `seq`.
 * In earlier versions they did, and had no offset.
 */
function follows(event: RunEvent, before: number | undefined, texts: OpenTexts): boolean {
  const end = texts.find(event)?.end;
  texts.apply(event);
  if (!isDelta(event) || event.offset === undefined) return before === undefined || event.seq === before + 1;
  return (before === undefined || event.seq <= before) && event.offset === (end ?? event.offset);
}

function parseLine(line: string, number: number): RunEvent {
  const value: unknown = parseForeignJson(line);
  if (value === undefined)
    throw new RunEventsError(`it is not JSON, or has more than ${maxForeignDepth} levels`, number);
  const problem = eventProblem(value);
  if (problem !== undefined) throw new RunEventsError(problem, number);
  return value as RunEvent; // checked just now
}

/** Options of {@link exportRunEvents}. */
export interface ExportRunEventsOptions {
  /**
   * `redacted` (default) hides values that look like secrets; `everything` hides nothing, so every reader sees them.
   */
  readonly content?: 'redacted' | 'everything';
}

/**
 * Returns events as JSON Lines: one event per line, oldest first. `parseRunEvents` reads them.
 *
 * @param events the events of one run or of several, in order.
 * @example await writeFile('run.jsonl', exportRunEvents(run.events));
 */
export function exportRunEvents(events: RunEvents, { content = 'redacted' }: ExportRunEventsOptions = {}): string {
  const plain: readonly RunEvent[] = events.slice();
  return toEventLines(
    content === 'everything' ? plain : redactEvents(plain, eventSecretsOf(plain, new EventSecrets())),
  );
}
