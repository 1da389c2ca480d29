'use client';
import type { ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';

/** Props of {@link Announcer}. */
export interface AnnouncerProps {
  /** The text to announce once. */
  readonly text: string;
  /** Distinguishes two announcements with the same words. */
  readonly id: string;
}

/** A polite live region. It stays mounted while it is empty: screen readers ignore the first words of a new region. */
export function Announcer({ text, id }: AnnouncerProps): ReactElement {
  return (
    <div data-cs="announcer" role="status" aria-live="polite" aria-atomic="true">
      {text === '' ? null : <span key={id}>{escapeUnseen(text)}</span>}
    </div>
  );
}
