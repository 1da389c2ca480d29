'use client';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { hideSecrets } from '../../approval/redaction/secret-text.js';
import { stateWords } from '../../conversation/call-look.js';
import { readProgress } from '../../protocol/foreign/read-progress.js';
import { problemStrings } from '../../words/english/approval.js';
import { batchCardStrings } from '../../words/english/batch.js';
import { stateStrings } from '../../words/english/card.js';
import { callStrings } from '../../words/english/chat.js';
import { choiceWords } from '../card/describe-choice.js';
import { isWorthShowing } from '../card/is-worth-showing.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { problemWords } from '../shared/problem-words.js';
import type { Attempt } from '../shared/use-attempt.js';
import { useFormat, useWords } from '../strings-provider.js';
import { DeceptiveText } from '../value/marked-text.js';
import { ApprovalContext, type ApprovalPartState, partState } from './approval-context.js';

/** The state of the call in words, with the reason, the person and the time. It is not a live region. */
export const ApprovalStatus: Part<'span', ApprovalPartState> = part('Approval.Status', 'span', (props, render) => {
  const { view, answering } = useWithin(ApprovalContext, 'Approval.Status');
  const chat = useWords(callStrings);
  const card = useWords(stateStrings);
  const { chosen } = useWords(batchCardStrings);
  const { time } = useFormat();
  const { message, edited } = view;
  const words =
    answering?.choice?.status === 'chosen'
      ? choiceWords(answering.choice.decision, chosen)
      : stateWords(view.state, card, { message, isEdited: edited !== undefined });
  const children = (
    <>
      <DeceptiveText text={hideSecrets(words, view.secrets).text} />
      {isWorthShowing(view.by) ? (
        <>
          {' '}
          · <bdi>{escapeUnseen(chat.by(view.by))}</bdi>
        </>
      ) : null}
      {view.at === undefined ? null : (
        <>
          {' '}
          · <time dateTime={new Date(view.at).toISOString()}>{time(view.at)}</time>
        </>
      )}
    </>
  );
  return render(props, { 'data-cs': 'card-status', state: partState(view), children });
});

/** The progress that the tool reports. Shown while the call executes. */
export const ApprovalProgress: Part<'span', ApprovalPartState> = part('Approval.Progress', 'span', (props, render) => {
  const { view } = useWithin(ApprovalContext, 'Approval.Progress');
  const strings = useWords(callStrings);
  if (view.state !== 'running') return null;
  const { fraction, text } = view.progress === undefined ? {} : readProgress(view.progress);
  const label = { 'aria-label': strings.progress(escapeUnseen(view.title)) };
  const children = (
    <>
      {text === undefined ? null : (
        <bdi data-cs="card-progress-text">{escapeUnseen(hideSecrets(text, view.secrets).text)}</bdi>
      )}
      <progress {...label} max={1} value={fraction} />
    </>
  );
  return render(props, { 'data-cs': 'card-progress', state: partState(view), children });
});

/** The state of `Approval.Problem`: `data-problem`, besides the state of all parts. */
interface ApprovalProblemState extends ApprovalPartState {
  readonly problem: 'late' | 'rejected' | 'invalid';
}

/**
 * The reason why the last answer was rejected, announced at once. Renders nothing without a problem, and when the edit
 * form shows it at its fields.
 */
export const ApprovalProblem: Part<'div', ApprovalProblemState> = part('Approval.Problem', 'div', (props, render) => {
  const { view, answering } = useWithin(ApprovalContext, 'Approval.Problem');
  const approval = useWords(problemStrings);
  const attempt: Attempt = answering?.attempt ?? { status: 'none' };
  if (attempt.status === 'none' || attempt.status === 'sending') return null;
  if (attempt.status === 'invalid' && answering?.mode === 'editing') return null;
  return render(props, {
    'data-cs': 'problem',
    state: { ...partState(view), problem: attempt.status },
    role: 'alert',
    children: problemWords(attempt, approval),
  });
});
