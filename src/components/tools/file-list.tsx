'use client';
import type { ReactElement } from 'react';
import { useFormat, useStrings } from '../strings-provider.js';
import type { PickedFile } from './read-files.js';

/** Props of {@link FileList}. */
export interface FileListProps {
  readonly files: readonly PickedFile[];
  readonly unavailable: boolean;
  readonly onRemove: (index: number) => void;
}

/** What was chosen, with how much of it would be sent. */
export function FileList({ files, unavailable, onRemove }: FileListProps): ReactElement | null {
  const strings = useStrings().tools.files;
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <ul data-slot="file-list" aria-label={strings.list}>
      {files.map(({ name, size, type }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files have no identity, and two may have one name
        <li key={`${index} ${name}`} data-slot="file-item">
          <bdi data-slot="file-name">{name}</bdi>
          <span data-slot="file-facts">
            {format.bytes(size)}
            {type === '' ? null : (
              <>
                {' · '}
                <bdi>{type}</bdi>
              </>
            )}
          </span>
          <button
            type="button"
            data-slot="button"
            data-action="remove"
            data-look="quiet"
            aria-label={strings.removeNamed(name)}
            aria-disabled={unavailable || undefined}
            onClick={() => {
              if (!unavailable) onRemove(index);
            }}
          >
            {strings.remove}
          </button>
        </li>
      ))}
    </ul>
  );
}
