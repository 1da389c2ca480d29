'use client';
import { useCallback, useId, useMemo, useState } from 'react';
import type { Grant } from '../../approval/grants/grant.js';
import type { Grants } from '../../approval/grants/grants.js';
import { useGrants } from '../../hooks/use-grants.js';
import { grantsStrings } from '../../words/english/grants.js';
import { Announcer } from '../part/announcer.js';
import { type Part, part } from '../part/part.js';
import { useFormat, useWords } from '../strings-provider.js';
import { grantWords, hideInGrant } from './grant-words.js';
import { type GrantLine, GrantsContext, type GrantsContextValue } from './grants-context.js';

/** Props of `GrantList.Root`. */
export interface GrantsRootProps {
  /** The grants: `run.grants`, or those that several conversations share. Default: none. */
  readonly grants: Grants | undefined;
  /** Returns `true` for the grants to show. Default: all. Keep it outside of the component. */
  readonly filter?: ((grant: Grant) => boolean) | undefined;
}

/**
 * Provides the grants, with those that were revoked here, to the parts inside.
 *
 * @example
 * <GrantList.Root grants={run.grants}>
 *   <GrantList.Title /><GrantList.Problem /><GrantList.Empty /><GrantList.Items />
 * </GrantList.Root>
 */
export const GrantsRoot: Part<'section', { state: 'empty' | 'filled' }, GrantsRootProps> = part(
  'GrantList.Root',
  'section',
  ({ grants, filter, children, ...rest }, render) => {
    const strings = useWords(grantsStrings);
    const format = useFormat();
    const titleId = useId();
    const { list, problem, revoke: retract } = useGrants(grants);
    const [revoked, setRevoked] = useState<readonly Grant[]>([]);
    const revoke = useCallback(
      (grant: Grant) => {
        if (retract(grant.id)) setRevoked((before) => [...before, grant]);
      },
      [retract],
    );
    const lines = useMemo(() => linesOf(list.filter(filter ?? always), revoked), [list, filter, revoked]);
    const context = useMemo<GrantsContextValue>(
      () => ({ titleId, lines, problem, revoke }),
      [titleId, lines, problem, revoke],
    );
    const last = revoked.at(-1);
    const news = last === undefined ? '' : strings.nowRevoked(hideInGrant(grantWords(last, { strings, format }), last));
    const inside = (
      <GrantsContext.Provider value={context}>
        {children}
        <Announcer id={last?.id ?? ''} text={news} />
      </GrantsContext.Provider>
    );
    return render(rest, {
      'data-cs': 'grants',
      state: { state: lines.length === 0 ? 'empty' : 'filled' },
      'aria-labelledby': titleId,
      children: inside,
    });
  },
);

function always(): boolean {
  return true;
}

function linesOf(alive: readonly Grant[], revoked: readonly Grant[]): readonly GrantLine[] {
  const lines: GrantLine[] = [
    ...alive.map((grant) => ({ grant, state: 'alive' as const })),
    ...revoked.map((grant) => ({ grant, state: 'revoked' as const })),
  ];
  return lines.sort((a, b) => a.grant.decision.at - b.grant.decision.at || a.grant.id.localeCompare(b.grant.id));
}
