'use client';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { Grant } from '../../approval/grants/grant.js';
import { grantsStrings } from '../../words/english/grants.js';
import { type Part, part } from '../part/part.js';
import { useHydrated } from '../part/use-hydrated.js';
import { useWithin } from '../part/use-within.js';
import { Glyph, type GlyphName } from '../shared/glyph.js';
import { useFormat, useWords } from '../strings-provider.js';
import { agentNames, isUnnamed } from '../value/agent-path.js';
import { quoteSafely } from '../value/visible-text.js';
import { grantWords, hideInGrant, writeTime } from './grant-words.js';
import { type GrantLine, GrantLineContext, GrantsContext } from './grants-context.js';

/** State of the parts of a line: `data-state` and `data-effect`. */
interface GrantItemState {
  readonly state: GrantLine['state'];
  readonly effect: Grant['effect'];
}

/** Props of `GrantList.Item`. */
interface GrantItemProps {
  readonly line: GrantLine;
}

/** One remembered approval or denial. Its children default to words, facts and the button that revokes it. */
export const GrantItem: Part<'li', GrantItemState, GrantItemProps> = part(
  'GrantList.Item',
  'li',
  ({ line, children, ...props }, render) => {
    const inside = (
      <GrantLineContext.Provider value={line}>
        {children ?? (
          <>
            <Glyph name={glyphOf(line)} />
            <GrantWords />
            <GrantFacts />
            <GrantRevoke />
          </>
        )}
      </GrantLineContext.Provider>
    );
    return render(props, {
      'data-cs': 'grant',
      state: grantState(line),
      'data-grant': line.grant.id,
      children: inside,
    });
  },
);

/** The exact scope and lifetime of a grant, in words. */
export const GrantWords: Part<'p', GrantItemState> = part('GrantList.Words', 'p', (props, render) => {
  const line = useWithin(GrantLineContext, 'GrantList.Words');
  const words = useGrantText(line.grant);
  return render(props, {
    'data-cs': 'grant-words',
    state: grantState(line),
    children: line.state === 'revoked' ? <del>{escapeUnseen(words)}</del> : words,
  });
});

/** The agent of a grant, its message for the model, and when and by whom it was given. */
export const GrantFacts: Part<'ul', GrantItemState> = part('GrantList.Facts', 'ul', (props, render) => {
  const strings = useWords(grantsStrings);
  const { locale } = useFormat();
  const isHydrated = useHydrated();
  const line = useWithin(GrantLineContext, 'GrantList.Facts');
  const { agentPath, decision, message } = line.grant;
  const by = decision.by === undefined ? undefined : quoteSafely(decision.by);
  const facts = [
    agentPath.length === 0
      ? ''
      : isUnnamed(agentPath)
        ? strings.onlyForUnnamed
        : strings.onlyFor(agentNames(agentPath)),
    message === undefined ? '' : strings.told(quoteSafely(hideInGrant(message, line.grant))),
    // The reader's time zone is unknown on a server.
    isHydrated ? strings.given(writeTime(decision.at, locale), by) : '',
  ].filter((fact) => fact !== '');
  if (facts.length === 0) return null;
  return render(props, {
    'data-cs': 'grant-facts',
    state: grantState(line),
    role: 'list',
    children: facts.map((fact) => <li key={fact}>{escapeUnseen(fact)}</li>),
  });
});

/** Revokes the grant. The button keeps its position and the focus, and says that it is revoked. */
export const GrantRevoke: Part<'button', GrantItemState> = part('GrantList.Revoke', 'button', (props, render) => {
  const strings = useWords(grantsStrings);
  const line = useWithin(GrantLineContext, 'GrantList.Revoke');
  const { revoke } = useWithin(GrantsContext, 'GrantList.Revoke');
  const words = useGrantText(line.grant);
  const isRevoked = line.state === 'revoked';
  return render(props, {
    state: grantState(line),
    'data-action': 'revoke',
    'aria-disabled': isRevoked || undefined,
    'aria-label': isRevoked ? strings.nowRevoked(words) : strings.revokeNamed(words),
    onClick: () => {
      if (!isRevoked) revoke(line.grant);
    },
    children: isRevoked ? strings.revoked : strings.revoke,
  });
});

function grantState({ grant, state }: GrantLine): GrantItemState {
  return { state, effect: grant.effect };
}

function glyphOf({ grant, state }: GrantLine): GlyphName {
  if (state === 'revoked') return 'skip';
  return grant.effect === 'allow' ? 'check' : 'no-entry';
}

function useGrantText(grant: Grant): string {
  const strings = useWords(grantsStrings);
  const format = useFormat();
  return hideInGrant(grantWords(grant, { strings, format }), grant);
}
