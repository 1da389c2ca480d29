'use client';
import type { ReactElement } from 'react';
import { useStrings } from '../strings-provider.js';
import { ComposerAttachment, ComposerAttachments } from './composer-attachments.js';
import { ComposerAttach, ComposerSend, ComposerStop } from './composer-buttons.js';
import { ComposerHint } from './composer-hint.js';
import { ComposerInput } from './composer-input.js';
import { ComposerQueue } from './composer-queue.js';
import { ComposerRoot, type ComposerRootProps } from './composer-root.js';

/** Props of {@link Composer}: those of its root, and what stands in the empty field. */
export type ComposerProps = Pick<ComposerRootProps, 'run' | 'disabled' | 'accept' | 'maxFiles' | 'maxBytes'> & {
  /** What stands in the field while it is empty. */
  readonly placeholder?: string | undefined;
};

function ComposerBox({ placeholder, ...root }: ComposerProps): ReactElement {
  const strings = useStrings().chat;
  return (
    <ComposerRoot {...root}>
      <ComposerQueue />
      <div data-slot="composer-box">
        <ComposerAttachments />
        <ComposerAttach />
        <ComposerInput placeholder={placeholder} />
        <div data-slot="composer-actions">
          <ComposerStop />
          <ComposerSend />
        </div>
        <p data-slot="composer-drop" aria-hidden="true">
          {strings.drop}
        </p>
      </div>
      <ComposerHint />
    </ComposerRoot>
  );
}

interface ComposerParts {
  readonly Root: typeof ComposerRoot;
  readonly Input: typeof ComposerInput;
  readonly Attach: typeof ComposerAttach;
  readonly Attachments: typeof ComposerAttachments;
  readonly Attachment: typeof ComposerAttachment;
  readonly Queue: typeof ComposerQueue;
  readonly Send: typeof ComposerSend;
  readonly Stop: typeof ComposerStop;
  readonly Hint: typeof ComposerHint;
}

/**
 * Where a person writes. Enter sends, Shift+Enter begins a new line; files come by button, paste and drop. During a run the message is
 * queued, and says so. Its parts make another composer of the same behaviour.
 *
 * @example <Composer run={run} accept="image/*" maxFiles={3} maxBytes={5_000_000} />
 * @example
 * <Composer.Root run={run}>
 *   <Composer.Input />
 *   <Composer.Send>Go</Composer.Send>
 * </Composer.Root>
 */
export const Composer: typeof ComposerBox & ComposerParts = Object.assign(ComposerBox, {
  Root: ComposerRoot,
  Input: ComposerInput,
  Attach: ComposerAttach,
  Attachments: ComposerAttachments,
  Attachment: ComposerAttachment,
  Queue: ComposerQueue,
  Send: ComposerSend,
  Stop: ComposerStop,
  Hint: ComposerHint,
});
