'use client';
import type { ReactElement, ReactNode } from 'react';
import { armingStrings } from '../../words/english/card.js';
import { useWords } from '../strings-provider.js';
import type { Arming } from './use-arming.js';

/** Props of {@link ArmingNote}. */
interface ArmingNoteProps {
  readonly arming: Pick<Arming, 'ignored'>;
  /** A more important message that replaces it. */
  readonly children?: ReactNode;
}

/**
 * A note that a press was ignored and why, visible and in a polite live region. The region stays mounted while it is
 * empty.
 */
export function ArmingNote({ arming: { ignored }, children }: ArmingNoteProps): ReactElement {
  const strings = useWords(armingStrings);
  return (
    <span data-cs="arming-note" role="status" aria-atomic="true">
      {children ?? (ignored === null ? null : <span key={ignored.id}>{strings.ignored[ignored.because]}</span>)}
    </span>
  );
}
