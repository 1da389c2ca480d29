'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { Grant } from '../../approval/grants/grant.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useHydrated } from '../part/use-hydrated.js';
import { Glyph, type GlyphName } from '../shared/glyph.js';
import { useFormat, useWords } from '../strings-provider.js';
import { agentNames, isUnnamed } from '../value/agent-path.js';
import { quoteSafely } from '../value/visible-text.js';
import { grantWords, hideInGrant, writeTime } from './grant-words.js';
import { type GrantLine, GrantLineContext, useGrantLine, useGrantLines } from './grants-context.js';
import { grantsStrings } from './grants-strings.js';

/** State of the parts of a line: `data-state` and `data-effect`. */
export interface GrantItemState extends Record<string, string> {
  readonly state: GrantLine['state'];
  readonly effect: Grant['effect'];
}

/** Props of `GrantList.Item`. */
export interface GrantItemProps extends PartProps<'li', GrantItemState> {
  readonly line: GrantLine;
}

/** One remembered decision. Its children default to words, facts and the button that revokes it. */
export const GrantItem: ForwardRefExoticComponent<GrantItemProps & RefAttributes<HTMLLIElement>> = forwardRef(
  function GrantItem({ line, children, ...props }: GrantItemProps, ref) {
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
    const part = { slot: 'grant', state: grantState(line), own: { 'data-grant': line.grant.id }, ref };
    return renderPart<'li', GrantItemState>('li', { ...props, children: inside }, part);
  },
);

export declare namespace GrantItem {
  type Props = GrantItemProps;
  type State = GrantItemState;
}

/** Exactly what is granted or refused, and for how long. */
export const GrantWords: ForwardRefExoticComponent<GrantWords.Props & RefAttributes<HTMLParagraphElement>> = forwardRef(
  function GrantWords(props: GrantWords.Props, ref) {
    const line = useGrantLine('GrantList.Words');
    const words = useGrantText(line.grant);
    const children = line.state === 'revoked' ? <del>{escapeUnseen(words)}</del> : words;
    const part = { slot: 'grant-words', state: grantState(line), ref };
    return renderPart<'p', GrantItemState>('p', { children, ...props }, part);
  },
);

export declare namespace GrantWords {
  type Props = PartProps<'p', GrantItemState>;
  type State = GrantItemState;
}

/** For which agent it holds, what the model is told, and where it comes from. */
export const GrantFacts: ForwardRefExoticComponent<GrantFacts.Props & RefAttributes<HTMLUListElement>> = forwardRef(
  function GrantFacts(props: GrantFacts.Props, ref) {
    const strings = useWords(grantsStrings);
    const { locale } = useFormat();
    const isHydrated = useHydrated();
    const line = useGrantLine('GrantList.Facts');
    const { agentPath, origin, message } = line.grant;
    const by = origin.by === undefined ? undefined : quoteSafely(origin.by);
    const facts = [
      agentPath.length === 0
        ? ''
        : isUnnamed(agentPath)
          ? strings.onlyForUnnamed
          : strings.onlyFor(agentNames(agentPath)),
      message === undefined ? '' : strings.told(quoteSafely(hideInGrant(message, line.grant))),
      // The reader's time zone is not known on a server.
      isHydrated ? strings.given(writeTime(origin.at, locale), by) : '',
      strings.call(quoteSafely(origin.toolCallId)),
    ].filter((fact) => fact !== '');
    const children = facts.map((fact) => <li key={fact}>{escapeUnseen(fact)}</li>);
    const part = { slot: 'grant-facts', state: grantState(line), own: { role: 'list' }, ref };
    return renderPart<'ul', GrantItemState>('ul', { children, ...props }, part);
  },
);

export declare namespace GrantFacts {
  type Props = PartProps<'ul', GrantItemState>;
  type State = GrantItemState;
}

/** Takes the decision back. It keeps its place and the focus, and says that it has done so. */
export const GrantRevoke: ForwardRefExoticComponent<GrantRevoke.Props & RefAttributes<HTMLButtonElement>> = forwardRef(
  function GrantRevoke(props: GrantRevoke.Props, ref) {
    const strings = useWords(grantsStrings);
    const line = useGrantLine('GrantList.Revoke');
    const { revoke } = useGrantLines('GrantList.Revoke');
    const words = useGrantText(line.grant);
    const isRevoked = line.state === 'revoked';
    const own = {
      type: 'button',
      'data-action': 'revoke',
      'aria-disabled': isRevoked || undefined,
      'aria-label': isRevoked ? strings.nowRevoked(words) : strings.revokeNamed(words),
      onClick: () => {
        if (!isRevoked) revoke(line.grant);
      },
    };
    const children = isRevoked ? strings.revoked : strings.revoke;
    const part = { slot: 'button', state: grantState(line), own, ref };
    return renderPart<'button', GrantItemState>('button', { children, ...props }, part);
  },
);

export declare namespace GrantRevoke {
  type Props = PartProps<'button', GrantItemState>;
  type State = GrantItemState;
}

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
