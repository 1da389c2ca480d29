'use client';
import { useContext, useRef, useState } from 'react';
import { toolDenied } from '../../protocol/make-answer.js';
import { queueStrings } from '../../words/english/approval.js';
import { batchStrings } from '../../words/english/batch.js';
import { BatchContext } from '../card/batch-context.js';
import { ReasonFields } from '../card/reason-form.js';
import { afterFrame } from '../page-gaps.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { ClaimFocus } from './batch-footer.js';

/**
 * One denial reason for all open calls, which the model reads for each. Shown after a press of `Batch.DenyAll`. Enter
 * sends it, Escape goes back; the typed text is restored the next time.
 */
export const BatchDenyReason: Part<'div', NoState, Without<'children'>> = part(
  'Batch.DenyReason',
  'div',
  (props, render) => {
    const { asking, setAsking, open, answers } = useWithin(BatchContext, 'Batch.DenyReason');
    const approval = useWords(queueStrings);
    const batch = useWords(batchStrings);
    const claimFocus = useContext(ClaimFocus);
    const [reason, setReason] = useState('');
    const form = useRef<HTMLDivElement>(null);
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
      // The button that opened the form exists again only after the rendering that this triggers.
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
    return render(props, { 'data-cs': 'reason-form', ref: form, children });
  },
);
