'use client';
import { useCallback, useRef, useState } from 'react';
import type { Draft } from '../../conversation/state/conversation-state.js';
import { UserError } from '../../protocol/base/errors.js';
import type { DraftControl } from '../card/use-draft.js';
import { useLayout } from '../part/use-layout.js';

type FormMode = Draft['mode'];

/** The result of {@link useCardForms}. */
interface CardForms {
  /** The draft, if the card has the form that shows it. */
  readonly draft: DraftControl;
  /** Registers a form of the card. Returns a function that removes it. */
  readonly mountForm: (mode: FormMode) => () => void;
}

/**
 * Connects a draft with the forms of its card. Without its form, an open draft would hide the buttons and leave nothing
 * to press, so the card then keeps its buttons.
 *
 * @param control the draft of the call.
 * @param denyPlainly denies the call without a reason: the result of `Approval.Deny` without its form.
 */
export function useCardForms(control: DraftControl, denyPlainly: () => void): CardForms {
  const mounted = useRef({ edit: 0, deny: 0 });
  const opening = useRef<FormMode>(undefined);
  const isReported = useRef(false);
  const [missing, setMissing] = useState<FormMode>();
  const mode = control.draft?.mode;

  // The layout effects of the forms run before this one, and nothing is painted in between.
  useLayout(() => {
    const isPressed = mode !== undefined && opening.current === mode;
    opening.current = undefined;
    if (mode === undefined || mounted.current[mode] > 0) return;
    setMissing(mode);
    if (!isPressed) return; // The draft is one of another card for this call.
    control.close();
    if (mode === 'deny') denyPlainly();
    else if (!isReported.current) reportMissingForm();
    isReported.current ||= mode === 'edit';
  }, [mode]);

  const mountForm = useCallback((form: FormMode) => {
    mounted.current[form] += 1;
    setMissing((last) => (last === form ? undefined : last));
    return () => {
      mounted.current[form] -= 1;
    };
  }, []);
  const open = (next: FormMode): void => {
    opening.current = next;
    control.open(next);
  };
  const draft = mode !== undefined && mode === missing ? undefined : control.draft;
  return { draft: { ...control, draft, open }, mountForm };
}

function reportMissingForm(): void {
  const error = new UserError(
    'no-form',
    'The press had no effect: <Approval.Edit> needs <Approval.EditForm> in its card. Add it, or remove the button.',
  );
  // biome-ignore lint/suspicious/noConsole: the card still works, so there is nothing to throw or reject
  console.error(error);
}
