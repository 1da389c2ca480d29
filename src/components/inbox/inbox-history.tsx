'use client';
import { type ReactElement, useCallback, useEffect, useId, useRef, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { DecisionEntry } from '../../approval/record/decision-entry.js';
import type { ListedRun } from '../../hooks/use-run-inbox.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { inboxStrings } from '../../words/english/inbox.js';
import type { CountersignStrings } from '../../words/strings.js';
import { DecisionLog } from '../decisions/decision-log.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph, type GlyphName } from '../shared/glyph.js';
import { useFormat, useWords } from '../strings-provider.js';
import { DeceptiveText } from '../value/marked-text.js';
import { quoteSafely } from '../value/visible-text.js';
import { cannotRetry, InboxContext } from './inbox-context.js';

/** The state of loading from the server. */
type Read<T> =
  | { readonly status: 'reading' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly message: string };

/** The user's finished runs, newest first. Each unfolds to its decisions. */
export const InboxHistory: Part<'section', NoState, Without<'children'>> = part(
  'Inbox.History',
  'section',
  (props, render) => {
    const titleId = useId();
    const { inbox, asked, error } = useWithin(InboxContext, 'Inbox.History');
    const strings = useWords(inboxStrings);
    // An answered run continues for a while, and others end by themselves: each poll may find another finished one.
    const runs = useRead(inbox.history, asked);
    if (cannotRetry(error)) return null;
    const children = (
      <>
        <h3 id={titleId} data-cs="inbox-heading">
          {strings.history}
        </h3>
        <ReadWords read={runs} empty={strings.historyEmpty} isEmpty={(list) => list.length === 0} />
        {runs.status === 'ready' && runs.value.length > 0 ? (
          // `list-style: none` makes VoiceOver drop the list role, so it is set explicitly.
          // biome-ignore lint/a11y/noRedundantRoles: see above
          <ul data-cs="inbox-runs" role="list">
            {runs.value.map((run) => (
              <InboxRun key={run.runId} run={run} />
            ))}
          </ul>
        ) : null}
      </>
    );
    return render(props, { 'data-cs': 'inbox-history', 'aria-labelledby': titleId, children });
  },
);

const endGlyphs: Readonly<Record<keyof CountersignStrings['inbox']['outcome'], GlyphName>> = {
  completed: 'approved',
  deferred: 'clock',
  aborted: 'square',
  failed: 'broken',
};

function InboxRun({ run }: { readonly run: ListedRun }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const strings = useWords(inboxStrings);
  const format = useFormat();
  const { state, title, startedAt } = run;
  return (
    <li data-cs="inbox-run">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary data-cs="call-line">
          <Glyph name={state.type === 'ended' ? endGlyphs[state.outcome] : 'ring'} />
          <span data-cs="decision-line">
            <strong translate="no">
              <DeceptiveText text={title} />
            </strong>
            <span data-cs="decision-verdict">
              <bdi>
                {state.type === 'ended' ? `${strings.outcome[state.outcome]}, ` : ''}
                {format.moment(state.type === 'ended' ? state.at : startedAt)}
              </bdi>
            </span>
          </span>
        </summary>
        {isOpen ? <RunRecord runId={run.runId} /> : null}
      </details>
    </li>
  );
}

function RunRecord({ runId }: { readonly runId: string }): ReactElement {
  const { inbox } = useWithin(InboxContext, 'Inbox.History');
  const read = useCallback((signal: AbortSignal) => inbox.record(runId, signal), [inbox, runId]);
  const record = useRead<readonly DecisionEntry[]>(read, runId);
  return record.status === 'ready' ? <DecisionLog source={record.value} /> : <ReadWords read={record} />;
}

interface ReadWordsProps<T> {
  readonly read: Read<T>;
  readonly empty?: string;
  readonly isEmpty?: (value: T) => boolean;
}

function ReadWords<T>({ read, empty, isEmpty }: ReadWordsProps<T>): ReactElement | null {
  const strings = useWords(inboxStrings);
  if (read.status === 'reading') return <p data-cs="inbox-empty">{strings.historyLoading}</p>;
  if (read.status === 'failed')
    return (
      <p data-cs="problem" role="alert" dir="auto">
        {quoteSafely(read.message)}
      </p>
    );
  return isEmpty?.(read.value) === true ? (
    <p data-cs="inbox-empty">{empty === undefined ? null : escapeUnseen(empty)}</p>
  ) : null;
}

/** Loads again when `version` changes, unless it is still loading; the previous value stays until then. */
function useRead<T>(read: (signal: AbortSignal) => Promise<T>, version: unknown): Read<T> {
  const [state, setState] = useState<Read<T>>({ status: 'reading' });
  const reading = useRef<AbortController>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read for another ends
  useEffect(
    () => () => {
      reading.current?.abort();
      reading.current = null;
    },
    [read],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is why it is read again
  useEffect(() => {
    // A request that takes longer than the polling interval is not cancelled.
    if (reading.current !== null) return;
    const own = new AbortController();
    reading.current = own;
    const end = (read: Read<T>): void => {
      if (own.signal.aborted) return;
      reading.current = null;
      setState(read);
    };
    read(own.signal).then(
      (value) => end({ status: 'ready', value }),
      (error: unknown) => end({ status: 'failed', message: serializeError(error).message }),
    );
  }, [read, version]);
  return state;
}
