'use client';
import type { ReactElement, ReactNode } from 'react';
import type { Redaction } from '../../approval/redaction/redact.js';
import { useStrings } from '../strings-provider.js';
import { useValue } from './value-context.js';
import { pathKey, pathText } from './value-paths.js';

/** Props of {@link HiddenValue}. */
export interface HiddenValueProps {
  readonly redaction: Redaction;
  /** What is to be seen of it now. */
  readonly children: ReactNode;
}

/** Says that something is hidden, how much and why, with a button that shows it and hides it again. */
export function HiddenValue({ redaction, children }: HiddenValueProps): ReactElement {
  const strings = useStrings().value.hidden;
  const { reveal } = useValue('Value');
  const { path, why, hidden, unit } = redaction;
  const key = pathKey(path);
  const isRevealed = reveal.isRevealed(key);
  const name = path.length === 0 ? strings.unnamed : pathText(path);
  // Lengths belong to the view, which asks for none.
  const reason = why === 'long-text' || why === 'long-list' ? strings.why['too-deep'] : strings.why[why];
  return (
    <div data-slot="hidden" data-state={isRevealed ? 'revealed' : 'hidden'}>
      {children}
      {isRevealed ? null : (
        <span data-slot="hidden-chip" title={reason}>
          <span data-slot="hidden-dots" aria-hidden="true">
            ••••••
          </span>
          {strings.chip({ hidden, unit })}
          <span data-slot="spoken"> {reason}</span>
        </span>
      )}
      <button
        type="button"
        data-slot="button"
        data-action="reveal"
        data-look="quiet"
        aria-pressed={isRevealed}
        aria-label={strings.showNamed(name)}
        onClick={() => reveal.toggle(key, name)}
      >
        {strings.show}
      </button>
    </div>
  );
}
