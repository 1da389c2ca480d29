import { CountersignError } from '../../protocol/base/errors.js';
import { isDelta, type RunEvent } from '../../protocol/run-event.js';
import { keyOfEvent } from '../../store/keeping/log-part.js';
import type { Records } from '../records/records.js';
import { storageError } from '../tables/storage-errors.js';
import type { EventEntry, EventLog } from './event-log.js';

/** Writes down what happens in the runs of a conversation. */
export interface LogWriter {
  /** Something happened. Never throws: a log is no reason to end a run. */
  readonly told: (runId: string, event: RunEvent) => void;
  /** Writes what has been told by now, and resolves once all of it is kept, or lost. Never throws. */
  readonly flush: () => Promise<void>;
}

type Delta = Extract<RunEvent, { readonly delta: string }>;

/** A text that still grows, and the key under which it is written once it is whole. */
interface GrowingText {
  readonly key: string;
  readonly runId: string;
  event: Delta | undefined;
}

interface OpenLog {
  readonly entries: EventEntry[];
  readonly texts: Map<string, GrowingText>;
}

/** A write for each event would stand in the way of those that people wait for. */
const windowMs = 250;

/**
 * Writes logs that say each text once, whole, and each event once, whichever life of its run told it.
 *
 * @param logOf the log of a run, as this page may write it.
 * @param records hears why something could not be written, where its storage has not told it.
 */
export function createLogWriter(
  logOf: (runId: string) => Promise<EventLog>,
  records: Pick<Records, 'tell'>,
): LogWriter {
  const open = new Map<string, OpenLog>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written: Promise<unknown> = Promise.resolve();
  const append = async (runId: string, entries: readonly EventEntry[]): Promise<void> => {
    try {
      await (await logOf(runId)).append(entries);
    } catch (cause) {
      // Another page leads by now, and tells the rest itself; else the storage has told what is wrong.
      if (!CountersignError.isInstance(cause)) records.tell(storageError(cause));
    }
  };
  const write = (runId: string, entries: readonly EventEntry[]): void => {
    written = Promise.all([written, append(runId, entries)]);
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    for (const [runId, { entries }] of open) if (entries.length > 0) write(runId, entries.splice(0));
    await written;
  };
  return {
    flush,
    told: (runId, event) => {
      const log = open.get(runId) ?? { entries: [], texts: new Map() };
      open.set(runId, log);
      note(log, event);
      const isOver = event.type === 'run-end' && event.runId === runId;
      if (isOver) open.delete(runId);
      if (isOver) write(runId, log.entries);
      else timer ??= setTimeout(() => void flush(), windowMs);
    },
  };
}

function note({ entries, texts }: OpenLog, event: RunEvent): void {
  const name = textName(event);
  if (isDelta(event)) {
    const text = texts.get(name);
    if (text !== undefined) text.event = { ...event, offset: 0, delta: grownText(text.event, event) };
    return;
  }
  const end = (of: string): void => {
    const { key, event: whole } = texts.get(of) ?? {};
    texts.delete(of);
    if (key !== undefined && whole !== undefined) entries.push({ key, event: whole });
  };
  const key = keyOfEvent(event);
  // One that a failed attempt has begun is written as far as it came.
  if (name !== '') end(name);
  if (event.type === 'run-end') for (const [of, { runId }] of [...texts]) if (runId === event.runId) end(of);
  if (name !== '' && event.type.endsWith('-start'))
    texts.set(name, { key: `${key}/text`, runId: event.runId, event: undefined });
  entries.push({ key, event });
}

/** A part that comes twice says where it belongs. */
function grownText(before: Delta | undefined, { delta, offset }: Delta): string {
  const text = before?.delta ?? '';
  return `${offset === undefined ? text : text.slice(0, offset)}${delta}`;
}

/** Which text an event is about; empty for none. */
function textName(event: RunEvent): string {
  const [, kind] = /^(text|reasoning|tool-input)-(?:start|delta|end)$/.exec(event.type) ?? [];
  if (kind === undefined) return '';
  const id = 'toolCallId' in event ? event.toolCallId : 'id' in event ? event.id : '';
  return JSON.stringify([event.runId, event.agentPath, kind, id]);
}
