'use client';
import { type ForwardedRef, forwardRef, type MouseEvent, type ReactElement, useCallback, useMemo } from 'react';
import type { KeyBinding } from '../card/keys.js';
import { isHtmlElement } from '../page-realm.js';
import { composeRefs } from '../part/compose-refs.js';
import { type PartAttributes, type PartProps, renderPart } from '../part/part.js';
import { type ApprovalPart, type ApprovalPartState, partState, useApproval } from './approval-context.js';
import type { AnswerVerb } from './use-answering.js';

/** State of the buttons of a card: `data-action`, `data-look` and, of what approves, `data-arming`. */
export interface ApprovalButtonState extends ApprovalPartState {
  readonly action: string;
  readonly look: 'primary' | 'plain' | 'danger' | 'quiet';
  /** `confirming`: a key has pressed it once, and has to press it again. */
  readonly arming: 'arming' | 'armed' | 'confirming' | undefined;
}

/** Props of `Approval.Edit` and `Approval.Defer`. */
export type ApprovalButtonProps = PartProps<'button', ApprovalButtonState>;

interface AnswerButtonProps extends ApprovalButtonProps {
  readonly action: string;
  readonly look?: ApprovalButtonState['look'];
  /** Which key presses it. */
  readonly verb?: AnswerVerb;
  readonly shortcut?: KeyBinding | undefined;
  readonly arming?: ApprovalButtonState['arming'];
  readonly isUnavailable: boolean;
  readonly more?: PartAttributes;
  readonly onPress: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** A button that never submits a form around it, and that stays focusable while it cannot be used. */
export const AnswerButton: ApprovalPart<AnswerButtonProps, HTMLButtonElement> = forwardRef(function AnswerButton(
  given: AnswerButtonProps,
  ref: ForwardedRef<HTMLButtonElement>,
): ReactElement {
  const {
    action,
    look = 'plain',
    verb,
    shortcut: letter,
    arming,
    isUnavailable,
    more,
    onPress,
    children,
    ...props
  } = given;
  const { view, answering } = useApproval('Approval');
  const shortcut = answering?.letters.letters === 'off' ? undefined : letter;
  const buttons = answering?.buttons;
  const register = useCallback(
    (element: unknown) => {
      if (verb === undefined || buttons === undefined) return;
      if (isHtmlElement(element)) buttons.current?.set(verb, element);
      else buttons.current?.delete(verb);
    },
    [verb, buttons],
  );
  const both = useMemo(() => composeRefs(register, ref), [register, ref]);
  const own = {
    type: 'button',
    'aria-disabled': isUnavailable || undefined,
    'aria-keyshortcuts': shortcut?.aria,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      if (!isUnavailable || arming === 'arming') onPress(event);
    },
    ...more,
  };
  const inside = (
    <>
      {children}
      {shortcut === undefined ? null : (
        <span data-cs="key" translate="no" aria-hidden="true">
          {shortcut.shown.join('+')}
        </span>
      )}
    </>
  );
  const state: ApprovalButtonState = { ...partState(view), action, look, arming };
  return renderPart<'button', ApprovalButtonState>(
    'button',
    { ...props, children: inside },
    { slot: 'button', state, own, ref: both },
  );
});
