'use client';
import { type DragEvent, type ReactElement, type RefObject, useId, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { fileStrings } from '../../words/english/tools.js';
import { isNode } from '../page-realm.js';
import { Button } from '../part/button.js';
import { useFormat, useWords } from '../strings-provider.js';
import type { PickedFile } from './read-files.js';
import type { FileLimits } from './read-input.js';

/** Props of {@link FileDrop}. */
interface FileDropProps {
  readonly limits: FileLimits;
  /** The number of chosen files, for the label of the button. */
  readonly count: number;
  readonly unavailable: boolean;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A field to choose files with the browser's file input, or to drop them. */
export function FileDrop({ limits, count, unavailable, inputRef, onFiles }: FileDropProps): ReactElement {
  const strings = useWords(fileStrings).files;
  const format = useFormat();
  const id = useId();
  const [state, setState] = useState<'idle' | 'over'>('idle');
  const isMany = limits.maxFiles > 1;
  const words = count === 0 ? strings.choose(isMany) : isMany ? strings.chooseMore : strings.chooseOther;

  // Without this the browser would leave the page for the file.
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setState(unavailable ? 'idle' : 'over');
  };
  const dragLeave = (event: DragEvent<HTMLElement>): void => {
    const to = event.relatedTarget;
    if (!(isNode(to) && event.currentTarget.contains(to))) setState('idle');
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setState('idle');
    if (!unavailable) onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file input inside is the first
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: dropping is a second way; the file input inside is the first
    <div data-cs="file-drop" data-state={state} onDragOver={over} onDragLeave={dragLeave} onDrop={drop}>
      <input
        ref={inputRef}
        id={id}
        data-cs="file-input"
        type="file"
        accept={limits.accept === '' ? undefined : limits.accept}
        multiple={isMany}
        aria-disabled={unavailable || undefined}
        aria-describedby={`${id}limits`}
        onClick={(event) => {
          if (unavailable) event.preventDefault();
        }}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file may be chosen again, after it was changed or removed.
          event.currentTarget.value = '';
          if (!unavailable) onFiles(files);
        }}
      />
      <label htmlFor={id} data-cs="button" data-look="plain">
        {words}
      </label>
      <span data-cs="file-drop-hint">{strings.drop(isMany)}</span>
      <p id={`${id}limits`} data-cs="client-tool-note">
        {strings.limits({
          accept: limits.accept,
          maxFiles: format.number(limits.maxFiles),
          maxBytes: format.bytes(limits.maxBytes),
        })}
      </p>
    </div>
  );
}

/** Props of {@link FileList}. */
interface FileListProps {
  readonly files: readonly PickedFile[];
  readonly unavailable: boolean;
  readonly onRemove: (index: number) => void;
}

/** The chosen files, with the size of what would be sent. */
export function FileList({ files, unavailable, onRemove }: FileListProps): ReactElement | null {
  const strings = useWords(fileStrings).files;
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <ul data-cs="file-list" aria-label={strings.list}>
      {files.map(({ name, size, type }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files have no identity, and two may have one name
        <li key={`${index} ${name}`} data-cs="file-item">
          <bdi data-cs="file-name" translate="no">
            {escapeUnseen(name)}
          </bdi>
          <span data-cs="file-facts">
            {format.bytes(size)}
            {type === '' ? null : (
              <>
                {' · '}
                <bdi>{escapeUnseen(type)}</bdi>
              </>
            )}
          </span>
          <Button
            action="remove"
            look="quiet"
            aria-label={strings.removeNamed(name)}
            unavailable={unavailable}
            onPress={() => onRemove(index)}
          >
            {strings.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}
