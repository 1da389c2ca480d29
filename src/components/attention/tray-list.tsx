'use client';
import {
  type ForwardRefExoticComponent,
  Fragment,
  forwardRef,
  type ReactElement,
  type RefAttributes,
  useId,
} from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useHydrated } from '../part/use-hydrated.js';
import { useFormat, useWords } from '../strings-provider.js';
import { attentionStrings } from './attention-strings.js';
import { OwnerContext, type TrayOwner, useOwner, useTray } from './tray-context.js';
import { TrayItem } from './tray-item.js';

/** The heading that names the tray. */
export const TrayTitle: ForwardRefExoticComponent<TrayTitle.Props & RefAttributes<HTMLHeadingElement>> = forwardRef(
  function TrayTitle(props: TrayTitle.Props, ref) {
    const { titleId } = useTray('Tray.Title');
    const strings = useWords(attentionStrings);
    return renderPart<'h3', NoState>(
      'h3',
      { children: strings.tray, ...props },
      { slot: 'tray-title', state: {}, own: { id: titleId }, ref },
    );
  },
);

export declare namespace TrayTitle {
  type Props = PartProps<'h3', NoState>;
}

/** What stands there while nothing waits and nothing was left open, and only then. */
export const TrayEmpty: ForwardRefExoticComponent<TrayEmpty.Props & RefAttributes<HTMLParagraphElement>> = forwardRef(
  function TrayEmpty(props: TrayEmpty.Props, ref) {
    const { count, parked } = useTray('Tray.Empty');
    const strings = useWords(attentionStrings);
    if (count > 0 || parked.length > 0) return null;
    return renderPart<'p', NoState>('p', { children: strings.empty, ...props }, { slot: 'tray-empty', state: {}, ref });
  },
);

export declare namespace TrayEmpty {
  type Props = PartProps<'p', NoState>;
}

/** Props of `Tray.Groups`. */
export interface TrayGroupsProps extends PartProps<'div', NoState> {
  /** Renders one owner. Default: `Tray.Group`. */
  readonly group?: ((owner: TrayOwner) => ReactElement) | undefined;
}

/** A group for each owner, by whom asked first. Nothing while nothing waits. */
export const TrayGroups: ForwardRefExoticComponent<TrayGroupsProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function TrayGroups({ group, ...props }: TrayGroupsProps, ref) {
    const { owners } = useTray('Tray.Groups');
    if (owners.length === 0) return null;
    const children = owners.map((owner) => (
      <Fragment key={owner.id}>{group?.(owner) ?? <TrayGroup owner={owner} />}</Fragment>
    ));
    return renderPart<'div', NoState>('div', { children, ...props }, { slot: 'tray-groups', state: {}, ref });
  },
);

export declare namespace TrayGroups {
  type Props = TrayGroupsProps;
}

/** Props of `Tray.Group`. */
export interface TrayGroupProps extends PartProps<'section', NoState> {
  readonly owner: TrayOwner;
}

/** What one run or sub-agent asks, under its name. Its children default to `Tray.Items`. */
export const TrayGroup: ForwardRefExoticComponent<TrayGroupProps & RefAttributes<HTMLElement>> = forwardRef(
  function TrayGroup({ owner, children, ...props }: TrayGroupProps, ref) {
    useTray('Tray.Group');
    const strings = useWords(attentionStrings);
    const { number } = useFormat();
    const isHydrated = useHydrated();
    const headingId = useId();
    const count = owner.batches.reduce((sum, { items }) => sum + items.length, 0);
    const inside = (
      <OwnerContext.Provider value={owner}>
        <h4 data-cs="tray-owner" id={headingId}>
          <bdi>{escapeUnseen(owner.name)}</bdi>{' '}
          <span data-cs="tray-count">{strings.calls(count, isHydrated ? number(count) : String(count))}</span>
        </h4>
        {children ?? <TrayItems />}
      </OwnerContext.Provider>
    );
    return renderPart<'section', NoState>(
      'section',
      { ...props, children: inside },
      { slot: 'tray-group', state: {}, own: { role: 'group', 'aria-labelledby': headingId }, ref },
    );
  },
);

export declare namespace TrayGroup {
  type Props = TrayGroupProps;
}

/** The calls of one owner, oldest batch first. */
export const TrayItems: ForwardRefExoticComponent<TrayItems.Props & RefAttributes<HTMLUListElement>> = forwardRef(
  function TrayItems(props: TrayItems.Props, ref) {
    const { batches } = useOwner('Tray.Items');
    const children = batches.flatMap(({ items }) =>
      items.map((item) => (
        <li key={item.id}>
          <TrayItem item={item} />
        </li>
      )),
    );
    // Without its marks it is no list to some, unless it says so.
    return renderPart<'ul', NoState>(
      'ul',
      { children, ...props },
      { slot: 'tray-items', state: {}, own: { role: 'list' }, ref },
    );
  },
);

export declare namespace TrayItems {
  type Props = PartProps<'ul', NoState>;
}
