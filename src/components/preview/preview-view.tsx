'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes, useContext } from 'react';
import type { PreviewState } from '../../approval/broker/pending.js';
import { hideSecrets } from '../../approval/redaction/secret-text.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useStrings } from '../strings-provider.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { escapeUnseen } from '../value/visible-text.js';
import { PreviewContent, type PreviewContentProps } from './preview-content.js';

/** State of {@link PreviewView}: `data-state` and, once it is ready, `data-type`. */
export interface PreviewViewState extends Record<string, string | undefined> {
  readonly state: Exclude<PreviewState['status'], 'none'>;
  readonly type: string | undefined;
}

/** Props of {@link PreviewView}. */
export interface PreviewViewProps
  extends Omit<PartProps<'figure', PreviewViewState>, 'children'>,
    Omit<PreviewContentProps, 'preview'> {
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
export const PreviewView: ForwardRefExoticComponent<PreviewViewProps & RefAttributes<HTMLElement>> = forwardRef(
  function PreviewView({ state, onRetry, layout, loadLibrary, allowImage, ...rest }: PreviewViewProps, ref) {
    if (state.status === 'none') return null;
    const type = state.status === 'ready' ? state.preview.type : undefined;
    const children = <Inside state={state} onRetry={onRetry} {...{ layout, loadLibrary, allowImage }} />;
    const own = { 'aria-busy': state.status === 'loading' || undefined };
    return renderPart<'figure', PreviewViewState>(
      'figure',
      { ...rest, children },
      { slot: 'preview', state: { state: state.status, type }, own, ref },
    );
  },
);

export declare namespace PreviewView {
  type Props = PreviewViewProps;
  type State = PreviewViewState;
}

function Inside({ state, onRetry, ...rest }: PreviewViewProps): ReactElement | null {
  const strings = useStrings().preview;
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
      return (
        <>
          <figcaption data-cs="preview-title">{strings.title[state.preview.type]}</figcaption>
          <PreviewContent preview={state.preview} {...{ layout, loadLibrary, allowImage }} />
        </>
      );
    }
    default:
      return state satisfies never;
  }
}
