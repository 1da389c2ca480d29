'use client';
import { type ReactElement, useEffect, useId, useMemo, useSyncExternalStore } from 'react';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import type { JSONValue } from '../../protocol/json.js';
import { Button } from '../shared/button.js';
import { useFormat, useStrings } from '../strings-provider.js';
import { ClientTool } from './client-tool.js';
import { useClientTool } from './client-tool-context.js';
import { createTask, type RunTask, type Task, type TaskProgress } from './task.js';

/**
 * Makes a client tool that works by itself while a person watches: it starts when its card is shown, once for each call, whatever
 * renders anew. Its result is sent when it is done; cancelling tells the model; what fails can be tried again. It is aborted when the
 * call is withdrawn. A card that only left the page and came back does not start anew by itself, because nobody knows how far the
 * work came.
 *
 * @param run The work: gets the model's input, a signal, and `report` for its progress.
 * @example
 * const convert = backgroundTask(async (input: { path: string }, { signal, report }) => {
 *   for (const [at, page] of pages.entries()) { await toText(page, signal); report({ fraction: at / pages.length, text: page.name }); }
 *   return 'converted';
 * });
 * useAgentRun({ agent, clientTools: { convert: { render: convert } } });
 */
export function backgroundTask<INPUT = unknown, OUTPUT extends JSONValue = JSONValue>(
  run: RunTask<INPUT, OUTPUT>,
): (props: ClientToolProps<INPUT, OUTPUT>) => ReactElement {
  // The call's object is one for as long as it waits; ids repeat in other runs.
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
  const words = useStrings().tools;
  const strings = words.task;
  const state = useSyncExternalStore(task.subscribe, task.read, task.read);
  const { attempt, isBusy, submit, clear } = useClientTool();
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
        {state.status === 'done' ? <p data-slot="client-tool-note">{strings.done}</p> : null}
        {state.status === 'failed' ? (
          <p data-slot="problem" data-state="failed" role="alert" dir="auto">
            {strings.failed(state.message)}
          </p>
        ) : null}
        {state.status === 'stopped' ? <p data-slot="client-tool-note">{strings.stopped}</p> : null}
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
  const strings = useStrings().tools.task;
  const { locale } = useFormat();
  const percent = useMemo(
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
    [locale],
  );
  const id = useId();
  const isKnown = fraction !== undefined && Number.isFinite(fraction);
  const share = isKnown ? Math.min(1, Math.max(0, fraction)) : 0;
  return (
    <div data-slot="task-progress">
      <progress aria-label={strings.progress} aria-describedby={id} max={1} {...(isKnown ? { value: share } : {})} />
      <p id={id} data-slot="client-tool-note">
        <bdi>{text ?? strings.running}</bdi>
        {isKnown ? <span data-slot="task-percent">{strings.percent(percent.format(share))}</span> : null}
      </p>
    </div>
  );
}
