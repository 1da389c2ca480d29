'use client';
import type { ComponentProps } from 'react';
import { problemStrings } from '../../words/english/approval.js';
import { toolStrings } from '../../words/english/tools.js';
import { type Part, part } from '../part/part.js';
import { problemWords } from '../shared/problem-words.js';
import { useWords } from '../strings-provider.js';
import { useClientToolCall } from './client-tool-context.js';
import type { ClientToolState } from './client-tool-root.js';
import { useProblemClaim } from './problem-claim.js';
import type { ToolResult } from './use-tool-answer.js';

/** The row of buttons. */
export const ClientToolActions: Part<'div'> = part('ClientTool.Actions', 'div', (props, render) => {
  useClientToolCall();
  return render(props, { 'data-cs': 'actions' });
});

/** State of a button: `data-action`, `data-look`. */
interface ClientToolButtonState {
  readonly action: string;
  /** `primary` is filled; `quiet` has no frame. */
  readonly look: 'primary' | 'plain' | 'danger' | 'quiet';
}

/** Props of the buttons of a client tool. */
export interface ToolButtonProps {
  readonly look?: ClientToolButtonState['look'];
  /** Makes the button ignore presses; it stays focusable. Show the reason nearby. Default `false`. */
  readonly unavailable?: boolean;
}

/** Props of `ClientTool.Submit`. */
interface ClientToolSubmitProps extends ToolButtonProps {
  /** The result, or a function that returns it at the press. */
  readonly value: ToolResult;
}

/**
 * The button that submits the result. It shows that an answer is being sent, and ignores a second press meanwhile;
 * `ClientTool.Problem` shows violations of the tool's `outputSchema`, and the call stays pending.
 */
export const ClientToolSubmit: Part<'button', ClientToolButtonState, ClientToolSubmitProps> = part(
  'ClientTool.Submit',
  'button',
  ({ value, look = 'primary', unavailable = false, ...props }, render) => {
    const { attempt, isBusy, submit, problemId } = useClientToolCall();
    const strings = useWords(toolStrings);
    return render(props, {
      state: { action: 'submit', look },
      ...press(isBusy || unavailable, () => void submit(value)),
      'aria-describedby': problemId,
      children: attempt.status === 'sending' ? strings.sending : strings.submit,
    });
  },
);

/** Props of `ClientTool.Fail`. */
interface ClientToolFailProps extends ToolButtonProps {
  /** The message for the model. Default: that the user did not want to answer. */
  readonly message?: string;
}

/** The button that ends the call without a result. */
export const ClientToolFail: Part<'button', ClientToolButtonState, ClientToolFailProps> = part(
  'ClientTool.Fail',
  'button',
  ({ message, look = 'plain', unavailable = false, ...props }, render) => {
    const { isBusy, fail } = useClientToolCall();
    const strings = useWords(toolStrings);
    return render(props, {
      state: { action: 'fail', look },
      ...press(isBusy || unavailable, () => void fail(message ?? strings.tellDeclined)),
      children: strings.decline,
    });
  },
);

function press(
  isUnavailable: boolean,
  onPress: () => void,
): Pick<ComponentProps<'button'>, 'aria-disabled' | 'onClick'> {
  return {
    'aria-disabled': isUnavailable || undefined,
    onClick: () => {
      if (!isUnavailable) onPress();
    },
  };
}

/** Props of `ClientTool.Problem`. */
interface ClientToolProblemProps {
  /** `elsewhere`: violations of the schema are shown at its fields already. Default `here`. */
  readonly issues?: 'here' | 'elsewhere';
}

/**
 * The problem of the last answer, in words: a violation of the tool's `outputSchema`, a late answer, or the reason why
 * it was rejected.
 */
export const ClientToolProblem: Part<'div', ClientToolState, ClientToolProblemProps> = part(
  'ClientTool.Problem',
  'div',
  ({ issues = 'here', ...props }, render) => {
    const { attempt, problemId } = useClientToolCall();
    useProblemClaim();
    const approval = useWords(problemStrings);
    const { wholeResult } = useWords(toolStrings);
    const words = attempt.status === 'answered' ? null : problemWords(attempt, approval, wholeResult);
    if (words === null || (attempt.status === 'invalid' && issues === 'elsewhere')) return null;
    return render(props, {
      'data-cs': 'problem',
      state: { state: attempt.status },
      id: problemId,
      role: 'alert',
      dir: 'auto',
      children: words,
    });
  },
);
