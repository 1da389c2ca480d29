'use client';
import { type KeyboardEvent, type ReactElement, type ReactNode, type RefObject, useId } from 'react';
import type { ItemState } from '../../approval/pending.js';
import type { Risk } from '../../protocol/deferred.js';
import { Glyph, type GlyphName } from '../shared/glyph.js';
import { DeceptiveText } from '../value/marked-text.js';

/** Props of {@link CardFrame}. */
export interface CardFrameProps {
  readonly slot: 'approval-card' | 'client-tool-outlet';
  readonly toolCallId: string;
  readonly state: ItemState['status'];
  readonly glyph: GlyphName;
  readonly title: string;
  /** How bad it could be, for styles. */
  readonly risk?: Risk | undefined;
  /** How it was decided, for styles. */
  readonly tone?: 'ok' | 'no' | 'note';
  /** Stands behind the title, on its line. */
  readonly aside?: ReactNode;
  readonly isBusy?: boolean;
  readonly cardRef: RefObject<HTMLElement | null>;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  readonly children?: ReactNode;
}

/** One call of a batch: a group named by its title, which takes the focus when it is this card's turn. */
export function CardFrame(props: CardFrameProps): ReactElement {
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend; the group has a title
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: shortcuts for the buttons inside, which work without them
    <section
      role="group"
      ref={props.cardRef}
      data-slot={props.slot}
      data-card={props.toolCallId}
      data-state={props.state}
      data-open={props.state === 'open' ? '' : undefined}
      data-risk={props.risk}
      data-tone={props.tone}
      aria-labelledby={titleId}
      aria-busy={props.isBusy || undefined}
      onKeyDown={props.onKeyDown}
    >
      <Glyph name={props.glyph} />
      <div data-slot="card-body">
        <div data-slot="card-line">
          <h4 data-slot="card-title" id={titleId} tabIndex={-1} dir="auto">
            <DeceptiveText text={props.title} />
          </h4>
          {props.aside}
        </div>
        {props.children}
      </div>
    </section>
  );
}
