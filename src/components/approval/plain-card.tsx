'use client';
import { type ReactElement, useMemo } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { uncut } from '../../approval/redaction/hidden-mark.js';
import { redact } from '../../approval/redaction/redact.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { cardStrings } from '../../words/english/card.js';
import { valueStrings } from '../../words/english/value.js';
import { type Part, part } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { secretsOf } from '../value/hidden-places.js';
import { JsonText } from '../value/value-json.js';
import { toSafeJson } from '../value/visible-text.js';
import { ApprovalActions, ApprovalDeny } from './approval-actions.js';
import type { ApprovalPartState } from './approval-context.js';
import { ApprovalMark, ApprovalTitle, ApprovalWhen } from './approval-facts.js';
import { ApprovalReasonForm } from './approval-forms.js';
import { ApprovalProblem } from './approval-outcome.js';
import { ApprovalRecord } from './approval-record.js';
import { type ApprovalItemSource, ApprovalRoot } from './approval-root.js';
import { ApprovalApprove } from './approve-button.js';

/**
 * The replacement for a card that threw: few parts, so that the user can see, approve and deny the call whatever else
 * is broken.
 */
export const PlainCard: Part<'section', ApprovalPartState, ApprovalItemSource> = part(
  'PlainCard',
  'section',
  (props) => {
    const { call } = props.item;
    const input = <PlainInput call={call} />;
    return (
      <ApprovalRoot {...props}>
        <ApprovalWhen is="closed">
          <ApprovalRecord>{input}</ApprovalRecord>
        </ApprovalWhen>
        <ApprovalWhen is="open">
          <ApprovalMark />
          <div data-cs="card-body">
            <ApprovalTitle />
            <CardFailed />
            {input}
            <ApprovalProblem />
            <ApprovalReasonForm />
            <ApprovalActions>
              <ApprovalDeny />
              <ApprovalApprove />
            </ApprovalActions>
          </div>
        </ApprovalWhen>
      </ApprovalRoot>
    );
  },
);

/** A note that this card replaces one that threw. */
export function CardFailed(): ReactElement {
  const { failed } = useWords(cardStrings);
  return (
    <p data-cs="card-failed" dir="auto">
      {failed}
    </p>
  );
}

function PlainInput({ call }: { readonly call: DeferredCall }): ReactElement {
  const { effectiveInput } = useWords(valueStrings);
  return (
    <div data-cs="card-input">
      <p data-cs="record-label">
        <bdi data-cs="record-tool" translate="no">
          {escapeUnseen(call.toolName)}
        </bdi>
      </p>
      <PlainJson value={call.input} call={call} />
      {call.effectiveInput === undefined ? null : (
        <div data-cs="effective-input">
          <p data-cs="card-note">{effectiveInput}</p>
          <PlainJson value={call.effectiveInput} call={call} />
        </div>
      )}
    </div>
  );
}

/** The JSON of a value without its secrets. */
function PlainJson({ value, call }: { readonly value: JSONValue; readonly call: DeferredCall }): ReactElement {
  const { redactions = {} } = call;
  const text = useMemo(() => {
    const secrets = secretsOf(call);
    return toSafeJson(redact(value, { ...uncut, refine: () => redactions, secrets }).value);
  }, [value, redactions, call]);
  return <JsonText text={text} />;
}
