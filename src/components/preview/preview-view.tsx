'use client';
import { type ReactElement, type ReactNode, useContext, useRef, useState } from 'react';
import type { PreviewState } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { hideSecrets } from '../../approval/redaction/secret-text.js';
import { previewStrings } from '../../words/english/preview.js';
import { useSettled } from '../arming/use-settled.js';
import { Button } from '../part/button.js';
import { type Part, part, type Without } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { PreviewBody, type PreviewContentProps } from './preview-content.js';

/** The state of {@link PreviewView}: `data-state` and, once it is ready, `data-type`. */
export interface PreviewViewState {
  readonly state: Exclude<PreviewState['status'], 'none'>;
  readonly type: string | undefined;
  /**
   * `reserved`: the preview took longer to load than a button to arm, and keeps its reserved space, so that nothing
   * below moves. `whole`: a press has enlarged it.
   */
  readonly room: 'reserved' | 'whole' | undefined;
}

/** Props of {@link PreviewView}. */
export interface PreviewViewProps extends Without<'children'>, Omit<PreviewContentProps, 'preview'> {
  /** The state of the preview: `item.preview`. */
  readonly state: PreviewState;
  /** Content at the end of the preview's bar, such as `Approval.ShowInput`. Shown once the preview is ready. */
  readonly actions?: ReactNode;
  /** Loads the preview again. Without it, a failure has no button. */
  readonly onRetry?: (() => void) | undefined;
}

/**
 * The preview of a call: a diff, a table, a picture, JSON or text; a note while it is loading; or the reason why
 * it failed. Renders nothing when its tool has no preview.
 *
 * @example <PreviewView state={item.preview} />
 */
export const PreviewView: Part<'figure', PreviewViewState, PreviewViewProps> = part(
  'Preview.Root',
  'figure',
  (props, render) => {
    const { state, onRetry, layout, loadLibrary, allowImage, actions, ...rest } = props;
    const [room, setRoom] = useState<PreviewViewState['room']>(state.status === 'loading' ? 'reserved' : undefined);
    const isSettled = useSettled();
    const figure = useRef<HTMLElement>(null);
    if (room === 'reserved' && !isSettled && state.status !== 'loading') setRoom(undefined);
    if (state.status === 'none') return null;
    const type = state.status === 'ready' ? state.preview.type : undefined;
    const onWhole = (): void => {
      figure.current?.focus(); // the button is removed
      setRoom('whole');
    };
    const inside = { state, onRetry, layout, loadLibrary, allowImage, actions };
    return render(rest, {
      'data-cs': 'preview',
      state: { state: state.status, type, room },
      'aria-busy': state.status === 'loading' || undefined,
      // A scroll container can be reached by keys; once it is enlarged, it keeps the focus that came from its button.
      tabIndex: room === 'whole' ? -1 : room === 'reserved' && type !== undefined ? 0 : undefined,
      ref: figure,
      children: <Inside {...inside} onWhole={room === 'reserved' ? onWhole : undefined} />,
    });
  },
);

interface InsideProps
  extends Pick<PreviewViewProps, 'state' | 'onRetry' | 'layout' | 'loadLibrary' | 'allowImage' | 'actions'> {
  /** Enlarges the preview to its full size. */
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
            <Button action="retry" onPress={onRetry}>
              {strings.retry}
            </Button>
          )}
        </>
      );
    case 'ready': {
      const { layout, loadLibrary, allowImage, actions } = rest;
      const whole =
        onWhole === undefined ? null : (
          <button type="button" data-cs="field-button" data-action="show-whole" onClick={onWhole}>
            {strings.whole}
          </button>
        );
      const inside = { preview: state.preview, layout, loadLibrary, allowImage };
      return (
        <PreviewBody
          {...inside}
          title={strings.title[state.preview.type]}
          actions={
            <>
              {actions}
              {whole}
            </>
          }
        />
      );
    }
    default:
      return state satisfies never;
  }
}
