'use client';
import type { ReactNode } from 'react';
import { useApproval } from './approval-context.js';

/** Props of `Approval.When`. */
export interface ApprovalWhenProps {
  /** `open`: the call waits for an answer. `closed`: it is decided, an answer is chosen, or it stands in a message. */
  readonly is: 'open' | 'closed';
  readonly children?: ReactNode;
}

/** Shows its children only while the call waits for an answer, or only while it does not. */
export function ApprovalWhen({ is, children }: ApprovalWhenProps): ReactNode {
  const { answering } = useApproval('Approval.When');
  const isOpen = answering !== null && answering.mode !== 'closed';
  return isOpen === (is === 'open') ? children : null;
}
