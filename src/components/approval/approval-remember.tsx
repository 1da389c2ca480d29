'use client';
import { type ForwardedRef, forwardRef } from 'react';
import { noGrants } from '../../approval/grants/no-grants.js';
import { RememberMenu } from '../grants/remember-menu.js';
import { RememberRoot, type RememberRootProps } from '../grants/remember-root.js';
import { type ApprovalPart, useApproval } from './approval-context.js';

/** Props of `Approval.Remember`. */
export type ApprovalRememberProps = Omit<
  RememberRootProps,
  'call' | 'agentPath' | 'effect' | 'value' | 'onValueChange'
>;

/**
 * Whether the answer is remembered, for which calls and for how long, in the exact words of what is granted; while a person denies, of
 * what is refused. It counts with the next answer. Children, parts of `RememberChoice`, stand in place of the menu. Nothing where the
 * conversation has no `grants` to remember it in.
 */
export const ApprovalRemember: ApprovalPart<ApprovalRememberProps, HTMLDivElement> = forwardRef(
  function ApprovalRemember({ children, ...props }: ApprovalRememberProps, ref: ForwardedRef<HTMLDivElement>) {
    const { answering } = useApproval('Approval.Remember');
    if (answering === null || answering.mode === 'closed') return null;
    const { run, item, batch, mode, remember, setRemember } = answering;
    if (run.grants === noGrants) return null;
    const effect = mode === 'denying' ? 'deny' : 'approve';
    const shared = {
      ...props,
      ref,
      call: item.call,
      agentPath: batch.agentPath,
      effect,
      value: remember[effect],
      onValueChange: (value: (typeof remember)['approve']) => setRemember(effect, value),
    } as const;
    return children === undefined ? <RememberMenu {...shared} /> : <RememberRoot {...shared}>{children}</RememberRoot>;
  },
);
