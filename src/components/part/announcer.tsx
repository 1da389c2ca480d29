'use client';
import type { ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';

/** Props of {@link Announcer}. */
export interface AnnouncerProps {
  /** What assistive technology reads once, when it is its turn. */
  readonly text: string;
  /** Tells two announcements with the same words apart. */
  readonly id: string;
}

/** A polite live region. It stays in the page while it is empty, or its first words would not be read. */
export function Announcer({ text, id }: AnnouncerProps): ReactElement {
  return (
    <div data-cs="announcer" role="status" aria-live="polite" aria-atomic="true">
      {text === '' ? null : <span key={id}>{escapeUnseen(text)}</span>}
    </div>
  );
}
