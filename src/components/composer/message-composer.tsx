'use client';
import type { ReactElement } from 'react';
import { composerStrings } from '../../words/english/chat.js';
import { useWords } from '../strings-provider.js';
import * as Composer from './composer.parts.js';
import type { ComposerRootProps } from './composer-root.js';

/** Props of {@link MessageComposer}. */
interface MessageComposerProps extends ComposerRootProps {
  /** The placeholder of the field. */
  readonly placeholder?: string | undefined;
}

/**
 * The composer: Enter sends, Shift+Enter begins a new line; files are attached by button, paste and drop. During a run
 * the message is queued, and shown as such; the button stops the run while nothing is written. It is made of the parts
 * of `Composer`.
 *
 * @example <MessageComposer run={run} accept="image/*" maxFiles={3} maxBytes={5_000_000} />
 */
export function MessageComposer({ placeholder, ...root }: MessageComposerProps): ReactElement {
  const strings = useWords(composerStrings);
  return (
    <Composer.Root {...root}>
      <Composer.Queue />
      <div data-cs="composer-box">
        <Composer.Attachments />
        <Composer.Attach />
        <Composer.Input placeholder={placeholder} />
        <div data-cs="composer-actions">
          <Composer.Stop when="empty" />
          <Composer.Send when="unless-stop" />
        </div>
        <p data-cs="composer-drop" aria-hidden="true">
          {strings.drop}
        </p>
      </div>
      <div data-cs="composer-foot">
        <Composer.Hint />
        <Composer.Stop when="written">{strings.stop}</Composer.Stop>
      </div>
    </Composer.Root>
  );
}
