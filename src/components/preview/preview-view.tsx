'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactElement,
  type RefAttributes,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PreviewState } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { textChecks } from '../../approval/text-checks/text-checks.js';
import { type LazyPart, lazyPart } from '../../protocol/base/lazy-part.js';
import { useSettled } from '../arming/use-settled.js';
import { checked } from '../later/checked.js';
import { laterStrings } from '../later/later-strings.js';
import { type Begin, useLaterPart } from '../later/use-later-part.js';
import { composeRefs } from '../part/compose-refs.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import type { PreviewBody, PreviewContentProps } from './preview-content.js';
import { previewStrings } from './preview-strings.js';

/** What draws a preview: few calls have one. */
export const previewBodyPart: LazyPart<typeof PreviewBody> = lazyPart(
  async () => (await import('./preview-content.js')).PreviewBody,
);

/** A preview as it stands on the screen. */
interface Drawn {
  /** `loading` until it is made, and can be drawn. */
  readonly state: PreviewState;
  readonly Body: typeof PreviewBody | undefined;
  /** Loads what draws it again, where that failed. */
  readonly retry: (() => void) | undefined;
}

/** Loads what draws a preview, while its tool makes it. What is not drawn yet says nothing of the input. */
export function useDrawn(made: PreviewState): Drawn {
  const { failed } = useWords(laterStrings);
  const { part: Body, state, retry } = useLaterPart(previewBodyPart, made.status === 'none' ? notWanted : undefined);
  return useMemo(() => {
    if (made.status !== 'ready' || Body !== undefined) return { state: made, Body, retry: undefined };
    if (state === 'loading') return { state: { status: 'loading' }, Body, retry: undefined };
    return { state: { status: 'failed', message: failed }, Body, retry };
  }, [made, Body, state, failed, retry]);
}

const notWanted: Begin = () => () => {};

/** State of {@link PreviewView}: `data-state` and, once it is ready, `data-type`. */
export interface PreviewViewState extends Record<string, string | undefined> {
  readonly state: Exclude<PreviewState['status'], 'none'>;
  readonly type: string | undefined;
  /**
   * `reserved`: it was being made for longer than a button takes to arm, and keeps the room of then, so that nothing below is pushed
   * away. `whole`: a press has given it more.
   */
  readonly room: 'reserved' | 'whole' | undefined;
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
export const PreviewView: ForwardRefExoticComponent<PreviewViewProps & RefAttributes<HTMLElement>> = checked(
  forwardRef(function PreviewView(props: PreviewViewProps, ref) {
    const { state: made, onRetry: makeAgain, layout, loadLibrary, allowImage, ...rest } = props;
    const { state, Body, retry: onRetry = makeAgain } = useDrawn(made);
    const [room, setRoom] = useState<PreviewViewState['room']>(state.status === 'loading' ? 'reserved' : undefined);
    const isSettled = useSettled();
    const figure = useRef<HTMLElement>(null);
    const both = useMemo(() => composeRefs(figure, ref), [ref]);
    if (room === 'reserved' && !isSettled && state.status !== 'loading') setRoom(undefined);
    if (state.status === 'none') return null;
    const type = state.status === 'ready' ? state.preview.type : undefined;
    const onWhole = (): void => {
      figure.current?.focus(); // the button goes away
      setRoom('whole');
    };
    const inside = { state, Body, onRetry, layout, loadLibrary, allowImage };
    const children = <Inside {...inside} onWhole={room === 'reserved' ? onWhole : undefined} />;
    const own = {
      'aria-busy': state.status === 'loading' || undefined,
      // What scrolls is reached by keys; once it is whole, the focus that came from its button stays.
      tabIndex: room === 'whole' ? -1 : room === 'reserved' && type !== undefined ? 0 : undefined,
    };
    return renderPart<'figure', PreviewViewState>(
      'figure',
      { ...rest, children },
      { slot: 'preview', state: { state: state.status, type, room }, own, ref: both },
    );
  }),
);

export declare namespace PreviewView {
  type Props = PreviewViewProps;
  type State = PreviewViewState;
}

interface InsideProps extends Pick<PreviewViewProps, 'state' | 'onRetry' | 'layout' | 'loadLibrary' | 'allowImage'> {
  /** Gives it all the room that it needs. */
  readonly onWhole: (() => void) | undefined;
  readonly Body: typeof PreviewBody | undefined;
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
            {strings.failed(escapeUnseen(textChecks().hideSecrets(state.message, secrets).text))}
          </p>
          {onRetry === undefined ? null : (
            <button type="button" data-cs="button" data-action="retry" data-look="plain" onClick={onRetry}>
              {strings.retry}
            </button>
          )}
        </>
      );
    case 'ready': {
      const { Body, layout, loadLibrary, allowImage } = rest;
      const whole =
        onWhole === undefined ? null : (
          <button type="button" data-cs="field-button" data-action="show-whole" onClick={onWhole}>
            {strings.whole}
          </button>
        );
      if (Body === undefined) return null;
      const inside = { preview: state.preview, layout, loadLibrary, allowImage };
      return <Body {...inside} title={strings.title[state.preview.type]} actions={whole} />;
    }
    default:
      return state satisfies never;
  }
}
