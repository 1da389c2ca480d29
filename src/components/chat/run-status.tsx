'use client';
import { type MouseEvent, type ReactElement, useId, useMemo } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { hideSecrets } from '../../approval/redaction/secret-text.js';
import { callRecord, isToolPart } from '../../conversation/messages/call-record.js';
import type { ConversationStatus } from '../../conversation/state/conversation-state.js';
import type { RunEvents } from '../../conversation/state/event-list.js';
import { refusedOf } from '../../conversation/state/refused-state.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import type { CountersignError } from '../../protocol/base/errors.js';
import { isNested } from '../../protocol/base/event-keys.js';
import { describeRefused } from '../../protocol/base/serialize-error.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import { chatStrings, composerStrings } from '../../words/english/chat.js';
import type { CountersignStrings } from '../../words/strings.js';
import { focusComposer } from '../composer/focus-composer.js';
import { Announcer } from '../part/announcer.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useNow } from '../shared/use-time-left.js';
import { useFormat, useWords } from '../strings-provider.js';
import { secretsOf } from '../value/hidden-places.js';

/** Props of {@link RunStatus}. */
export interface RunStatusProps {
  /** The conversation whose status is shown. */
  readonly run: UseAgentRunResult;
  /** `button`: a stop button is shown. Default `none`, since the composer has one. */
  readonly stop?: 'button' | 'none';
  /**
   * Returns the time in milliseconds since 1970. Default: the system's. Keep the function outside of your component.
   */
  readonly now?: () => number;
}

/** The state of {@link RunStatus}. */
export interface RunStatusState {
  readonly status: ConversationStatus;
  readonly retry: 'waiting' | undefined;
}

/**
 * The status of the run, its duration and its usage. After a run that was stopped or has failed, it shows the reason.
 * Values that change each second are not announced.
 */
export const RunStatus: Part<'div', RunStatusState, RunStatusProps> = part(
  'RunStatus',
  'div',
  ({ run, stop = 'none', now = Date.now, ...props }, render) => {
    const { retryIn } = useWords(chatStrings);
    const words = useWords(composerStrings);
    const status = useConversation(run, (state) => state.status);
    const events = useConversation(run, (state) => state.events);
    const error = useConversation(run, (state) => state.error);
    const isBusy = status === 'running' || status === 'waiting';
    const retry = status === 'running' ? readRetry(events) : undefined;
    const time = useNow(isBusy, now);
    const format = useFormat();
    const wait = retry === undefined || time === undefined ? 0 : retry.until - time;
    const children = (
      <>
        <StatusText run={run} retrying={wait > 0 ? retryIn(format.duration(wait), retry?.status) : undefined} />
        <TakeLead run={run} />
        <Usage run={run} time={time ?? 0} />
        {stop === 'button' && isBusy ? (
          <Button action="stop" onPress={() => run.stop()} moveFocus={focusComposer}>
            {words.stop}
          </Button>
        ) : null}
        <div data-cs="run-error" role="alert" dir="auto">
          {status === 'failed' && error !== null ? <RunError run={run} error={error} /> : null}
        </div>
        <RefusedNote run={run} />
        <RetryAnnouncer retry={retry} now={now} />
      </>
    );
    return render(props, {
      'data-cs': 'run-status',
      state: { status, retry: wait > 0 ? 'waiting' : undefined },
      children,
    });
  },
);

/** Shows the error of a run without the redacted values of its calls' inputs. */
function RunError({ run, error }: Pick<RunStatusProps, 'run'> & { readonly error: CountersignError }): ReactElement {
  const messages = useConversation(run, (state) => state.messages);
  const refused = useConversation(run, refusedOf);
  // `RefusedNote` names the refused content in the language of the interface, so the English name is removed here.
  const message = refused === undefined ? error.message : error.message.replace(`${describeRefused(refused)}. `, '');
  const shown = useMemo(() => {
    const parts = messages.flatMap(({ parts }) => parts.filter(isToolPart));
    const secrets = parts.flatMap((part) => secretsOf({ input: part.input, redactions: callRecord(part).redactions }));
    return hideSecrets(message, secrets).text;
  }, [messages, message]);
  return <>{escapeUnseen(shown)}</>;
}

/** Names the content that the provider refused, and offers to continue without it. */
function RefusedNote({ run }: Pick<RunStatusProps, 'run'>): ReactElement | null {
  const strings = useWords(chatStrings);
  const refused = useConversation(run, refusedOf);
  const id = useId();
  if (refused === undefined) return null;
  const quote = refused.type === 'message' ? refused.quote : refused.toolName;
  const remove = (event: MouseEvent<HTMLElement>): void => {
    focusComposer(event.currentTarget); // the button is removed with the error
    run.removeRefused();
  };
  return (
    <fieldset data-cs="run-refused" aria-labelledby={id}>
      <p id={id}>
        {strings.refused(refused)}{' '}
        {quote === '' ? null : (
          <q data-cs="refused-quote" dir="auto" translate="no">
            {escapeUnseen(quote)}
          </q>
        )}
      </p>
      <Button action="remove-refused" onPress={remove}>
        {strings.removeRefused(refused)}
      </Button>
    </fieldset>
  );
}

