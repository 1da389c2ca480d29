import { uncut } from '../approval/redaction/hidden-mark.js';
import { type RedactOptions, redact, redactAround } from '../approval/redaction/redact.js';
import { isSameJson, type JSONValue } from '../protocol/base/json.js';
import type { JSONPath } from '../protocol/base/json-path.js';
import { OpenTexts, type StreamingText } from '../protocol/ledger/text-assembler.js';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';
import type { EventSecrets } from './event-secrets.js';

type DeltaEvent = RunEventOf<'text-delta' | 'reasoning-delta' | 'tool-input-delta'>;

/**
 * Returns the events without their secrets. A secret of one event is hidden in all of them: in titles, results,
 * messages and notes. A secret may be spread over several deltas, so each text is redacted as a whole and moved into
 * its first delta. A streamed input that is not complete JSON is hidden completely. Events without a secret stay the
 * same objects.
 *
 * @param secrets the secrets of these events. It may hold those of other events, too.
 */
export function redactEvents(events: readonly RunEvent[], secrets: EventSecrets): readonly RunEvent[] {
  const open = new OpenTexts();
  const streams = events.map((event) => open.apply(event));
  // All deltas of a text count, also repeated ones: any of them may hold a secret.
  const texts = new Map<StreamingText | undefined, string>();
  for (const [index, event] of events.entries())
    if ('delta' in event) texts.set(streams[index], (texts.get(streams[index]) ?? '') + event.delta);
  /** The visible part of each text, and its end in the export. */
  const safe = new Map<StreamingText | undefined, { readonly shown: string; readonly end: number }>();
  return events.map((event, index): RunEvent => {
    if (!('delta' in event)) return redactEvent(event, secrets);
    const stream = streams[index];
    const text = texts.get(stream) ?? '';
    const known = safe.get(stream);
    const { offset } = event;
    if (known === undefined) {
      const shown = redactDelta(event, text, secrets);
      safe.set(stream, { shown, end: (offset ?? 0) + shown.length });
      return shown === text ? event : { ...event, delta: shown };
    }
    if (known.shown === text) return event;
    return { ...event, delta: '', ...(offset === undefined ? {} : { offset: known.end }) };
  });
}

/** Returns the secrets of these events, added to the known ones. */
export function eventSecretsOf(events: readonly RunEvent[], secrets: EventSecrets): EventSecrets {
  for (const event of events) secrets.add(event);
  return secrets;
}

/** Returns a whole text without its secrets. `event` is its first delta. */
function redactDelta(event: DeltaEvent, text: string, secrets: EventSecrets): string {
  const options: RedactOptions = { ...uncut, secrets: secrets.texts };
  if (event.type !== 'tool-input-delta') return String(redact(text, options).value);
  const hide = secrets.redactionsOf(event, event.toolCallId)?.hide ?? [];
  try {
    const value: JSONValue = JSON.parse(text);
    const safe = redact(value, { ...options, refine: () => hide }).value;
    return isSameJson(value, safe) ? text : JSON.stringify(safe);
  } catch {
    return text === '' ? '' : '[redacted]';
  }
}

function redactEvent(event: RunEvent, secrets: EventSecrets): RunEvent {
  const hide = secrets.hiddenIn(event);
  const refine = hide.length === 0 ? undefined : () => hide;
  const plain: JSONValue = JSON.parse(JSON.stringify(event)); // events are JSON
  const { value, redactions } = redactAround(plain, { ...uncut, secrets: secrets.texts, refine }, isFixed);
  return redactions.length === 0 ? event : (value as unknown as RunEvent); // the same members, some of them hidden
}

/** Names of members with ids and types, without which events cannot be loaded. */
const fixed: ReadonlySet<unknown> = new Set(
  'type kind status role id toolCallId toolName batchId runId conversationId approvalId finishReason sourceType mediaType code outcome effect mode retry'.split(
    ' ',
  ),
);
/** Names of members that hold data of the app or the model, in which a fixed name has no special meaning. */
const free: ReadonlySet<unknown> = new Set(
  'input effectiveInput overrideArgs returnValue value metadata providerOptions providerMetadata'.split(' '),
);

/**
 * Returns `true` if a run cannot be loaded without the value at a path. The `output` of a run is data, unlike that of a
 * tool result in a message, which has a `type`.
 */
function isFixed(path: JSONPath, value: string | number): boolean {
  if (path[0] === 'agentPath' || path[0] === 'callPath') return true;
  if (path[0] === 'output' || path.slice(0, -1).some((step) => free.has(step))) return false;
  return typeof value === 'number' ? !free.has(path.at(-1)) : fixed.has(path.at(-1));
}

/** Serializes events as JSON Lines. */
export function toEventLines(events: readonly RunEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

/** Downloads a text as a file. */
export function downloadText(document: Document, name: string, ...text: readonly (string | Blob)[]): void {
  const type = `application/${name.endsWith('.json') ? 'json' : 'jsonl'}`;
  const url = URL.createObjectURL(new Blob([...text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The click starts the download, but the browser may read the content later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
