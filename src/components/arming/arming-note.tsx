'use client';
import type { ReactElement, ReactNode } from 'react';
import { armingStrings } from '../../words/english/card.js';
import { useWords } from '../strings-provider.js';
import type { Arming } from './use-arming.js';

/** Props of {@link ArmingNote}. */
export interface ArmingNoteProps {
  readonly arming: Pick<Arming, 'ignored'>;
  /** What is more important to say, in its place. */
  readonly children?: ReactNode;
}

/** Says, to eyes and politely to ears, that a press did not count and why. It stays in the page while it has nothing to say. */
export function ArmingNote({ arming: { ignored }, children }: ArmingNoteProps): ReactElement {
  const strings = useWords(armingStrings);
  return (
    <span data-cs="arming-note" role="status" aria-atomic="true">
      {children ?? (ignored === null ? null : <span key={ignored.id}>{strings.ignored[ignored.because]}</span>)}
    </span>
  );
}
