'use client';
import { type ForwardedRef, forwardRef, type ReactElement, type RefObject, useRef } from 'react';
import { toolDenied } from '../../protocol/make-answer.js';
import { ReasonForm } from '../card/reason-form.js';
import type { SchemaFormProps } from '../form/schema-form.js';
import { lazyView } from '../lazy/lazy-view.js';
import { Button } from '../part/button.js';
import { composeRefs } from '../part/compose-refs.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useEscape } from '../shared/use-escape.js';
import { useWords } from '../strings-provider.js';
import { type ApprovalPart, type ApprovalPartState, partState, useApproval } from './approval-context.js';
import { answerStrings } from './approval-strings.js';
import type { EditInputProps } from './edit-input.js';

const LazyEditInput = lazyView<EditInputProps>(async () => (await import('./edit-input.js')).EditInput);

/** Props of `Approval.ReasonForm`. */
export type ApprovalReasonFormProps = PartProps<'div', ApprovalPartState>;

/** Asks why not, and says no with it. Shown while a person denies. Children stand behind its buttons: `Approval.Remember`. */
export const ApprovalReasonForm: ApprovalPart<ApprovalReasonFormProps, HTMLDivElement> = forwardRef(
  function ApprovalReasonForm({ children, ...props }: ApprovalReasonFormProps, ref: ForwardedRef<HTMLDivElement>) {
    const { view, answering } = useApproval('Approval.ReasonForm');
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
    const part = { slot: 'card-form', state: partState(view), ref };
    return renderPart<'div', ApprovalPartState>('div', { ...props, children: inside }, part);
  },
);

export declare namespace ApprovalReasonForm {
  type Props = ApprovalReasonFormProps;
  type State = ApprovalPartState;
}

/** Props of `Approval.EditForm`. */
export interface ApprovalEditFormProps
  extends PartProps<'div', ApprovalPartState>,
    Pick<SchemaFormProps, 'fields' | 'renderField'> {}

/**
 * The input as a form by its tool's schema, with what was changed, live checks and a JSON editor. What is sent is checked once more; what
 * changes nothing is a plain yes. Shown while a person edits. Children stand behind its buttons: `Approval.Remember`.
 */
export const ApprovalEditForm: ApprovalPart<ApprovalEditFormProps, HTMLDivElement> = forwardRef(
  function ApprovalEditForm(props: ApprovalEditFormProps, ref: ForwardedRef<HTMLDivElement>) {
    const { fields, renderField, children, ...rest } = props;
    const { view, answering } = useApproval('Approval.EditForm');
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
    const part = { slot: 'edit-form', state: partState(view), ref: composeRefs(ref, frame) };
    return renderPart<'div', ApprovalPartState>('div', { ...rest, children: inside }, part);
  },
);

export declare namespace ApprovalEditForm {
  type Props = ApprovalEditFormProps;
  type State = ApprovalPartState;
}

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
