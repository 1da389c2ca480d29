'use client';
import { type ReactElement, useContext, useRef, useState } from 'react';
import type { PreviewState } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { hideSecrets } from '../../approval/redaction/secret-text.js';
import { previewStrings } from '../../words/english/preview.js';
import { useSettled } from '../arming/use-settled.js';
import { type Part, part, type Without } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { PreviewBody, type PreviewContentProps } from './preview-content.js';

/** State of {@link PreviewView}: `data-state` and, once it is ready, `data-type`. */
export interface PreviewViewState {
  readonly state: Exclude<PreviewState['status'], 'none'>;
  readonly type: string | undefined;
  /**
   * `reserved`: it was being made for longer than a button takes to arm, and keeps the room of then, so that nothing below is pushed
   * away. `whole`: a press has given it more.
   */
  readonly room: 'reserved' | 'whole' | undefined;
}

/** Props of {@link PreviewView}. */
export interface PreviewViewProps extends Without<'children'>, Omit<PreviewContentProps, 'preview'> {
  /** Where the preview stands: `item.preview`. */
  readonly state: PreviewState;
  /** Makes the preview once more. Without it, a failure has no button. */
  readonly onRetry?: (() => void) | undefined;
}

/**
 * What a call would change: a diff, a table, a picture, JSON or text; that it is being made; or why there is none. Nothing when
 * its tool makes no preview.
 *
 * @example <PreviewView state={item.preview} />
 */
export const PreviewView: Part<'figure', PreviewViewState, PreviewViewProps> = part(
  'Preview.Root',
  'figure',
  (props, render) => {
    const { state, onRetry, layout, loadLibrary, allowImage, ...rest } = props;
    const [room, setRoom] = useState<PreviewViewState['room']>(state.status === 'loading' ? 'reserved' : undefined);
    const isSettled = useSettled();
    const figure = useRef<HTMLElement>(null);
    if (room === 'reserved' && !isSettled && state.status !== 'loading') setRoom(undefined);
    if (state.status === 'none') return null;
    const type = state.status === 'ready' ? state.preview.type : undefined;
    const onWhole = (): void => {
      figure.current?.focus(); // the button goes away
      setRoom('whole');
    };
    const inside = { state, onRetry, layout, loadLibrary, allowImage };
    return render(rest, {
      'data-cs': 'preview',
      state: { state: state.status, type, room },
      'aria-busy': state.status === 'loading' || undefined,
      // What scrolls is reached by keys; once it is whole, the focus that came from its button stays.
      tabIndex: room === 'whole' ? -1 : room === 'reserved' && type !== undefined ? 0 : undefined,
      ref: figure,
      children: <Inside {...inside} onWhole={room === 'reserved' ? onWhole : undefined} />,
    });
  },
);

interface InsideProps extends Pick<PreviewViewProps, 'state' | 'onRetry' | 'layout' | 'loadLibrary' | 'allowImage'> {
  /** Gives it all the room that it needs. */
  readonly onWhole: (() => void) | undefined;
}

function Inside({ state, onRetry, onWhole, ...rest }: InsideProps): ReactElement | null {
  const strings = useWords(previewStrings);
  const secrets = useContext(CallSecrets);
  switch (state.status) {
    case 'none':
      return null;
    case 'loading':
      return (
        <p data-cs="preview-note" role="status">
          {strings.loading}
        </p>
      );
    case 'failed':
      return (
        <>
          <p data-cs="preview-note" data-tone="warn">
            {strings.failed(escapeUnseen(hideSecrets(state.message, secrets).text))}
          </p>
          {onRetry === undefined ? null : (
            <button type="button" data-cs="button" data-action="retry" data-look="plain" onClick={onRetry}>
              {strings.retry}
            </button>
          )}
        </>
      );
    case 'ready': {
      const { layout, loadLibrary, allowImage } = rest;
      const whole =
        onWhole === undefined ? null : (
          <button type="button" data-cs="field-button" data-action="show-whole" onClick={onWhole}>
            {strings.whole}
          </button>
        );
      const inside = { preview: state.preview, layout, loadLibrary, allowImage };
      return <PreviewBody {...inside} title={strings.title[state.preview.type]} actions={whole} />;
    }
    default:
      return state satisfies never;
  }
}
