'use client';
import { type ReactElement, type ReactNode, useContext } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { hideSecrets } from '../../approval/redaction/secret-text.js';
import type { Preview } from '../../protocol/preview.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { DeceptiveNotice } from '../value/deceptive-notice.js';
import { ValueFields } from '../value/value-fields.js';
import { ValueRoot } from '../value/value-root.js';
import { HiddenNote } from '../value/value-view.js';
import { DiffView, type DiffViewProps } from './diff-view.js';
import { ImageView, type ImageViewProps } from './image-view.js';
import { TableView } from './table-view.js';

/** Props of `Preview.Content`. */
export interface PreviewContentProps
  extends Pick<ImageViewProps, 'allowImage'>,
    Pick<DiffViewProps, 'layout' | 'loadLibrary'> {
  readonly preview: Preview;
}

/** Props of {@link PreviewBody}. */
interface PreviewBodyProps extends PreviewContentProps {
  /** The kind of preview, in words. */
  readonly title: string;
  readonly actions: ReactNode;
}

/** A preview under its title. */
export function PreviewBody({ title, actions, ...props }: PreviewBodyProps): ReactElement {
  const { preview, layout, loadLibrary, allowImage } = props;
  // A diff has its own bar, which says more than its kind.
  if (preview.type === 'diff')
    return (
      <>
        <figcaption data-cs="spoken">{escapeUnseen(title)}</figcaption>
        <DiffView preview={preview} layout={layout} loadLibrary={loadLibrary} actions={actions} />
      </>
    );
  return (
    <>
      <figcaption data-cs="preview-title">
        {escapeUnseen(title)}
        <span data-cs="bar-actions">{actions}</span>
      </figcaption>
      <PreviewContent preview={preview} allowImage={allowImage} />
    </>
  );
}

/** A preview by its type, without a frame. */
export function PreviewContent({ preview, layout, loadLibrary, allowImage }: PreviewContentProps): ReactElement {
  const secrets = useContext(CallSecrets);
  switch (preview.type) {
    case 'diff':
      return <DiffView preview={preview} layout={layout} loadLibrary={loadLibrary} />;
    case 'table':
      return <TableView preview={preview} />;
    case 'image':
      return (
        <ImageView preview={{ ...preview, alt: hideSecrets(preview.alt, secrets).text }} allowImage={allowImage} />
      );
    case 'json':
    case 'text':
      return (
        <ValueRoot value={preview.type === 'json' ? preview.value : preview.text} secrets={secrets}>
          <ValueFields />
          <DeceptiveNotice />
          <HiddenNote />
        </ValueRoot>
      );
    default:
      return preview satisfies never;
  }
}
