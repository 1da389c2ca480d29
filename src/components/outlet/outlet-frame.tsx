'use client';
import { type ReactElement, type ReactNode, type RefObject, useId } from 'react';
import type { ItemState } from '../../approval/broker/pending.js';
import type { CallTone } from '../../conversation/call-look.js';
import type { Risk } from '../../protocol/deferred.js';
import { Glyph, type GlyphName } from '../shared/glyph.js';
import { DeceptiveText } from '../value/marked-text.js';

/** Props of {@link OutletFrame}. */
interface OutletFrameProps {
  readonly toolCallId: string;
  /** `running`: a function of the page is executing it. */
  readonly state: ItemState['status'];
  readonly glyph: GlyphName;
  readonly title: string;
  /** The risk, for styles. */
  readonly risk?: Risk | undefined;
  /** The kind of decision, for styles. */
  readonly tone?: CallTone;
  /** Content after the title, on its line. */
  readonly aside?: ReactNode;
  readonly isBusy?: boolean;
  readonly cardRef: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
}

/** One external call: a group named by its title, which receives the focus when this card is next. */
export function OutletFrame(props: OutletFrameProps): ReactElement {
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend; the group has a title
    <section
      role="group"
      ref={props.cardRef}
      data-cs="client-tool-outlet"
      data-card={props.toolCallId}
      data-state={props.state}
      data-open={props.state === 'waiting' ? '' : undefined}
      data-risk={props.risk}
      data-tone={props.tone}
      aria-labelledby={titleId}
      aria-busy={props.isBusy || undefined}
    >
      <Glyph name={props.glyph} />
      <div data-cs="card-body">
        <div data-cs="card-line">
          <h4 data-cs="card-title" translate="no" id={titleId} tabIndex={-1} dir="auto">
            <DeceptiveText text={props.title} />
          </h4>
          {props.aside}
        </div>
        {props.children}
      </div>
    </section>
  );
}
