'use client';
import { type ReactElement, useCallback, useId, useState } from 'react';
import type { DecisionEntry } from '../../approval/record/decision-entry.js';
import type { ListedRun } from '../../hooks/use-run-inbox.js';
import { inboxStrings } from '../../words/english/inbox.js';
import type { CountersignStrings } from '../../words/strings.js';
import { DecisionLog } from '../decisions/decision-log.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph, type GlyphName } from '../shared/glyph.js';
import { useFormat, useWords } from '../strings-provider.js';
import { DeceptiveText } from '../value/marked-text.js';
import { cannotRetry, InboxContext } from './inbox-context.js';
import { ReadWords, useRead } from './inbox-read.js';

/** The user's finished runs, newest first. Each unfolds to its decisions. */
export const InboxHistory: Part<'section', NoState, Without<'children'>> = part(
  'Inbox.History',
  'section',
  (props, render) => {
    const titleId = useId();
    const { inbox, asked, error, choice } = useWithin(InboxContext, 'Inbox.History');
    const strings = useWords(inboxStrings);
    // An answered run continues for a while, and others end by themselves: each poll may find another finished one.
    const runs = useRead(inbox.history, asked);
    if (cannotRetry(error) || choice.page !== 'waiting') return null;
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
