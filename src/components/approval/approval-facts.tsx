'use client';
import { type ForwardedRef, forwardRef, type ReactNode } from 'react';
import { reasonToAsk } from '../card/describe-item.js';
import { RiskWords } from '../card/risk-words.js';
import { scopeStrings } from '../grants/scope-strings.js';
import { type PartProps, renderPart } from '../part/part.js';
import { Glyph } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';
import { agentNames } from '../value/agent-path.js';
import { hideInText } from '../value/hidden-places.js';
import { DeceptiveSentence, DeceptiveText } from '../value/marked-text.js';
import { type ApprovalPart, type ApprovalPartState, partState, useApproval, useDescribed } from './approval-context.js';
import { askStrings } from './approval-strings.js';
import { cardStrings } from './card-strings.js';
import { TitleText } from './title-text.js';
import { touchWords } from './touch-words.js';

/** Props of `Approval.Mark`, `.Agent`, `.Description` and `.Facts`. */
export type ApprovalFactProps<TAG extends 'span' | 'p' | 'ul' | 'h4'> = PartProps<TAG, ApprovalPartState>;

/** The call in words: verb and object. It names the card, takes the focus when it is the card's turn, and is marked where it deceives. */
export const ApprovalTitle: ApprovalPart<ApprovalFactProps<'h4'>, HTMLHeadingElement> = forwardRef(
  function ApprovalTitle(props: ApprovalFactProps<'h4'>, ref: ForwardedRef<HTMLHeadingElement>) {
    const { view, titleId } = useApproval('Approval.Title');
    const own = { id: titleId, tabIndex: -1, dir: 'auto' };
    const part = { slot: 'card-title', state: partState(view), own, ref };
    const children = <TitleText title={view.title} input={view.edited ?? view.input} />;
    return renderPart<'h4', ApprovalPartState>('h4', { children, ...props }, part);
  },
);

export declare namespace ApprovalTitle {
  type Props = ApprovalFactProps<'h4'>;
  type State = ApprovalPartState;
}

/** The shape of where the call stands; while it waits, of how bad it could be. Words beside it say the same. */
export const ApprovalMark: ApprovalPart<ApprovalFactProps<'span'>, HTMLSpanElement> = forwardRef(function ApprovalMark(
  props: ApprovalFactProps<'span'>,
  ref: ForwardedRef<HTMLSpanElement>,
) {
  const { view } = useApproval('Approval.Mark');
  const own = { 'aria-hidden': true };
  const part = { slot: 'card-mark', state: partState(view), own, ref };
  return renderPart<'span', ApprovalPartState>('span', { children: <Glyph name={view.glyph} />, ...props }, part);
});

export declare namespace ApprovalMark {
  type Props = ApprovalFactProps<'span'>;
  type State = ApprovalPartState;
}

/** How bad the call could be, by shape and word. Nothing where its tool did not say. */
export const ApprovalRisk: ApprovalPart<ApprovalFactProps<'span'>, HTMLSpanElement> = forwardRef(function ApprovalRisk(
  props: ApprovalFactProps<'span'>,
  ref: ForwardedRef<HTMLSpanElement>,
) {
  const { view, answering, place } = useApproval('Approval.Risk');
  // The form shows it below its fields.
  if (view.risk === undefined || (answering?.mode === 'editing' && place !== 'form')) return null;
  const children = <RiskWords risk={view.risk} />;
  const part = { slot: 'card-risk', state: partState(view), ref };
  return renderPart<'span', ApprovalPartState>('span', { children, ...props }, part);
});

export declare namespace ApprovalRisk {
  type Props = ApprovalFactProps<'span'>;
  type State = ApprovalPartState;
}

/** Which agents lead to the call. Nothing while the agent of the conversation itself asks. */
export const ApprovalAgent: ApprovalPart<ApprovalFactProps<'p'>, HTMLParagraphElement> = forwardRef(
  function ApprovalAgent(props: ApprovalFactProps<'p'>, ref: ForwardedRef<HTMLParagraphElement>) {
    const { view } = useApproval('Approval.Agent');
    const strings = useWords(askStrings);
    if (view.agentPath.length < 2) return null;
    const children = <bdi>{strings.requestedBy(agentNames(view.agentPath))}</bdi>;
    const part = { slot: 'card-agent', state: partState(view), ref };
    return renderPart<'p', ApprovalPartState>('p', { children, ...props }, part);
  },
);

