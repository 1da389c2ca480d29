'use client';
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { answerStrings, peopleStrings } from '../../words/english/approval.js';
import { cardStrings } from '../../words/english/card.js';
import type { CountersignStrings } from '../../words/strings.js';
import { ArmingNote } from '../arming/arming-note.js';
import { useArmedPress } from '../arming/use-armed-press.js';
import { type KeyBinding, keyMap } from '../card/keys.js';
import { mayViewerApprove } from '../card/needs-person.js';
import { composeRefs } from '../part/compose-refs.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { ignoreHeldKey } from '../shared/keyboard.js';
import { useWords } from '../strings-provider.js';
import { AnswerButton, type ApprovalButtonState } from './answer-button.js';
import { ApprovalContext } from './approval-context.js';
import { useApprovalNote } from './approval-people.js';
import type { Answering } from './use-answering.js';

/** Props of `Approval.Approve`. */
interface ApprovalApproveProps {
  /**
   * The time that the button has to be on screen before it accepts a press, in milliseconds. Default: that of the
   * `ArmingProvider` around, or 500.
   */
  readonly delay?: number | undefined;
}

interface ApproveButtonProps extends ApprovalApproveProps {
  readonly answering: Answering;
  readonly action: string;
  readonly shortcut?: KeyBinding | undefined;
  readonly isUnavailable: boolean;
  readonly onApprove: () => void;
}

/**
 * A button that approves, with or without an edit. It arms before it accepts a press. A destructive call is approved by
 * a press with the pointer, by a key with a modifier, or by pressing a key on this button twice.
 */
export const ApproveButton: Part<'button', ApprovalButtonState, ApproveButtonProps> = part(
  'ApproveButton',
  'button',
  (given) => {
    const { answering, delay, action, shortcut, isUnavailable, onApprove, children, ref, ...props } = given;
    const strings = useWords(cardStrings);
    const button = useRef<HTMLButtonElement>(null);
    const isDestructive = answering.edited.item.call.risk === 'destructive';
    const { arming, isConfirming, press, forget } = useArmedPress(button, {
      delay,
      // A key needs no pointer to be moved here, so one press may be an accident.
      isSlip: ({ detail }) => isDestructive && detail === 0 && answering.isDeliberate.current !== true,
      onPress: onApprove,
    });
    useArmingOfCard(answering, arming.state);
    useArmingTime(button, delay);

    const state: ApprovalButtonState['arming'] = isConfirming && arming.state === 'armed' ? 'confirming' : arming.state;
    return (
      <>
        <AnswerButton
          {...props}
          ref={composeRefs(button, ref)}
          action={action}
          {...(action === 'approve' ? { verb: 'approve' as const } : {})}
          look={isDestructive ? 'plain' : 'primary'}
          shortcut={shortcut}
          arming={isUnavailable ? 'armed' : state}
          isUnavailable={isUnavailable || arming.state === 'arming'}
          more={{ onBlur: forget, onKeyDown: ignoreHeldKey }}
          onPress={(event) => {
            if (isUnavailable) return;
            answering.letters.forget();
            press(event);
          }}
        >
          {isConfirming ? strings.confirm : children}
        </AnswerButton>
        <ArmingNote arming={arming}>{isConfirming ? strings.confirmNote : letterNote(answering, strings)}</ArmingNote>
      </>
    );
  },
);

/** Returns the note about a letter that was ignored. */
function letterNote(
  { letters: { ignored } }: Answering,
  { ignoredLetter }: Pick<CountersignStrings['card'], 'ignoredLetter'>,
): ReactElement | undefined {
  if (ignored === null) return undefined;
  const keys = keyMap['approve-destructive'].shown.join('+');
  return <span key={ignored.id}>{ignoredLetter[ignored.because](keys)}</span>;
}

/** Shows on the card, too, that it does not accept an approval yet. */
function useArmingOfCard({ setArming }: Answering, state: 'arming' | 'armed'): void {
  useEffect(() => {
    setArming(state);
    return () => setArming('armed');
  }, [setArming, state]);
}

/**
 * Sets the duration for a bar that fills while the button arms. A style attribute would violate a strict
 * Content-Security-Policy; this does not.
 */
function useArmingTime(button: { readonly current: HTMLElement | null }, delay: number | undefined): void {
  useEffect(() => {
    if (delay !== undefined) button.current?.style.setProperty('--cs-arming', `${delay}ms`);
  }, [button, delay]);
}

interface OpenApproveProps extends ApprovalApproveProps {
  readonly answering: Answering;
  /** Replaces the button's own words. */
  readonly label: ReactNode;
}

/** The button and, below it, a note about the reader's approval where several people have to approve. */
const OpenApprove: Part<'button', ApprovalButtonState, OpenApproveProps> = part(
  'OpenApprove',
  'button',
  ({ answering, label, ...props }) => {
    const strings = useWords(answerStrings);
    const { approvedByYou } = useWords(peopleStrings);
    const noteId = useId();
    const { item, isBusy, answer, remember } = answering;
    const note = useApprovalNote(item.call);
    const isDestructive = item.call.risk === 'destructive';
    const isUnavailable = isBusy || !mayViewerApprove(item.call);
    const own = remember.allow === undefined ? strings.approve : strings.approveRemember;
    const words = item.call.approvalProgress?.viewer === 'approved' ? approvedByYou : (label ?? own);
    return (
      <>
        <ApproveButton
          {...props}
          answering={answering}
          action="approve"
          shortcut={mayViewerApprove(item.call) ? keyMap[isDestructive ? 'approve-destructive' : 'approve'] : undefined}
          isUnavailable={isUnavailable}
          onApprove={() => void answer(true)}
          aria-describedby={note === undefined ? undefined : noteId}
        >
          {isBusy ? strings.checking : words}
        </ApproveButton>
        {item.call.needs === undefined ? null : (
          <span data-cs="approval-note" id={noteId} role="status">
            {note}
          </span>
        )}
      </>
    );
  },
);

/**
 * Approves the call as it is. Shown until the user begins an answer. Disabled, with the reason below it, for a person
 * whose approval does not count.
 */
export const ApprovalApprove: Part<'button', ApprovalButtonState, ApprovalApproveProps> = part(
  'Approval.Approve',
  'button',
  ({ children, ...props }) => {
    const { answering } = useWithin(ApprovalContext, 'Approval.Approve');
    if (answering === null || answering.mode !== 'buttons') return null;
    return <OpenApprove {...props} answering={answering} label={children} />;
  },
);
