'use client';
import type { ReactElement } from 'react';
import { useStrings } from '../strings-provider.js';
import type { Arming } from './use-arming.js';

/** Props of {@link ArmingNote}. */
export interface ArmingNoteProps {
  readonly arming: Pick<Arming, 'ignored'>;
}

/** Says, to eyes and politely to ears, that a press did not count and why. It stays in the page while it has nothing to say. */
export function ArmingNote({ arming: { ignored } }: ArmingNoteProps): ReactElement {
  const strings = useStrings().arming;
  return (
    <span data-slot="arming-note" role="status" aria-atomic="true">
      {ignored === null ? null : <span key={ignored.id}>{strings.ignored[ignored.because]}</span>}
    </span>
  );
}
