'use client';
import { Fragment, type ReactElement, useId } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { attentionStrings } from '../../words/english/inbox.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useHydrated } from '../part/use-hydrated.js';
import { useWithin } from '../part/use-within.js';
import { useFormat, useWords } from '../strings-provider.js';
import { OwnerContext, TrayContext, type TrayOwner } from './tray-context.js';
import { TrayItem } from './tray-item.js';

/** The heading that names the tray. */
export const TrayTitle: Part<'h3'> = part('Tray.Title', 'h3', (props, render) => {
  const { titleId } = useWithin(TrayContext, 'Tray.Title');
  const strings = useWords(attentionStrings);
  return render(props, { 'data-cs': 'tray-title', id: titleId, children: strings.tray });
});

/** The content while there are neither pending nor parked calls. */
export const TrayEmpty: Part<'p'> = part('Tray.Empty', 'p', (props, render) => {
  const { count, parked } = useWithin(TrayContext, 'Tray.Empty');
  const strings = useWords(attentionStrings);
  if (count > 0 || parked.length > 0) return null;
  return render(props, { 'data-cs': 'tray-empty', children: strings.empty });
});

/** Props of `Tray.Groups`. */
interface TrayGroupsProps {
  /** Renders one owner. Default: `Tray.Group`. */
  readonly group?: ((owner: TrayOwner) => ReactElement) | undefined;
}

/** A group for each owner, in the order of their first request. Renders nothing without pending calls. */
export const TrayGroups: Part<'div', NoState, TrayGroupsProps> = part(
  'Tray.Groups',
  'div',
  ({ group, ...props }, render) => {
    const { owners } = useWithin(TrayContext, 'Tray.Groups');
    if (owners.length === 0) return null;
    const children = owners.map((owner) => (
      <Fragment key={owner.id}>{group?.(owner) ?? <TrayGroup owner={owner} />}</Fragment>
    ));
    return render(props, { 'data-cs': 'tray-groups', children });
  },
);

/** Props of `Tray.Group`. */
interface TrayGroupProps {
  readonly owner: TrayOwner;
}

/** The pending calls of one run or sub-agent, under its name. Its children default to `Tray.Items`. */
export const TrayGroup: Part<'section', NoState, TrayGroupProps> = part(
  'Tray.Group',
  'section',
  ({ owner, children, ...props }, render) => {
    useWithin(TrayContext, 'Tray.Group');
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
    return render(props, { 'data-cs': 'tray-group', role: 'group', 'aria-labelledby': headingId, children: inside });
  },
);

/** The calls of one owner, oldest batch first. */
export const TrayItems: Part<'ul'> = part('Tray.Items', 'ul', (props, render) => {
  const { batches } = useWithin(OwnerContext, 'Tray.Items');
  const children = batches.flatMap(({ items }) =>
    items.map((item) => (
      <li key={item.id}>
        <TrayItem item={item} />
      </li>
    )),
  );
  // `list-style: none` makes VoiceOver drop the list role, so it is set explicitly.
  return render(props, { 'data-cs': 'tray-items', role: 'list', children });
});
