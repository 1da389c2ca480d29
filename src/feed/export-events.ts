import type { RunEvent } from '../protocol/run-event.js';
import type { RunEvents } from '../store/event-list.js';
import { redactEvents } from './redact-events.js';

/** Options of {@link exportRunEvents}. */
export interface ExportRunEventsOptions {
  /** `redacted` (default) leaves out what looks like a secret; `everything` does not: whoever has the text can read them. */
  readonly content?: 'redacted' | 'everything';
}

/**
 * Events as JSON Lines: one event a line, oldest first. `parseRunEvents` reads them again.
 *
 * @param events of one run or of several, in order.
 * @example await writeFile('run.jsonl', exportRunEvents(run.events));
 */
export function exportRunEvents(events: RunEvents, { content = 'redacted' }: ExportRunEventsOptions = {}): string {
  const plain: readonly RunEvent[] = events.slice();
  const lines = content === 'everything' ? plain : redactEvents(plain);
  return lines.map((event) => `${JSON.stringify(event)}\n`).join('');
}

/** Gives a text to the reader as a file. */
export function downloadText(document: Document, name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click, but is read after it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
