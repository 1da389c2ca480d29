'use client';
import { type ReactElement, useEffect, useRef } from 'react';
import { answerStrings } from '../../words/english/approval.js';
import { cardStrings } from '../../words/english/card.js';
import type { CountersignStrings } from '../../words/strings.js';
import { ArmingNote } from '../arming/arming-note.js';
import { useArmedPress } from '../arming/use-armed-press.js';
import { type KeyBinding, keyMap } from '../card/keys.js';
import { composeRefs } from '../part/compose-refs.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { ignoreHeldKey } from '../shared/keyboard.js';
import { useWords } from '../strings-provider.js';
import { AnswerButton, type ApprovalButtonState } from './answer-button.js';
import { ApprovalContext } from './approval-context.js';
import type { Answering } from './use-answering.js';

/** Props of `Approval.Approve`. */
export interface ApprovalApproveProps {
  /** How long it has to be on screen before a press counts, in milliseconds. Default: that of the `ArmingProvider` around, or 500. */
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
 * What approves, as it is or as edited. It arms before it takes a press. A destructive call is approved by a press with the pointer, by
 * a key with a modifier, or by a key on this very button pressed twice.
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
      // A key has no pointer that had to be brought here: once is what a slip of the hand does.
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

/** What is said of a letter that answered nothing. */
function letterNote(
  { letters: { ignored } }: Answering,
  { ignoredLetter }: Pick<CountersignStrings['card'], 'ignoredLetter'>,
): ReactElement | undefined {
  if (ignored === null) return undefined;
  const keys = keyMap['approve-destructive'].shown.join('+');
  return <span key={ignored.id}>{ignoredLetter[ignored.because](keys)}</span>;
}

/** The card says, too, that it does not take a yes yet. */
function useArmingOfCard({ setArming }: Answering, state: 'arming' | 'armed'): void {
  useEffect(() => {
    setArming(state);
    return () => setArming('armed');
  }, [setArming, state]);
}

/** For a bar that fills while it arms. A style attribute would be against a strict policy of the page; this is none. */
function useArmingTime(button: { readonly current: HTMLElement | null }, delay: number | undefined): void {
  useEffect(() => {
    if (delay !== undefined) button.current?.style.setProperty('--cs-arming', `${delay}ms`);
  }, [button, delay]);
}

/** Says yes to the call as it is. Shown while nothing else has been begun. */
export const ApprovalApprove: Part<'button', ApprovalButtonState, ApprovalApproveProps> = part(
  'Approval.Approve',
  'button',
  ({ children, ...props }) => {
    const { answering } = useWithin(ApprovalContext, 'Approval.Approve');
    const strings = useWords(answerStrings);
    if (answering === null || answering.mode !== 'buttons') return null;
    const { item, isBusy, answer } = answering;
    const isDestructive = item.call.risk === 'destructive';
    return (
      <ApproveButton
        {...props}
        answering={answering}
        action="approve"
        shortcut={keyMap[isDestructive ? 'approve-destructive' : 'approve']}
        isUnavailable={isBusy}
        onApprove={() => void answer(true)}
      >
        {isBusy ? strings.checking : (children ?? strings.approve)}
      </ApproveButton>
    );
  },
);
