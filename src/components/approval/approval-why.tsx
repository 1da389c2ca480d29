'use client';
import { type ForwardedRef, forwardRef } from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { useStrings } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { DeceptiveText } from '../value/marked-text.js';
import { type ApprovalPart, type ApprovalPartState, partState, useApproval } from './approval-context.js';
import { whyAsked } from '../card/describe-item.js';

/** State of `Approval.Why`: `data-because`, besides that of all parts. */
export interface ApprovalWhyState extends ApprovalPartState {
  /** `tool`: the tool itself, while it was called. `rule`: a policy. `capability`: what the call touches. `declared`: its tool always asks. */
  readonly because: 'tool' | 'rule' | 'capability' | 'declared';
}

/** Props of `Approval.Why`. */
export type ApprovalWhyProps = PartProps<'p', ApprovalWhyState>;

/** Why a person is asked, in a sentence. */
export const ApprovalWhy: ApprovalPart<ApprovalWhyProps, HTMLParagraphElement> = forwardRef(function ApprovalWhy(
  props: ApprovalWhyProps,
  ref: ForwardedRef<HTMLParagraphElement>,
) {
  const { view, answering } = useApproval('Approval.Why');
  const strings = useStrings();
  if (answering === null) return null;
  const { because, words } = whyAsked(answering.item, strings);
  const part = { slot: 'card-why', state: { ...partState(view), because }, ref };
  return renderPart<'p', ApprovalWhyState>(
    'p',
    { children: <DeceptiveText text={hideInText(words, answering.item.call)} />, ...props },
    part,
  );
});