interface StatusTextProps {
  readonly run: UseAgentRunResult;
  /** Replaces the status while the run waits for a retry. */
  readonly retrying: string | undefined;
}

function StatusText({ run, retrying }: StatusTextProps): ReactElement {
  const strings = useWords(chatStrings);
  const status = useConversation(run, (state) => state.status);
  const outcome = useConversation(run, (state) => state.outcome);
  const place = useConversation(run, (state) => state.place);
  const state = runStatusText(status, outcome, strings);
  const words = place === 'here' ? state : strings.place[place];
  return <p data-cs="run-state">{escapeUnseen(retrying ?? words)}</p>;
}

function runStatusText(
  status: ConversationStatus,
  outcome: RunOutcome<unknown> | null,
  strings: Pick<CountersignStrings['chat'], 'status' | 'stopped'>,
): string {
  return status === 'idle' && outcome?.type === 'aborted' ? strings.stopped(outcome.reason) : strings.status[status];
}

/** Offers to continue a conversation here that is open in another tab. */
function TakeLead({ run }: Pick<RunStatusProps, 'run'>): ReactElement | null {
  const { useHere } = useWords(chatStrings);
  const place = useConversation(run, (state) => state.place);
  if (place !== 'elsewhere') return null;
  return (
    <Button action="use-here" onPress={() => run.takeLead()} moveFocus={focusComposer}>
      {useHere}
    </Button>
  );
}

interface UsageProps {
  readonly run: UseAgentRunResult;
  readonly time: number;
}

function Usage({ run, time }: UsageProps): ReactElement | null {
  const strings = useWords(chatStrings);
  const format = useFormat();
  const usage = useConversation(run, (state) => state.usage);
  const events = useConversation(run, (state) => state.events);
  const status = useConversation(run, (state) => state.status);
  const isOver = status !== 'running' && status !== 'waiting';
  // The start of the run is searched when a run begins or ends, not at each event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the span does not change in between
  const span = useMemo(() => readSpan(events), [isOver, usage.requests === 0]);
  const elapsed = span === undefined ? 0 : (span.endedAt ?? Math.max(time, span.startedAt)) - span.startedAt;
  const showsElapsed = span !== undefined && elapsed >= 1000 && !(isOver && span.endedAt === undefined);
  if (usage.requests === 0 && !showsElapsed) return null;
  return (
    <p data-cs="run-usage">
      {showsElapsed ? <bdi data-cs="run-elapsed">{format.duration(elapsed)}</bdi> : null}
      {usage.requests > 1 ? <bdi data-cs="run-steps">{strings.steps(usage.requests)}</bdi> : null}
      {usage.inputTokens + usage.outputTokens === 0 ? null : (
        <bdi data-cs="run-tokens">
          {strings.tokens(format.number(usage.inputTokens), format.number(usage.outputTokens))}
        </bdi>
      )}
    </p>
  );
}

interface RetryAnnouncerProps {
  readonly retry: OpenRetry | undefined;
  readonly now: () => number;
}

/** Announces the delay of each retry once. */
function RetryAnnouncer({ retry, now }: RetryAnnouncerProps): ReactElement {
  const strings = useWords(chatStrings);
  const format = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the delay is announced as it was at the beginning
  const text = useMemo(() => {
    return retry === undefined ? '' : strings.retryIn(format.duration(retry.until - now()), retry.status);
  }, [retry?.id]);
  return <Announcer id={retry?.id ?? ''} text={text} />;
}

/** A model request that failed and will be retried. */
interface OpenRetry {
  /** The time of the retry, in milliseconds since 1970. */
  readonly until: number;
  readonly status: number | undefined;
  /** Distinguishes one retry from the next. */
  readonly id: string;
}

/** Returns the retry that the run or a sub-agent waits for: then the last event announces it. */
function readRetry(events: RunEvents): OpenRetry | undefined {
  const event = events.at(-1);
  if (event?.type !== 'model-retry') return undefined;
  return { until: event.at + event.delay, status: event.status, id: `${event.runId}-${event.seq}` };
}

/** The times of the first and the last event of a run, in milliseconds since 1970. */
interface RunSpan {
  readonly startedAt: number;
  /** `undefined` while it runs. */
  readonly endedAt: number | undefined;
}

/**
 * Returns when the last run began and ended. Searches from the end, so that it reads only the events of that run. If
 * its start is not in memory any more, it uses the last event instead.
 */
function readSpan(events: RunEvents): RunSpan | undefined {
  const last = events.at(-1);
  let endedAt: number | undefined;
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events.at(index);
    if (event === undefined || isNested(event)) continue;
    if (event.type === 'run-end') endedAt ??= event.at;
    if (event.type === 'run-start') return { startedAt: event.at, endedAt };
  }
  return last === undefined ? undefined : { startedAt: last.at, endedAt };
}
