'use client';
import type { ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { callStrings } from '../../words/english/chat.js';
import type { JsonChangesProps } from '../form/json-changes.js';
import { lazyView } from '../lazy/lazy-view.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { JsonView, ValueView } from '../shared/value-view.js';
import { useWords } from '../strings-provider.js';
import { FormerTitle } from '../value/former-title.js';
import { redactedPaths } from '../value/hidden-places.js';
import { ApprovalChange } from './approval-actions.js';
import { ApprovalContext, type ApprovalPartState, partState } from './approval-context.js';
import { ApprovalMark, ApprovalTitle } from './approval-facts.js';
import { ApprovalInput } from './approval-input.js';
import { ApprovalProgress, ApprovalStatus } from './approval-outcome.js';

const LazyJsonChanges = lazyView<JsonChangesProps>(async () => (await import('../form/json-changes.js')).JsonChanges);

/**
 * The call on one line, for later reading: title, state, reason, person and time. The request, the changes and the
 * result unfold. Children replace the unfolded content. In an `Approval.Root` with a message's part, it is the record
 * in a thread.
 *
 * @example
 * message.parts.filter(isToolPart).map((part) => (
 *   <Approval.Root key={part.toolCallId} part={part}><Approval.Record /></Approval.Root>
 * ))
 */
export const ApprovalRecord: Part<'div', ApprovalPartState> = part(
  'Approval.Record',
  'div',
  ({ children, ...props }, render) => {
    const { view, answering } = useWithin(ApprovalContext, 'Approval.Record');
    const inside = (
      <>
        <details data-cs="record-details">
          <summary data-cs="card-line">
            <ApprovalMark />
            {/* Between messages, each call would be a heading of its own. */}
            <ApprovalTitle {...(answering === null ? { render: <strong /> } : {})} />
            {view.formerTitle === undefined ? null : <FormerTitle title={view.formerTitle} />}
            <ApprovalStatus />
          </summary>
          {children ?? <RecordDetails />}
        </details>
        <ApprovalChange />
        <ApprovalProgress />
      </>
    );
    return render(props, { 'data-cs': 'card-record', state: partState(view), children: inside });
  },
);

function RecordDetails(): ReactElement {
  const { view } = useWithin(ApprovalContext, 'Approval.Record');
  const strings = useWords(callStrings);
  const before = view.input as JSONValue; // A decided call has its complete input, and that is JSON.
  return (
    <>
      <p data-cs="record-label">
        {strings.tool}{' '}
        <bdi data-cs="record-tool" translate="no">
          {escapeUnseen(view.toolName)}
        </bdi>
      </p>
      {view.edited === undefined ? (
        <ApprovalInput />
      ) : (
        <>
          <p data-cs="record-label">{strings.editedInput}</p>
          <ValueView value={view.edited} redactions={view.redactions} />
          <LazyJsonChanges
            before={before}
            after={view.edited}
            isHidden={redactedPaths([before, view.edited], view.redactions).touches}
          />
        </>
      )}
      {view.result === undefined ? null : (
        <>
          <p data-cs="record-label">{strings.result}</p>
          <JsonView value={view.result.value} secrets={view.secrets} />
        </>
      )}
    </>
  );
}
