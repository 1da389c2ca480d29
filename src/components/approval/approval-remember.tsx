'use client';
import type { ComponentProps } from 'react';
import { RememberMenu } from '../grants/remember-menu.js';
import { RememberRoot, type RememberRootProps, type RememberState } from '../grants/remember-root.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { ApprovalContext } from './approval-context.js';

/**
 * Lets the user choose to remember the answer: for which calls and for how long, in the exact words of the grant, or of
 * the refusal while the user denies. The choice is stored with the next answer. Children, parts of `RememberChoice`,
 * replace the menu. Renders nothing when the conversation has no `grants`.
 */
export const ApprovalRemember: Part<
  'div',
  RememberState,
  Omit<RememberRootProps, 'call' | 'agentPath' | 'effect' | 'value' | 'onValueChange'>
> = part('Approval.Remember', 'div', ({ children, ...props }) => {
  const { answering } = useWithin(ApprovalContext, 'Approval.Remember');
  if (answering === null || answering.run.grants === undefined || answering.mode === 'closed') return null;
  const { edited, batch, mode, remember, setRemember } = answering;
  const effect = mode === 'denying' ? 'deny' : 'allow';
  const choice: ComponentProps<typeof RememberMenu> = {
    ...props,
    call: edited.item.call,
    agentPath: batch.agentPath,
    effect,
    value: remember[effect],
    onValueChange: (next) => setRemember(effect, next),
  };
  return children === undefined ? <RememberMenu {...choice} /> : <RememberRoot {...choice}>{children}</RememberRoot>;
});
