'use client';
import type { ReactNode } from 'react';
import { RiskWords } from '../card/risk-words.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { hideInText } from '../value/hidden-places.js';
import { DeceptiveSentence, DeceptiveText } from '../value/marked-text.js';
import { ApprovalContext, type ApprovalPartState, partState, useDescribed } from './approval-context.js';
import { TitleText } from './title-text.js';
import { useCardTexts } from './use-card-texts.js';

/**
 * The title of the call: verb and object. It names the card, receives the focus when the card does, and marks deceptive
 * characters.
 */
export const ApprovalTitle: Part<'h4', ApprovalPartState> = part('Approval.Title', 'h4', (props, render) => {
  const { view, titleId } = useWithin(ApprovalContext, 'Approval.Title');
  return render(props, {
    'data-cs': 'card-title',
    state: partState(view),
    id: titleId,
    tabIndex: -1,
    dir: 'auto',
    children: <TitleText title={view.title} input={view.edited ?? view.input} />,
  });
});

/** The glyph for the state of the call, or for its risk while it is pending. The text beside it says the same. */
export const ApprovalMark: Part<'span', ApprovalPartState> = part('Approval.Mark', 'span', (props, render) => {
  const { view } = useWithin(ApprovalContext, 'Approval.Mark');
  return render(props, {
    'data-cs': 'card-mark',
    state: partState(view),
    'aria-hidden': true,
    children: <Glyph name={view.glyph} />,
  });
});

/** The risk of the call, as glyph and word. Renders nothing when the tool declares none. */
export const ApprovalRisk: Part<'span', ApprovalPartState> = part('Approval.Risk', 'span', (props, render) => {
  const { view, answering, place } = useWithin(ApprovalContext, 'Approval.Risk');
  // The form shows it below its fields.
  if (view.risk === undefined || (answering?.mode === 'editing' && place !== 'form')) return null;
  return render(props, { 'data-cs': 'card-risk', state: partState(view), children: <RiskWords risk={view.risk} /> });
});

/** The description of the call, one or two sentences from its tool. */
export const ApprovalDescription: Part<'p', ApprovalPartState> = part('Approval.Description', 'p', (props, render) => {
  const { view, described } = useDescribed('Approval.Description');
  const summary = described?.call.summary;
  if (described === null || summary === undefined) return null;
  return render(props, {
    'data-cs': 'card-summary',
    state: partState(view),
    dir: 'auto',
    children: <DeceptiveText text={hideInText(summary, described.call)} />,
  });
});

/** Props of `Approval.Facts` and `Approval.Reason`. */
interface ApprovalOnceProps {
  /**
   * `said`: omits what other texts of the card say, for cards that render title, risk, reason, description and facts.
   * Default `nothing`.
   */
  readonly omit?: 'said' | 'nothing' | undefined;
}

/** The capabilities of the call in plain words, and short facts from its tool. */
export const ApprovalFacts: Part<'ul', ApprovalPartState, ApprovalOnceProps> = part(
  'Approval.Facts',
  'ul',
  ({ omit = 'nothing', ...props }, render) => {
    const { view, described } = useDescribed('Approval.Facts');
    const { touches, facts } = useCardTexts(described, view.title, omit);
    const all = [...new Set([...touches, ...facts])];
    if (all.length === 0) return null;
    const children = all.map((fact) => (
      <li data-cs="tag" key={fact}>
        <DeceptiveSentence text={described === null ? fact : hideInText(fact, described.call)} />
      </li>
    ));
    // `list-style: none` makes VoiceOver drop the list role, so it is set explicitly.
    return render(props, { 'data-cs': 'tags', state: partState(view), role: 'list', children });
  },
);

/** Props of `Approval.When`. */
interface ApprovalWhenProps {
  /** `open`: the call waits for an answer. `closed`: it is decided, an answer is chosen, or it is in a message. */
  readonly is: 'open' | 'closed';
  readonly children?: ReactNode;
}

/** Renders its children only while the call waits for an answer, or only while it does not. */
export function ApprovalWhen({ is, children }: ApprovalWhenProps): ReactNode {
  const { answering } = useWithin(ApprovalContext, 'Approval.When');
  const isOpen = answering !== null && answering.mode !== 'closed';
  return isOpen === (is === 'open') ? children : null;
}

/** The state of `Approval.Reason`: `data-because`, besides the state of all parts. */
interface ApprovalReasonState extends ApprovalPartState {
  /**
   * `tool`: the tool asked while it executed. `rule`: a policy. `capability`: something that the call accesses.
   * `declared`: the tool always asks. `changed`: the tool was allowed, and its definition has changed since.
   */
  readonly because: 'changed' | 'tool' | 'rule' | 'capability' | 'declared';
}

/** The reason for requiring approval, in a sentence. */
export const ApprovalReason: Part<'p', ApprovalReasonState, ApprovalOnceProps> = part(
  'Approval.Reason',
  'p',
  ({ omit = 'nothing', ...props }, render) => {
    const { view, described } = useDescribed('Approval.Reason');
    const { reason } = useCardTexts(described, view.title, omit);
    if (described === null || reason === null) return null;
    const { because, words } = reason;
    return render(props, {
      'data-cs': 'card-reason',
      state: { ...partState(view), because },
      children: <DeceptiveSentence text={hideInText(words, described.call)} />,
    });
  },
);
