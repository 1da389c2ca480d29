'use client';
import { type ReactElement, type ReactNode, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { Preview } from '../../protocol/preview.js';
import { previewStrings } from '../../words/english/preview.js';
import { Button } from '../part/button.js';
import { useHydrated } from '../part/use-hydrated.js';
import { useWords } from '../strings-provider.js';
import { DeceptiveText } from '../value/marked-text.js';

/** Props of {@link ImageView}. */
export interface ImageViewProps {
  readonly preview: Extract<Preview, { readonly type: 'image' }>;
  /** Returns `true` for pictures from other hosts that are loaded without a press. Default: none. */
  readonly allowImage?: ((url: URL) => boolean) | undefined;
}

interface ImageAttempt {
  readonly url: string;
  readonly status: 'loading' | 'failed';
  readonly tries: number;
}

/**
 * A picture. One on another host is loaded only after a press: loading it would reveal the reader to that host.
 *
 * @example <ImageView preview={{ type: 'image', url: 'data:image/png;base64,…', alt: 'The new logo' }} />
 */
export function ImageView({ preview: { url, alt }, allowImage }: ImageViewProps): ReactElement {
  const strings = useWords(previewStrings);
  const isHydrated = useHydrated();
  const [attempt, setAttempt] = useState<ImageAttempt>({ url: '', status: 'loading', tries: 0 });
  const { status, tries } = attempt.url === url ? attempt : { status: 'none', tries: 0 };
  const load = (): void => setAttempt({ url, status: 'loading', tries: tries + 1 });
  const source = imageSource(url, isHydrated ? 'page' : 'server');
  const isAllowed = source.type === 'here' || (source.type === 'remote' && allowImage?.(source.url) === true);
  if (source.type === 'refused' || status === 'failed')
    return (
      <Instead alt={alt} state="failed">
        <p data-cs="problem">{strings.image.failed}</p>
        {source.type === 'refused' ? null : <LoadButton onPress={load}>{strings.retry}</LoadButton>}
      </Instead>
    );
  if (source.type === 'unknown') return <Instead alt={alt} state="asking" />;
  if (!isAllowed && status === 'none' && source.type === 'remote')
    return (
      <Instead alt={alt} state="asking">
        <p data-cs="value-note">
          <DeceptiveText text={strings.image.remote(source.url.host)} kind="text" />
        </p>
        <LoadButton onPress={load}>{strings.image.load}</LoadButton>
      </Instead>
    );
  return (
    <div data-cs="preview-image" data-state="shown">
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: nobody acts on it, it failed to load */}
      <img
        key={tries}
        src={url}
        alt={escapeUnseen(alt)}
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setAttempt({ url, status: 'failed', tries })}
      />
    </div>
  );
}

interface InsteadProps {
  readonly alt: string;
  readonly state: 'failed' | 'asking';
  readonly children?: ReactNode;
}

function Instead({ alt, state, children }: InsteadProps): ReactElement {
  return (
    <div data-cs="preview-image" data-state={state}>
      <p>
        <DeceptiveText text={alt} kind="text" />
      </p>
      {children}
    </div>
  );
}

function LoadButton({ onPress, children }: { readonly onPress: () => void; readonly children: string }): ReactElement {
  return (
    <Button action="load" onPress={onPress}>
      {children}
    </Button>
  );
}

/** The origin of a picture. */
type ImageSource =
  /** In the page, or on the page's own host. */
  | { readonly type: 'here' }
  /** On another host, which can see the reader. */
  | { readonly type: 'remote'; readonly url: URL }
  /** On a server, where the page's own host is unknown. */
  | { readonly type: 'unknown' }
  /** Not the address of a picture. */
  | { readonly type: 'refused' };

/** Returns the origin of a picture. */
function imageSource(text: string, place: 'page' | 'server'): ImageSource {
  if (/^(?:data:image\/|blob:)/i.test(text)) return { type: 'here' };
  if (place === 'server') return { type: 'unknown' };
  try {
    const url = new URL(text, document.baseURI);
    if (url.origin === location.origin) return { type: 'here' };
    return /^https?:$/.test(url.protocol) ? { type: 'remote', url } : { type: 'refused' };
  } catch {
    return { type: 'refused' };
  }
}
