'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type RefAttributes,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import { toolDenied } from '../../protocol/make-answer.js';
import { queueStrings } from '../approval/approval-strings.js';
import { useBatch } from '../card/batch-context.js';
import { ReasonFields } from '../card/reason-form.js';
import { afterFrame } from '../page-gaps.js';
import { composeRefs } from '../part/compose-refs.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { ClaimFocus } from './batch-footer.js';
import { batchStrings } from './batch-strings.js';

/** Props of `Batch.DenyReason`. */
export type BatchDenyReasonProps = Omit<PartProps<'div', NoState>, 'children'>;

/**
 * One reason for all open calls, which the model reads for each. Shown after a press of `Batch.DenyAll`. Enter sends it, Escape goes
 * back; what was typed is there again the next time.
 */
export const BatchDenyReason: ForwardRefExoticComponent<BatchDenyReasonProps & RefAttributes<HTMLDivElement>> =
  forwardRef(function BatchDenyReason(props: BatchDenyReasonProps, ref) {
    const { asking, setAsking, open, answers } = useBatch('Batch.DenyReason');
    const approval = useWords(queueStrings);
    const batch = useWords(batchStrings);
    const claimFocus = useContext(ClaimFocus);
    const [reason, setReason] = useState('');
    const form = useRef<HTMLDivElement>(null);
    const both = useMemo(() => composeRefs(form, ref), [ref]);
    if (asking !== 'deny' || open.length === 0) return null;
    const isBusy = answers.status === 'sending';
    const submit = (): void => {
      if (isBusy) return;
      claimFocus();
      setAsking('nothing');
      answers.decideEach(open, reason.trim() === '' ? toolDenied() : toolDenied(reason.trim()));
    };
    const back = (): void => {
      const root = form.current?.closest('[data-batch]');
      setAsking('nothing');
      // The button that opened the form exists again only after the rendering that this asks for.
      if (root) afterFrame(root, () => root.querySelector<HTMLElement>('[data-action="deny-all"]')?.focus());
    };
    const children = (
      <ReasonFields
        label={batch.denyAllLabel}
        submitLabel={approval.denyAllWith}
        reason={reason}
        isBusy={isBusy}
        takesFocus
        onReason={setReason}
        onSubmit={submit}
        onBack={back}
      />
    );
    return renderPart<'div', NoState>('div', { ...props, children }, { slot: 'reason-form', state: {}, ref: both });
  });

export declare namespace BatchDenyReason {
  type Props = BatchDenyReasonProps;
}
