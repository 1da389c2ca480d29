'use client';
import { type ComponentPropsWithoutRef, type ForwardedRef, forwardRef } from 'react';
import { RememberMenu } from '../grants/remember-menu.js';
import { RememberRoot, type RememberState } from '../grants/remember-root.js';
import { type ApprovalPart, useApproval } from './approval-context.js';

/** Props of `Approval.Remember`. */
export type ApprovalRememberProps = Omit<
  ComponentPropsWithoutRef<typeof RememberRoot>,
  'call' | 'agentPath' | 'effect' | 'value' | 'onValueChange'
>;

/**
 * Lets the person choose to remember the answer: for which calls and for how long, in the exact words of what is granted, or refused while
 * the person denies. The choice counts with the next answer. Children, parts of `RememberChoice`, replace the menu. Renders nothing when the
 * conversation has no `grants`.
 */
export const ApprovalRemember: ApprovalPart<ApprovalRememberProps, HTMLDivElement> = forwardRef(
  function ApprovalRemember({ children, ...props }: ApprovalRememberProps, ref: ForwardedRef<HTMLDivElement>) {
    const { answering } = useApproval('Approval.Remember');
    if (answering === null || answering.run.grants === undefined || answering.mode === 'closed') return null;
    const { edited, batch, mode, remember, setRemember } = answering;
    const effect = mode === 'denying' ? 'deny' : 'allow';
    const choice: Omit<ComponentPropsWithoutRef<typeof RememberRoot>, 'children'> = {
      ...props,
      call: edited.item.call,
      agentPath: batch.agentPath,
      effect,
      value: remember[effect],
      onValueChange: (next) => setRemember(effect, next),
    };
    if (children === undefined) return <RememberMenu {...choice} ref={ref} />;
    return (
      <RememberRoot {...choice} ref={ref}>
        {children}
      </RememberRoot>
    );
  },
);

export declare namespace ApprovalRemember {
  type Props = ApprovalRememberProps;
  type State = RememberState;
}
