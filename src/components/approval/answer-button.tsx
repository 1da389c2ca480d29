'use client';
import { type ComponentProps, type MouseEvent, useCallback } from 'react';
import type { KeyBinding } from '../card/keys.js';
import { isHtmlElement } from '../page-realm.js';
import { ShortcutKey } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { ApprovalContext, type ApprovalPartState, partState } from './approval-context.js';
import type { AnswerVerb } from './use-answering.js';

/** The state of a card's button: `data-action`, `data-look` and, for approve buttons, `data-arming`. */
export interface ApprovalButtonState extends ApprovalPartState {
  readonly action: string;
  readonly look: 'primary' | 'plain' | 'danger' | 'quiet';
  /** `confirming`: a key has pressed the button once and has to press it again. */
  readonly arming: 'arming' | 'armed' | 'confirming' | undefined;
}

interface AnswerButtonProps {
  readonly action: string;
  readonly look?: ApprovalButtonState['look'];
  /** The verb whose key presses the button. */
  readonly verb?: AnswerVerb;
  readonly shortcut?: KeyBinding | undefined;
  readonly arming?: ApprovalButtonState['arming'];
  readonly isUnavailable: boolean;
  readonly more?: Pick<ComponentProps<'button'>, 'onBlur' | 'onKeyDown'>;
  readonly onPress: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** A button that never submits a form around it, and that stays focusable while it is unavailable. */
export const AnswerButton: Part<'button', ApprovalButtonState, AnswerButtonProps> = part(
  'AnswerButton',
  'button',
  (given, render) => {
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
    const { view, answering } = useWithin(ApprovalContext, 'Approval');
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
    const inside = (
      <>
        {children}
        <ShortcutKey keys={shortcut?.shown.join('+')} />
      </>
    );
    return render(props, {
      state: { ...partState(view), action, look, arming },
      'aria-disabled': isUnavailable || undefined,
      'aria-keyshortcuts': shortcut?.aria,
      onClick: (event) => {
        if (!isUnavailable || arming === 'arming') onPress(event);
      },
      ...more,
      ref: register,
      children: inside,
    });
  },
);
