'use client';
import { type ReactElement, useEffect, useId, useMemo, useSyncExternalStore } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import { copyJson, type JSONValue, toJson } from '../../protocol/base/json.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { taskStrings, toolStrings } from '../../words/english/tools.js';
import { Button } from '../part/button.js';
import { useFormat, useWords } from '../strings-provider.js';
import * as ClientTool from './client-tool.parts.js';
import { useClientToolCall } from './client-tool-context.js';

/**
 * Creates a client tool that works by itself while the user watches. It starts when its card is first shown, once for
 * each call. Its result is sent when it is done. The user can cancel it, which informs the model, and retry it after a
 * failure. It is aborted when the call is withdrawn or its card leaves the page. It does not restart by itself when the
 * card comes back, because its progress is unknown.
 *
 * @param run does the work. It receives the model's input, a signal, and `report` for its progress.
 * @example
 * const convert = backgroundTask(async (input: { path: string }, { signal, report }) => {
 *   for (const [at, page] of pages.entries()) {
 *     await toText(page, signal);
 *     report({ fraction: at / pages.length, text: page.name });
 *   }
 *   return 'converted';
 * });
 * useAgentRun({ agent, clientTools: { convert: { render: convert } } });
 */
export function backgroundTask<INPUT = unknown, OUTPUT extends JSONValue = JSONValue>(
  run: RunTask<INPUT, OUTPUT>,
): (props: ClientToolProps<INPUT, OUTPUT>) => ReactElement {
  // Keyed by the object of the call, which is the same while it is pending: other runs may use the same ids.
  const tasks = new WeakMap<DeferredCall, Task>();
  const taskOf = (call: DeferredCall): Task => {
    const task = tasks.get(call) ?? createTask(call, run);
    tasks.set(call, task);
    return task;
  };
  return function BackgroundTask(props) {
    return (
      <ClientTool.Root tool={props} data-tool="background-task">
        <TaskView task={taskOf(props.call)} />
      </ClientTool.Root>
    );
  };
}

function TaskView({ task }: { readonly task: Task }): ReactElement {
  const words = useWords(toolStrings);
  const strings = useWords(taskStrings).task;
  const state = useSyncExternalStore(task.subscribe, task.read, task.read);
  const { attempt, isBusy, submit, clear } = useClientToolCall();
  const result = state.status === 'done' ? state.result : undefined;
  useEffect(() => {
    if (result !== undefined) void submit(result);
  }, [result, submit]);

  const again = (): void => {
    clear();
    task.start();
  };
  const isRefused = state.status === 'done' && attempt.status === 'invalid';
  return (
    <>
      <ClientTool.Body>
        {state.status === 'running' ? <Progress progress={state.progress} /> : null}
        {state.status === 'done' ? <p data-cs="client-tool-note">{strings.done}</p> : null}
        {state.status === 'failed' ? (
          <p data-cs="problem" data-state="failed" role="alert" dir="auto">
            {strings.failed(state.message)}
          </p>
        ) : null}
        {state.status === 'stopped' ? <p data-cs="client-tool-note">{strings.stopped}</p> : null}
      </ClientTool.Body>
      <ClientTool.Problem />
      <ClientTool.Actions>
        {state.status === 'done' && attempt.status === 'rejected' ? (
          <ClientTool.Submit value={state.result}>{words.sendAgain}</ClientTool.Submit>
        ) : null}
        {state.status === 'failed' || state.status === 'stopped' || isRefused ? (
          <Button action="retry" look="primary" unavailable={isBusy} onPress={again}>
            {words.retry}
          </Button>
        ) : null}
        {state.status === 'failed' ? (
          <ClientTool.Fail message={strings.tellFailed(state.message)}>{strings.giveUp}</ClientTool.Fail>
        ) : (
          <ClientTool.Fail message={strings.tellCancelled} onClick={task.stop}>
            {strings.cancel}
          </ClientTool.Fail>
        )}
      </ClientTool.Actions>
    </>
  );
}

