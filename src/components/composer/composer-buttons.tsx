'use client';
import { type ChangeEvent, type ReactElement, useRef } from 'react';
import { composerStrings } from '../../words/english/chat.js';
import { type Part, part } from '../part/part.js';
import { useFocusAfterRemoval } from '../part/use-focus-after-removal.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';
import { ComposerContext, type Sending } from './composer-context.js';

type ButtonState = Readonly<{ sending: Sending }>;

/** Props of `Composer.Send`. */
interface ComposerSendProps {
  /** `unless-stop`: hidden while `Composer.Stop` with `when="empty"` is in its place. Default `always`. */
  readonly when?: 'always' | 'unless-stop';
}

/** Sends the message. It stays focusable while there is nothing to send. */
export const ComposerSend: Part<'button', ButtonState, ComposerSendProps> = part(
  'Composer.Send',
  'button',
  (given, render) => {
    const { when = 'always', ...props } = given;
    const { sending, send, leftOpen, hintId, warningId, isBusy } = useWithin(ComposerContext, 'Composer.Send');
    const strings = useWords(composerStrings);
    if (when === 'unless-stop' && isBusy && isNothingWritten(sending)) return null;
    const label = sending === 'ends' ? strings.sendAndEnd : strings.send;
    return render(props, {
      'aria-label': label,
      title: sending === 'ends' ? undefined : label,
      state: { sending },
      'data-action': 'send',
      'data-look': sending === 'ends' ? 'danger' : 'primary',
      'aria-disabled': sending === 'ready' || sending === 'ends' ? undefined : true,
      'aria-describedby': sending === 'disabled' ? hintId : sending === 'ends' ? warningId : undefined,
      // The second press of a double click began before the warning was shown.
      onClick: ({ detail }) => (leftOpen > 0 && detail > 1 ? undefined : send()),
      children: sending === 'ends' ? label : <Glyph name="up" />,
    });
  },
);

/** Props of `Composer.Stop`. */
interface ComposerStopProps {
  /** `empty`: only while nothing is written. `written`: only while something is. Default `always`. */
  readonly when?: 'always' | 'empty' | 'written';
}

/** Stops the run. Rendered only while one is active. */
export const ComposerStop: Part<'button', ButtonState, ComposerStopProps> = part('Composer.Stop', 'button', (given) => {
  const { when = 'always', ...props } = given;
  const { isBusy, sending } = useWithin(ComposerContext, 'Composer.Stop');
  const isShown = when === 'always' || (when === 'empty') === isNothingWritten(sending);
  return isBusy && isShown ? <StopButton {...props} /> : null;
});

function isNothingWritten(sending: Sending): boolean {
  return sending === 'empty' || sending === 'disabled';
}

const StopButton: Part<'button', ButtonState> = part('StopButton', 'button', (given, render) => {
  const { children, ...props } = given;
  const { sending, stop, stopButton, field } = useWithin(ComposerContext, 'Composer.Stop');
  const strings = useWords(composerStrings);
  useFocusAfterRemoval(stopButton, () => field.current?.focus());
  return render(props, {
    state: { sending },
    'data-action': 'stop',
    'data-look': 'plain',
    'aria-label': strings.stop,
    title: strings.stop,
    // The second press of a double click on the send button that was in its place must not stop the run it began.
    onClick: ({ detail }) => (detail > 1 ? undefined : stop()),
    ref: stopButton,
    children: children ?? <Glyph name="stop" />,
  });
});

/** Opens the system's dialog to choose files. Rendered only if the composer accepts some. */
export const ComposerAttach: Part<'button', ButtonState> = part('Composer.Attach', 'button', (given, render) => {
  const { children, ...props } = given;
  const { sending, rules, attachments, disabled, field } = useWithin(ComposerContext, 'Composer.Attach');
  const strings = useWords(composerStrings);
  const picker = useRef<HTMLInputElement>(null);
  if (rules.maxFiles === 0) return null;
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    attachments.add([...(event.target.files ?? [])]);
    event.target.value = ''; // otherwise the same file could not be chosen again
    field.current?.focus();
  };
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
      {render(props, {
        state: { sending },
        'data-action': 'attach',
        'data-look': 'quiet',
        'aria-label': strings.attach,
        title: strings.attach,
        'aria-disabled': disabled === undefined ? undefined : true,
        onClick: () => {
          if (disabled === undefined) picker.current?.click();
        },
        children: children ?? <PaperClip />,
      })}
    </>
  );
});

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
