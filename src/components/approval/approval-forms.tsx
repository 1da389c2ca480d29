'use client';
import { type ReactElement, type RefObject, useRef } from 'react';
import { toolDenied } from '../../protocol/make-answer.js';
import { answerStrings } from '../../words/english/approval.js';
import { ReasonForm } from '../card/reason-form.js';
import type { SchemaFormProps } from '../form/schema-form.js';
import { lazyView } from '../lazy/lazy-view.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useEscape } from '../shared/use-escape.js';
import { useWords } from '../strings-provider.js';
import { ApprovalContext, type ApprovalPartState, partState } from './approval-context.js';
import type { EditInputProps } from './edit-input.js';

const LazyEditInput = lazyView<EditInputProps>(async () => (await import('./edit-input.js')).EditInput);

/**
 * Asks for a reason and denies the call with it. Shown while the user denies. Children follow the buttons:
 * `Approval.Remember`.
 */
export const ApprovalReasonForm: Part<'div', ApprovalPartState> = part(
  'Approval.ReasonForm',
  'div',
  ({ children, ...props }, render) => {
    const { view, answering } = useWithin(ApprovalContext, 'Approval.ReasonForm');
    const strings = useWords(answerStrings);
    const draft = answering?.draft.draft;
    if (answering === null || answering.mode !== 'denying' || draft?.mode !== 'deny') return null;
    const { change, close } = answering.draft;
    const reason = draft.reason.trim();
    const inside = (
      <ReasonForm
        label={strings.denyLabel}
        submitLabel={reason === '' ? strings.denyPlain : strings.denyWith}
        reason={draft.reason}
        isBusy={answering.isBusy}
        onReason={(typed) => change({ mode: 'deny', reason: typed })}
        onSubmit={() => void answering.answer(reason === '' ? toolDenied() : toolDenied(reason))}
        onBack={close}
      >
        {children}
      </ReasonForm>
    );
    return render(props, { 'data-cs': 'card-form', state: partState(view), children: inside });
  },
);

/** Props of `Approval.EditForm`. */
interface ApprovalEditFormProps extends Pick<SchemaFormProps, 'fields' | 'renderField'> {}

/**
 * A form for the input, generated from the schema, with a list of changes, live validation and a JSON editor. The input
 * is validated again when it is sent; an edit without changes is a plain approval. Shown while the user edits. Children
 * follow the buttons: `Approval.Remember`.
 */
export const ApprovalEditForm: Part<'div', ApprovalPartState, ApprovalEditFormProps> = part(
  'Approval.EditForm',
  'div',
  (props, render) => {
    const { fields, renderField, children, ...rest } = props;
    const { view, answering } = useWithin(ApprovalContext, 'Approval.EditForm');
    const frame = useRef<HTMLDivElement>(null);
    const draft = answering?.draft.draft;
    if (answering === null || answering.mode !== 'editing' || draft?.mode !== 'edit') return null;
    const slots = {
      ...(fields === undefined ? {} : { fields }),
      ...(renderField === undefined ? {} : { renderField }),
    };
    const inside = (
      <OpenEditForm answering={answering} draft={draft} slots={slots} frame={frame}>
        {children}
      </OpenEditForm>
    );
    return render(rest, { 'data-cs': 'edit-form', state: partState(view), ref: frame, children: inside });
  },
);

interface OpenEditFormProps extends EditInputProps {
  readonly frame: RefObject<HTMLDivElement | null>;
}

function OpenEditForm({ frame, ...props }: OpenEditFormProps): ReactElement {
  const { close } = props.answering.draft;
  const { back } = useWords(answerStrings);
  useEscape(frame, close);
  return (
    <LazyEditInput
      {...props}
      meanwhile={
        <Button action="back" onPress={close}>
          {back}
        </Button>
      }
    />
  );
}