function Progress({ progress: { fraction, text } }: { readonly progress: TaskProgress }): ReactElement {
  const strings = useWords(taskStrings).task;
  const { locale } = useFormat();
  const percent = useMemo(
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
    [locale],
  );
  const id = useId();
  const isKnown = fraction !== undefined && Number.isFinite(fraction);
  const share = isKnown ? Math.min(1, Math.max(0, fraction)) : 0;
  return (
    <div data-cs="task-progress">
      <progress aria-label={strings.progress} aria-describedby={id} max={1} {...(isKnown ? { value: share } : {})} />
      <p id={id} data-cs="client-tool-note">
        <bdi>{escapeUnseen(text ?? strings.running)}</bdi>
        {isKnown ? <span data-cs="task-percent">{strings.percent(percent.format(share))}</span> : null}
      </p>
    </div>
  );
}

/** The progress of a task. */
interface TaskProgress {
  /** From 0 to 1; omitted while it is unknown. */
  readonly fraction?: number;
  /** The current activity, in words. */
  readonly text?: string;
}

/** The state of a task. */
type TaskState =
  | { readonly status: 'running'; readonly progress: TaskProgress }
  | { readonly status: 'done'; readonly result: JSONValue }
  | { readonly status: 'failed'; readonly message: string }
  /** Aborted by the user, or because its card left the page: its progress is unknown. */
  | { readonly status: 'stopped' };

/** Options of a task, besides its input. */
export interface TaskOptions {
  readonly toolCallId: string;
  /** Aborted when the user cancels, and when the call is withdrawn. */
  readonly signal: AbortSignal;
  /** Reports the progress: a fraction from 0 to 1, or that and words. */
  readonly report: (progress: number | TaskProgress) => void;
}

/** The work of a task. An error that it throws is shown, and the user may retry. */
export type RunTask<INPUT, OUTPUT> = (input: INPUT, options: TaskOptions) => OUTPUT | Promise<OUTPUT>;

/** The work for one call, shared by all components that render the call. */
interface Task {
  readonly read: () => TaskState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts it again, unless it is running. */
  readonly start: () => void;
  /** Aborts it, and ignores its result. */
  readonly stop: () => void;
}

/** Creates the task of a call. The first subscriber starts it, and it stops when the last one has unsubscribed. */
function createTask<INPUT, OUTPUT>(call: DeferredCall, run: RunTask<INPUT, OUTPUT>): Task {
  let state: TaskState | undefined;
  let controller = new AbortController();
  let stopTimer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const set = (next: TaskState): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  const start = (): void => {
    if (state?.status === 'running') return;
    const own = new AbortController();
    controller = own;
    set({ status: 'running', progress: {} });
    const report: TaskOptions['report'] = (progress) => {
      if (!own.signal.aborted && state?.status === 'running')
        set({ status: 'running', progress: typeof progress === 'number' ? { fraction: progress } : progress });
    };
    const options = { toolCallId: call.toolCallId, signal: own.signal, report };
    const input = copyJson(call.input) as INPUT; // Validated by the tool's schema.
    void settleTask(() => run(input, options), call.toolName).then((end) => {
      if (!own.signal.aborted) set(end);
    });
  };
  const stop = (): void => {
    if (state?.status !== 'running') return;
    controller.abort();
    set({ status: 'stopped' });
  };
  const subscribe: Task['subscribe'] = (listener) => {
    clearTimeout(stopTimer);
    listeners.add(listener);
    if (state === undefined) start();
    return () => {
      listeners.delete(listener);
      // StrictMode and a move within the page unmount and mount again in the same task: that must not stop it.
      if (listeners.size === 0) stopTimer = setTimeout(stop, 0);
    };
  };
  return { read: () => state ?? beforeStart, subscribe, start, stop };
}

/** The state before the first start, for example on a server. */
const beforeStart: TaskState = { status: 'running', progress: {} };

/** Runs the work, and returns the state at its end. Never rejects. */
async function settleTask(run: () => unknown, toolName: string): Promise<TaskState> {
  try {
    return { status: 'done', result: toJson(await run(), `The result of client tool '${toolName}'`) };
  } catch (error) {
    return { status: 'failed', message: serializeError(error).message };
  }
}