export declare namespace ApprovalAgent {
  type Props = ApprovalFactProps<'p'>;
  type State = ApprovalPartState;
}

/** What the call is about, in a sentence or two of its tool. */
export const ApprovalDescription: ApprovalPart<ApprovalFactProps<'p'>, HTMLParagraphElement> = forwardRef(
  function ApprovalDescription(props: ApprovalFactProps<'p'>, ref: ForwardedRef<HTMLParagraphElement>) {
    const { view, described } = useDescribed('Approval.Description');
    const summary = described?.call.summary;
    if (described === null || summary === undefined) return null;
    const part = { slot: 'card-summary', state: partState(view), own: { dir: 'auto' }, ref };
    return renderPart<'p', ApprovalPartState>(
      'p',
      { children: <DeceptiveText text={hideInText(summary, described.call)} />, ...props },
      part,
    );
  },
);

export declare namespace ApprovalDescription {
  type Props = ApprovalFactProps<'p'>;
  type State = ApprovalPartState;
}

/** What the call touches, in plain words, and short facts of its tool. What the title says is not said again. */
export const ApprovalFacts: ApprovalPart<ApprovalFactProps<'ul'>, HTMLUListElement> = forwardRef(function ApprovalFacts(
  props: ApprovalFactProps<'ul'>,
  ref: ForwardedRef<HTMLUListElement>,
) {
  const { view, described } = useDescribed('Approval.Facts');
  const card = useWords(cardStrings);
  const grants = useWords(scopeStrings);
  const { capabilities = [], facts = [] } = described?.call ?? {};
  const touched = capabilities.map((capability) => touchWords(capability, view.title, { card, grants }));
  const all = [...new Set([...touched, ...facts])];
  if (all.length === 0) return null;
  const children = all.map((fact) => (
    <li data-cs="tag" key={fact}>
      <DeceptiveSentence text={described === null ? fact : hideInText(fact, described.call)} />
    </li>
  ));
  // Without its marks it is no list to some, unless it says so.
  const part = { slot: 'tags', state: partState(view), own: { role: 'list' }, ref };
  return renderPart<'ul', ApprovalPartState>('ul', { children, ...props }, part);
});

export declare namespace ApprovalFacts {
  type Props = ApprovalFactProps<'ul'>;
  type State = ApprovalPartState;
}

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

export declare namespace ApprovalWhen {
  type Props = ApprovalWhenProps;
}

/** State of `Approval.Reason`: `data-because`, besides that of all parts. */
export interface ApprovalReasonState extends ApprovalPartState {
  /**
   * `tool`: the tool itself, while it was called. `rule`: a policy. `capability`: what the call touches. `declared`: its tool always asks. `changed`: its
   * tool was allowed, and is another one by now.
   */
  readonly because: 'changed' | 'tool' | 'rule' | 'capability' | 'declared';
}

/** Props of `Approval.Reason`. */
export type ApprovalReasonProps = PartProps<'p', ApprovalReasonState>;

/** Why a person is asked, in a sentence. */
export const ApprovalReason: ApprovalPart<ApprovalReasonProps, HTMLParagraphElement> = forwardRef(
  function ApprovalReason(props: ApprovalReasonProps, ref: ForwardedRef<HTMLParagraphElement>) {
    const { view, described } = useDescribed('Approval.Reason');
    const approval = useWords(askStrings);
    const card = useWords(cardStrings);
    const grants = useWords(scopeStrings);
    if (described === null) return null;
    const { because, words } = reasonToAsk(described, { approval, card, grants });
    const part = { slot: 'card-reason', state: { ...partState(view), because }, ref };
    return renderPart<'p', ApprovalReasonState>(
      'p',
      { children: <DeceptiveSentence text={hideInText(words, described.call)} />, ...props },
      part,
    );
  },
);

export declare namespace ApprovalReason {
  type Props = ApprovalReasonProps;
  type State = ApprovalReasonState;
}
