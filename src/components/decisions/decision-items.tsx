'use client';
import { Fragment, type ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { DecisionEntry, DecisionVerdict } from '../../approval/record/decision-entry.js';
import type { ApprovalState } from '../../conversation/approval-state.js';
import { type CallTone, stateWords } from '../../conversation/call-look.js';
import { toTitle } from '../../protocol/base/words.js';
import { stateStrings } from '../../words/english/card.js';
import { callStrings } from '../../words/english/chat.js';
import { decisionsStrings } from '../../words/english/inbox.js';
import { callLook } from '../card/describe-item.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { ValueView } from '../shared/value-view.js';
import { useFormat, useWords } from '../strings-provider.js';
import { FormerTitle } from '../value/former-title.js';
import { DeceptiveText } from '../value/marked-text.js';
import { quoteSafely } from '../value/visible-text.js';
import { DecisionsContext } from './decisions-context.js';

/** The content without decisions to show, with the reason. */
export const DecisionsEmpty: Part<'p'> = part('Decisions.Empty', 'p', (props, render) => {
  const { status, entries, shown } = useWithin(DecisionsContext, 'Decisions.Empty');
  const strings = useWords(decisionsStrings);
  if (status !== 'ready' || shown.length > 0) return null;
  return render(props, {
    'data-cs': 'decisions-empty',
    children: entries.length === 0 ? strings.empty : strings.noMatch,
  });
});

/** The reason why the decisions could not be read. Renders nothing without one. */
export const DecisionsProblem: Part<'p'> = part('Decisions.Problem', 'p', (props, render) => {
  const { problem } = useWithin(DecisionsContext, 'Decisions.Problem');
  const strings = useWords(decisionsStrings);
  if (problem === undefined) return null;
  return render(props, { 'data-cs': 'problem', role: 'alert', dir: 'auto', children: strings.problem(problem) });
});

/** Props of `Decisions.Items`. */
interface DecisionsItemsProps {
  /** Shows one decision. Default: `Decisions.Item`. */
  readonly children?: (entry: DecisionEntry) => ReactElement;
}

/** A line for each decision, newest first. Renders nothing if there are none. */
export const DecisionsItems: Part<'ul', NoState, DecisionsItemsProps> = part(
  'Decisions.Items',
  'ul',
  ({ children, ...props }, render) => {
    const { shown } = useWithin(DecisionsContext, 'Decisions.Items');
    if (shown.length === 0) return null;
    const lines = shown.map((entry) => (
      <Fragment key={entryKey(entry)}>
        {children === undefined ? <DecisionsItem entry={entry} /> : children(entry)}
      </Fragment>
    ));
    // `list-style: none` makes VoiceOver drop the list role, so it is set explicitly.
    return render(props, { 'data-cs': 'decision-items', role: 'list', children: lines });
  },
);

/** Props of `Decisions.Item`. */
interface DecisionsItemProps {
  readonly entry: DecisionEntry;
}

/** One decision: the action, the decision, the person and the time. The request unfolds. */
export const DecisionsItem: Part<'li', { verdict: DecisionVerdict | undefined; tone: CallTone }, DecisionsItemProps> =
  part('Decisions.Item', 'li', ({ entry, ...props }, render) => {
    useWithin(DecisionsContext, 'Decisions.Item');
    const { glyph, tone } = callLook(stateOfEntry(entry));
    const children = (
      <details>
        <summary data-cs="call-line">
          <Glyph name={glyph} />
          <DecisionLine entry={entry} />
        </summary>
        <DecisionDetails entry={entry} />
      </details>
    );
    return render(props, { 'data-cs': 'decision', state: { verdict: entry.decision?.verdict, tone }, children });
  });

interface EntryProps {
  readonly entry: DecisionEntry;
}

function DecisionLine({ entry }: EntryProps): ReactElement {
  const { title = toTitle(entry.toolName), decision, edit } = entry;
  const strings = useWords(decisionsStrings);
  const chat = useWords(callStrings);
  const format = useFormat();
  const card = useWords(stateStrings);
  return (
    <span data-cs="decision-line">
      <strong translate="no">
        <DeceptiveText text={edit?.title ?? title} />
      </strong>{' '}
      {edit?.title === undefined ? null : (
        <>
          <FormerTitle title={title} />{' '}
        </>
      )}
      <span data-cs="decision-verdict">
        {stateWords(stateOfEntry(entry), card, { hasBegun: entry.interrupted !== undefined })}
        {decision === undefined ? '' : ' — '}
        {decision === undefined ? null : (
          <bdi>{strings.decided(quoteSafely(chat.by(decision.by)), format.moment(decision.at))}</bdi>
        )}
      </span>
    </span>
  );
}

function DecisionDetails({ entry }: EntryProps): ReactElement {
  const strings = useWords(decisionsStrings);
  const chat = useWords(callStrings);
  const { toolName, reason, message, note, input, edit, digest } = entry;
  const told = message ?? note;
  const facts = [
    reason === undefined ? '' : strings.because(quoteSafely(reason)),
    told === undefined ? '' : strings.told(quoteSafely(told)),
  ].filter((fact) => fact !== '');
  return (
    <div data-cs="decision-details">
      <p data-cs="call-fact">
        {chat.tool}{' '}
        <bdi data-cs="call-name" translate="no">
          {escapeUnseen(toolName)}
        </bdi>
      </p>
      {facts.map((fact) => (
        <p data-cs="call-fact" key={fact}>
          {escapeUnseen(fact)}
        </p>
      ))}
      {input === undefined ? null : (
        <>
          <p data-cs="call-label">{edit === undefined ? strings.input : chat.originalInput}</p>
          <ValueView value={input} />
        </>
      )}
      {edit === undefined ? null : (
        <>
          <p data-cs="call-label">{chat.editedInput}</p>
          <ValueView value={edit.input} />
        </>
      )}
      {digest === undefined ? null : (
        <p data-cs="call-fact">
          {strings.fingerprint}{' '}
          <bdi data-cs="call-name" translate="no">
            {escapeUnseen(digest)}
          </bdi>
        </p>
      )}
    </div>
  );
}

/** Returns the state of a decision's call, for the same strings and glyphs as elsewhere. */
function stateOfEntry({ decision, edit }: DecisionEntry): ApprovalState {
  if (decision === undefined) return 'waiting';
  return decision.verdict === 'approved' && edit !== undefined ? 'approved-with-edits' : decision.verdict;
}

/**
 * Returns a key for an entry that stays when it is decided: a policy may hide a tool from the model for several
 * reasons.
 */
function entryKey(entry: DecisionEntry): string {
  const { runId, agentPath, batchId, kind, toolName, toolCallId, reason, decision } = entry;
  return JSON.stringify([runId, agentPath, batchId, kind, toolName, toolCallId, reason, kind === 'policy' && decision]);
}
