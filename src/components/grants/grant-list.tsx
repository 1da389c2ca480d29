'use client';
import { type ForwardRefExoticComponent, Fragment, forwardRef, type ReactElement, type RefAttributes } from 'react';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { GrantItem } from './grant-item.js';
import { type GrantLine, useGrantLines } from './grants-context.js';
import { grantsStrings } from './grants-strings.js';

/** The heading that names the panel. */
export const GrantsTitle: ForwardRefExoticComponent<GrantsTitle.Props & RefAttributes<HTMLHeadingElement>> = forwardRef(
  function GrantsTitle(props: GrantsTitle.Props, ref) {
    const { titleId } = useGrantLines('GrantList.Title');
    const part = { slot: 'grants-title', state: {}, own: { id: titleId }, ref };
    return renderPart<'h3', NoState>('h3', { children: useWords(grantsStrings).panel, ...props }, part);
  },
);

export declare namespace GrantsTitle {
  type Props = PartProps<'h3', NoState>;
}

/** What stands there while nothing is remembered, and only then. */
export const GrantsEmpty: ForwardRefExoticComponent<GrantsEmpty.Props & RefAttributes<HTMLParagraphElement>> =
  forwardRef(function GrantsEmpty(props: GrantsEmpty.Props, ref) {
    const { lines } = useGrantLines('GrantList.Empty');
    const strings = useWords(grantsStrings);
    if (lines.length > 0) return null;
    return renderPart<'p', NoState>(
      'p',
      { children: strings.empty, ...props },
      { slot: 'grants-empty', state: {}, ref },
    );
  });

export declare namespace GrantsEmpty {
  type Props = PartProps<'p', NoState>;
}

/** Why decisions could not be loaded or saved; nothing while all is well. */
export const GrantsProblem: ForwardRefExoticComponent<GrantsProblem.Props & RefAttributes<HTMLParagraphElement>> =
  forwardRef(function GrantsProblem(props: GrantsProblem.Props, ref) {
    const { problem } = useGrantLines('GrantList.Problem');
    if (problem === undefined) return null;
    const part = { slot: 'problem', state: {}, own: { role: 'alert', dir: 'auto' }, ref };
    return renderPart<'p', NoState>('p', { children: problem.message, ...props }, part);
  });

export declare namespace GrantsProblem {
  type Props = PartProps<'p', NoState>;
}

/** Props of `GrantList.Items`. */
export interface GrantItemsProps extends PartProps<'ul', NoState> {
  /** Renders one line. Default: `GrantList.Item`. */
  readonly item?: ((line: GrantLine) => ReactElement) | undefined;
}

/** A line for each decision, oldest first. Nothing while there is none. */
export const GrantItems: ForwardRefExoticComponent<GrantItemsProps & RefAttributes<HTMLUListElement>> = forwardRef(
  function GrantItems({ item, ...props }: GrantItemsProps, ref) {
    const { lines } = useGrantLines('GrantList.Items');
    if (lines.length === 0) return null;
    const children = lines.map((line) => (
      <Fragment key={line.grant.id}>{item?.(line) ?? <GrantItem line={line} />}</Fragment>
    ));
    // Without its marks it is no list to some screen readers, unless it says so.
    const part = { slot: 'grant-items', state: {}, own: { role: 'list' }, ref };
    return renderPart<'ul', NoState>('ul', { children, ...props }, part);
  },
);

export declare namespace GrantItems {
  type Props = GrantItemsProps;
}
