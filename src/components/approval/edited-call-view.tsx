'use client';
import { type ReactElement, useContext } from 'react';
import { answerStrings } from '../../words/english/approval.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FormerTitle } from '../value/former-title.js';
import { hideInText } from '../value/hidden-places.js';
import { DeceptiveSentence } from '../value/marked-text.js';
import { ApprovalContext, type ApprovalContextValue } from './approval-context.js';
import { ApprovalDescription, ApprovalFacts, ApprovalReason, ApprovalRisk } from './approval-facts.js';
import { ApprovalDeceptive, ApprovalPreview } from './approval-input.js';
import { ApprovalPeople } from './approval-people.js';
import { TitleText } from './title-text.js';

/**
 * The call that the form's input would execute: title, risk, reason for approval or refusal, facts and preview. It is
 * below the fields, so that updating it while the user types does not move them.
 */
export function EditedCallView({ id }: { readonly id: string }): ReactElement {
  const context = useWithin(ApprovalContext, 'Approval.EditForm');
  const { view, answering } = context;
  const { willRun } = useWords(answerStrings);
  return (
    <ApprovalContext.Provider value={{ ...context, place: 'form' }}>
      <div data-cs="edited-call" aria-busy={answering?.edited.state === 'pending' || undefined}>
        <div id={id}>
          {answering?.item.call.fixedBy === undefined ? (
            <p data-cs="edited-title" dir="auto">
              <span data-cs="edited-label">{willRun}</span>{' '}
              <strong>
                <TitleText title={view.title} input={view.edited ?? view.input} />
              </strong>{' '}
              {view.formerTitle === undefined ? null : <FormerTitle title={view.formerTitle} />}
            </p>
          ) : null}
          <Refusal />
        </div>
        <div data-cs="card-asked">
          <ApprovalRisk />
          <EditedReason context={context} />
          <ApprovalPeople />
          <ApprovalFacts omit="said" />
        </div>
        <ApprovalDescription />
        <ApprovalDeceptive />
        <ApprovalPreview />
      </div>
    </ApprovalContext.Provider>
  );
}

/**
 * The reason why the edit cannot be approved. The live region exists before it has content, so that screen readers
 * announce it.
 */
function Refusal(): ReactElement {
  const { answering } = useContext(ApprovalContext) ?? {};
  const { refusal, item } = answering?.edited ?? {};
  return (
    <div role="status">
      {refusal === undefined || item === undefined ? null : (
        <p data-cs="edited-refusal" dir="auto">
          <DeceptiveSentence text={hideInText(refusal, item.call)} />
        </p>
      )}
    </div>
  );
}

/** The reason for requiring approval; nothing for an edit that is refused, or whose policies could not be evaluated. */
function EditedReason({ context }: { readonly context: ApprovalContextValue }): ReactElement | null {
  const { edited } = context.answering ?? {};
  return edited === undefined || edited.refusal !== undefined || edited.isTitleOnly ? null : (
    <ApprovalReason omit="said" />
  );
}
