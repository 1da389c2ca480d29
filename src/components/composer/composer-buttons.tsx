'use client';
import {
  type ChangeEvent,
  type ForwardRefExoticComponent,
  forwardRef,
  type MouseEvent,
  type ReactElement,
  type RefAttributes,
  useMemo,
  useRef,
} from 'react';
import { composeRefs } from '../part/compose-refs.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useFocusHeir } from '../part/use-focus-heir.js';
import { useWords } from '../strings-provider.js';
import { type Sending, useComposer } from './composer-context.js';
import { composerStrings } from './composer-strings.js';

type ButtonState = Readonly<{ sending: Sending }>;

/** Props of `Composer.Send`, `Composer.Stop` and `Composer.Attach`. */
export type ComposerButtonProps = PartProps<'button', ButtonState>;

type ComposerButton = ForwardRefExoticComponent<ComposerButtonProps & RefAttributes<HTMLButtonElement>>;

/** Sends what is written. It stays focusable while there is nothing to send. */
export const ComposerSend: ComposerButton = forwardRef(function ComposerSend(
  { children, ...props },
  ref,
): ReactElement {
  const { sending, send, leftOpen, hintId, warningId } = useComposer('Send');
  const strings = useWords(composerStrings);
  const own = {
    type: 'button',
    'data-action': 'send',
    'data-look': sending === 'ends' ? 'danger' : 'primary',
    'aria-disabled': sending === 'ready' || sending === 'ends' ? undefined : true,
    'aria-describedby': sending === 'disabled' ? hintId : sending === 'ends' ? warningId : undefined,
    // The second press of a double click was begun before anything was said.
    onClick: ({ detail }: MouseEvent) => (leftOpen > 0 && detail > 1 ? undefined : send()),
  };
  const shown = { ...props, children: children ?? (sending === 'ends' ? strings.sendAndEnd : strings.send) };
  return renderPart<'button', ButtonState>('button', shown, { slot: 'button', state: { sending }, own, ref });
});

export declare namespace ComposerSend {
  type Props = ComposerButtonProps;
  type State = ButtonState;
}

/** Stops the run. Rendered only while one goes on. */
export const ComposerStop: ComposerButton = forwardRef(function ComposerStop(given, ref): ReactElement | null {
  const { isBusy } = useComposer('Stop');
  return isBusy ? <StopButton {...given} ref={ref} /> : null;
});

const StopButton: ComposerButton = forwardRef(function StopButton(given, ref): ReactElement {
  const { children, ...props } = given;
  const { sending, stop, stopButton, field } = useComposer('Stop');
  const strings = useWords(composerStrings);
  const both = useMemo(() => composeRefs(ref, stopButton), [ref, stopButton]);
  useFocusHeir(stopButton, () => field.current?.focus());
  const own = { type: 'button', 'data-action': 'stop', 'data-look': 'plain', onClick: stop };
  const shown = { ...props, children: children ?? strings.stop };
  return renderPart<'button', ButtonState>('button', shown, { slot: 'button', state: { sending }, own, ref: both });
});

export declare namespace ComposerStop {
  type Props = ComposerButtonProps;
  type State = ButtonState;
}

/** Opens the dialog of the system to pick files. Rendered only where the composer takes some. */
export const ComposerAttach: ComposerButton = forwardRef(function ComposerAttach(given, ref): ReactElement | null {
  const { children, ...props } = given;
  const { sending, rules, attachments, disabled, field } = useComposer('Attach');
  const strings = useWords(composerStrings);
  const picker = useRef<HTMLInputElement>(null);
  if (rules.maxFiles === 0) return null;
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    attachments.add([...(event.target.files ?? [])]);
    event.target.value = ''; // or the same file could not be picked again
    field.current?.focus();
  };
  const own = {
    type: 'button',
    'data-action': 'attach',
    'data-look': 'quiet',
    'aria-label': strings.attach,
    title: strings.attach,
    'aria-disabled': disabled === undefined ? undefined : true,
    onClick: () => {
      if (disabled === undefined) picker.current?.click();
    },
  };
  const shown = { ...props, children: children ?? <PaperClip /> };
  return (
    <>
      <input
        ref={picker}
        data-cs="composer-picker"
        type="file"
        hidden
        multiple={rules.maxFiles > 1}
        accept={rules.accept}
        tabIndex={-1}
        aria-label={strings.attach}
        onChange={onChange}
      />
      {renderPart<'button', ButtonState>('button', shown, { slot: 'button', state: { sending }, own, ref })}
    </>
  );
});

export declare namespace ComposerAttach {
  type Props = ComposerButtonProps;
  type State = ButtonState;
}

function PaperClip(): ReactElement {
  return (
    <svg
      data-cs="glyph"
      data-glyph="clip"
      width="18"
      height="18"
      viewBox="0 0 18 18"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M14.8 8.2 9 14a3.6 3.6 0 0 1-5.1-5.1l6.2-6.2a2.4 2.4 0 0 1 3.4 3.4L7.6 12a1.2 1.2 0 0 1-1.7-1.7l5.2-5.2" />
    </svg>
  );
}
