import { isRecord } from '../protocol/base/record.js';
import type { RunEvent } from '../protocol/run-event.js';
import type { FeedRow, FeedTopic } from './feed-row.js';
import { isProblemRow } from './feed-totals.js';

/** A filter for rows. A row must match all members; an empty member matches every row. */
export interface FeedFilter {
  /** Matches rows with one of these topics. `problems` also matches every row with a problem. */
  readonly topics: readonly Exclude<FeedTopic, 'run'>[];
  /** Matches rows of this agent: its path, joined by ` › `. */
  readonly agent: string;
  /** Matches rows that contain this text, in the row or in its events. Case is ignored. */
  readonly text: string;
}

/** The filter that matches all rows. */
export const noFilter: FeedFilter = Object.freeze({ topics: [], agent: '', text: '' });

/** Returns a function that matches rows, or `undefined` if all rows match. */
export function matcherOf({ topics, agent, text }: FeedFilter): ((row: FeedRow) => boolean) | undefined {
  const wanted = text.trim();
  if (topics.length === 0 && agent === '' && wanted === '') return undefined;
  const pattern = wanted === '' ? undefined : new RegExp(wanted.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'i');
  const kinds: ReadonlySet<FeedTopic> = new Set(topics);
  return (row) => {
    if (kinds.size > 0 && !touchesTopic(row, kinds)) return false;
    if (agent !== '' && row.events.at(0)?.agentPath.join(' › ') !== agent) return false;
    return pattern === undefined || holdsText(row, pattern);
  };
}

function touchesTopic(row: FeedRow, topics: ReadonlySet<FeedTopic>): boolean {
  const { topic, otherTopics = [] } = row;
  return [topic, ...otherTopics].some((one) => topics.has(one)) || (topics.has('problems') && isProblemRow(row));
}

function holdsText(row: FeedRow, pattern: RegExp): boolean {
  const { words, detail = '', by = '', agent = '', notes = [] } = row;
  if ([words, detail, by, agent, ...notes].some((text) => pattern.test(text))) return true;
  let written = '';
  for (let index = 0; index < row.events.length; index++) {
    const event = row.events.at(index);
    if (event === undefined) continue;
    if ('delta' in event) written += event.delta;
    else if (holdsBody(event, pattern)) return true;
  }
  return written !== '' && pattern.test(written);
}

/**
 * Searches an event, except the members that all events have. Uses loops and makes no objects, because each key press
 * searches all events.
 */
function holdsBody(event: RunEvent, pattern: RegExp): boolean {
  for (const key in event) {
    if (!envelope.has(key) && (pattern.test(key) || holds(event[key as keyof RunEvent], pattern))) return true;
  }
  return false;
}

const envelope: ReadonlySet<string> = new Set(['v', 'seq', 'at', 'runId', 'agentPath', 'callPath']);

function holds(value: unknown, pattern: RegExp): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (typeof value === 'number') return pattern.test(String(value));
  if (Array.isArray(value)) return value.some((item) => holds(item, pattern));
  if (!isRecord(value)) return false;
  for (const key in value) if (pattern.test(key) || holds(value[key], pattern)) return true;
  return false;
}
