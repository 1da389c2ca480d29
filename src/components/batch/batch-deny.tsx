'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type KeyboardEvent,
  type RefAttributes,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { defaultDenial, toolDenied } from '../../protocol/make-answer.js';
import { useBatch } from '../card/batch-context.js';
import { type PartProps, renderPart } from '../part/part.js';
import { Button } from '../shared/button.js';
import { useStrings } from '../strings-provider.js';
import { ClaimFocus } from './batch-footer.js';

type NoState = Record<string, never>;

/** Props of `Batch.DenyReason`. */
export type BatchDenyReasonProps = Omit<PartProps<'div', NoState>, 'children'>;

/**
 * One reason for all open calls, which the model reads for each. Shown after a press of `Batch.DenyAll`. Enter sends it, Escape goes
 * back; what was typed is there again the next time.
 */
export const BatchDenyReason: ForwardRefExoticComponent<BatchDenyReasonProps & RefAttributes<HTMLDivElement>> =
  forwardRef(function BatchDenyReason(props: BatchDenyReasonProps, ref) {
    const { asking, setAsking, open, answers } = useBatch('Batch.DenyReason');
    const claimFocus = useContext(ClaimFocus);
    const [reason, setReason] = useState('');
    const root = useRef<HTMLElement | null>(null);
    if (asking !== 'deny' || open.length === 0) return null;
    const isBusy = answers.status === 'sending';
    const submit = (): void => {
      if (isBusy) return;
      claimFocus();
      setAsking('nothing');
      answers.decideEach(open, reason.trim() === '' ? toolDenied() : toolDenied(reason.trim()));
    };
    const back = (): void => {
      root.current = document.activeElement?.closest<HTMLElement>('[data-batch]') ?? null;
      setAsking('nothing');
      // The button that opened the form exists again only after the rendering that this asks for.
      requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[data-action="deny-all"]')?.focus());
    };
    const children = <ReasonFields reason={reason} isBusy={isBusy} onReason={setReason} {...{ submit, back }} />;
    return renderPart<'div', NoState>('div', { ...props, children }, { slot: 'reason-form', state: {}, ref });
  });

export declare namespace BatchDenyReason {
  type Props = BatchDenyReasonProps;
}

interface ReasonFieldsProps {
  readonly reason: string;
  readonly isBusy: boolean;
  readonly onReason: (reason: string) => void;
  readonly submit: () => void;
  readonly back: () => void;
}

function ReasonFields({ reason, isBusy, onReason, submit, back }: ReasonFieldsProps) {
  const { approval, batch } = useStrings();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') back();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    submit();
  };
  return (
    <>
      <div data-slot="field">
        <label htmlFor={id}>{batch.denyAllLabel}</label>
        <input
          ref={field}
          id={id}
          type="text"
          data-slot="reason-input"
          dir="auto"
          autoComplete="off"
          placeholder={defaultDenial}
          value={reason}
          readOnly={isBusy}
          onChange={(event) => onReason(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div data-slot="actions">
        <Button action="deny-submit" look="danger" unavailable={isBusy} onPress={submit}>
          {approval.denyAllWith}
        </Button>
        <Button action="back" look="quiet" unavailable={isBusy} onPress={back}>
          {approval.back}
        </Button>
      </div>
    </>
  );
}
