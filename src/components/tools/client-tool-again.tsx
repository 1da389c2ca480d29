'use client';
import { useId, useRef } from 'react';
import { isoTime } from '../../protocol/base/words.js';
import { interruptedStrings } from '../../words/english/card.js';
import { ArmingNote } from '../arming/arming-note.js';
import { useArmedPress } from '../arming/use-armed-press.js';
import { type Part, part } from '../part/part.js';
import { ignoreHeldKey } from '../shared/keyboard.js';
import { useFormat, useWords } from '../strings-provider.js';
import type { ToolButtonProps } from './client-tool-actions.js';
import { useClientToolCall } from './client-tool-context.js';

/** The state of `ClientTool.RunAgain`: `data-action`, `data-look`, `data-arming`. */
interface ClientToolAgainState {
  readonly action: string;
  readonly look: NonNullable<ToolButtonProps['look']>;
  /** `confirming`: a key has pressed it once, and has to press it again. */
  readonly arming: 'arming' | 'armed' | 'confirming';
}

/** Props of `ClientTool.RunAgain`. */
interface ClientToolRunAgainProps {
  /**
   * The time that the button has to be on screen before it accepts a press, in milliseconds. Default: that of the
   * `ArmingProvider` around, or 500.
   */
  readonly delay?: number | undefined;
  /** Makes the button ignore presses; it stays focusable. Show the reason nearby. Default `false`. */
  readonly unavailable?: boolean;
}

/**
 * The button that executes an interrupted call again, with words that say so. It arms like the approve button; a key
 * has to press a destructive one twice. Renders nothing for a call that was not interrupted.
 */
export const ClientToolRunAgain: Part<'button', ClientToolAgainState, ClientToolRunAgainProps> = part(
  'ClientTool.RunAgain',
  'button',
  ({ delay, unavailable = false, children, ...props }, render) => {
    const { call, isBusy, runAgain } = useClientToolCall();
    const strings = useWords(interruptedStrings);
    const button = useRef<HTMLButtonElement>(null);
    const noteId = useId();
    const { arming, isConfirming, press, forget } = useArmedPress(button, {
      delay,
      isSlip: ({ detail }) => call.risk === 'destructive' && detail === 0,
      onPress: () => void runAgain?.(),
    });
    if (runAgain === undefined) return null;
    const isUnavailable = isBusy || unavailable;
    const state: ClientToolAgainState = {
      action: 'run-again',
      look: 'plain',
      arming: isConfirming && arming.state === 'armed' ? 'confirming' : arming.state,
    };
    const words = isConfirming ? strings.confirm : (children ?? strings.runAgain);
    return (
      <>
        {render(props, {
          state,
          'aria-disabled': isUnavailable || arming.state === 'arming' || undefined,
          'aria-describedby': noteId,
          onBlur: forget,
          onKeyDown: ignoreHeldKey,
          onClick: (event) => {
            if (!isUnavailable) press(event);
          },
          ref: button,
          children: words,
        })}
        <ArmingNote arming={arming}>{isConfirming ? strings.confirmNote : undefined}</ArmingNote>
        <span data-cs="client-tool-note" id={noteId}>
          {strings.twice}
        </span>
      </>
    );
  },
);

/**
 * A note that a call was interrupted, when it began, and that its outcome is unknown. Renders nothing for any other
 * call.
 */
export const ClientToolCutOff: Part<'p'> = part('ClientTool.CutOff', 'p', (props, render) => {
  const { interrupted } = useClientToolCall().call;
  const { cutOff } = useWords(interruptedStrings);
  const { moment } = useFormat();
  if (interrupted === undefined) return null;
  const { since } = interrupted;
  const isKnown = since !== undefined && isoTime(since) !== undefined;
  return render(props, { 'data-cs': 'client-tool-text', children: cutOff(isKnown ? moment(since) : undefined) });
});
