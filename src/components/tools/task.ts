import type { DeferredCall } from '../../protocol/deferred.js';
import { copyJson, type JSONValue, toJson } from '../../protocol/json.js';
import { serializeError } from '../../protocol/serialize-error.js';

/** How far a task is. */
export interface TaskProgress {
  /** From 0 to 1; left out while nobody can tell. */
  readonly fraction?: number;
  /** What it does now, in words. */
  readonly text?: string;
}

/** Where a task stands. */
export type TaskState =
  | { readonly status: 'running'; readonly progress: TaskProgress }
  | { readonly status: 'done'; readonly result: JSONValue }
  | { readonly status: 'failed'; readonly message: string }
  /** Aborted, by a person or because its card left the page: nobody knows how far it came. */
  | { readonly status: 'stopped' };

/** What a task gets besides its input. */
export interface TaskOptions {
  readonly toolCallId: string;
  /** Aborted when the person cancels, and when the call is withdrawn. */
  readonly signal: AbortSignal;
  /** Says how far it is: a fraction from 0 to 1, or that and words. */
  readonly report: (progress: number | TaskProgress) => void;
}

/** The work of a task. What it throws is shown, and a person may try again. */
export type RunTask<INPUT, OUTPUT> = (input: INPUT, options: TaskOptions) => OUTPUT | Promise<OUTPUT>;

/** The work for one call, whatever renders it. */
export interface Task {
  readonly read: () => TaskState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts it anew, unless it runs. */
  readonly start: () => void;
  /** Aborts it, and forgets what it may still give. */
  readonly stop: () => void;
}

/** Makes the task of a call; it waits to be started by its first viewer, and stops when the last one is gone. */
export function createTask<INPUT, OUTPUT>(call: DeferredCall, run: RunTask<INPUT, OUTPUT>): Task {
  let state: TaskState | undefined;
  let controller = new AbortController();
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const set = (next: TaskState): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  const start = (): void => {
    if (state?.status === 'running') return;
    const mine = new AbortController();
    controller = mine;
    set({ status: 'running', progress: {} });
    const report: TaskOptions['report'] = (given) => {
      if (!mine.signal.aborted && state?.status === 'running')
        set({ status: 'running', progress: typeof given === 'number' ? { fraction: given } : given });
    };
    const options = { toolCallId: call.toolCallId, signal: mine.signal, report };
    const input = copyJson(call.input) as INPUT; // it passed the tool's schema
    void work(() => run(input, options), call.toolName).then((end) => {
      if (!mine.signal.aborted) set(end);
    });
  };
  const stop = (): void => {
    if (state?.status !== 'running') return;
    controller.abort();
    set({ status: 'stopped' });
  };
  const subscribe: Task['subscribe'] = (listener) => {
    clearTimeout(leaving);
    listeners.add(listener);
    if (state === undefined) start();
    return () => {
      listeners.delete(listener);
      // StrictMode, and a move in the page, leave and come back within the same task of the browser.
      if (listeners.size === 0) leaving = setTimeout(stop, 0);
    };
  };
  return { read: () => state ?? beginning, subscribe, start, stop };
}

/** What is shown before it has begun, on a server for one. */
const beginning: TaskState = { status: 'running', progress: {} };

async function work(run: () => unknown, toolName: string): Promise<TaskState> {
  try {
    return { status: 'done', result: toJson(await run(), `The result of client tool '${toolName}'`) };
  } catch (error) {
    return { status: 'failed', message: serializeError(error).message };
  }
}
