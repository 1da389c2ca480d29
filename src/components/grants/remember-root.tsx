'use client';
import { useEffect, useId, useRef, useState } from 'react';
import type { Grant } from '../../approval/grants/grant.js';
import type { Remember, RememberScope } from '../../approval/grants/remember.js';
import { type Part, part } from '../part/part.js';
import { hideInText } from '../value/hidden-places.js';
import { callChoiceKey } from './call-choice-key.js';
import { RememberContext, type RememberContextValue } from './remember-context.js';
import { isSameChoice, lifetimesOf, type RememberedCall, rememberOptions, uncovered } from './remember-options.js';

/** State of `RememberChoice.Root`: `data-state` and `data-effect`. */
export interface RememberState {
  /** `failed`: the choices could not be loaded. Only on a card, which loads them at the first press. */
  readonly state: 'once' | 'remembered' | 'failed';
  readonly effect: Grant['effect'];
}

/** Props of `RememberChoice.Root`. */
export interface RememberRootProps {
  /** The call. With its `input`, redacted values are hidden in the choices, too. */
  readonly call: RememberedCall;
  /** The agent that asks: the grant applies to no other. Default: it is not shown. */
  readonly agentPath?: readonly string[];
  /** The effect to remember. Default `approve`. */
  readonly effect?: Grant['effect'];
  /**
   * The choice, for `decide(id, approval, { remember })`; `undefined`: just this once. Omit the prop to let the part
   * keep it.
   */
  readonly value?: Remember | undefined;
  readonly onValueChange?: ((value: Remember | undefined) => void) | undefined;
  /**
   * The scopes to offer, in this order. Default: `rememberChoices(call)`, with capabilities first; for an approval of a
   * destructive call, only this input.
   */
  readonly scopes?: readonly RememberScope[] | undefined;
  /**
   * The lifetimes to offer. Default: `session` and `always`; for an approval of a destructive call, `session`. Without
   * a storage, a grant for `always` ends with the page, too: omit it then.
   */
  readonly lifetimes?: readonly Remember['for'][] | undefined;
}

/**
 * The choice to remember an answer, for which calls and for how long.
 *
 * @example
 * const [remember, setRemember] = useState<Remember>();
 * <RememberChoice.Root call={call} value={remember} onValueChange={setRemember}>
 *   <RememberChoice.Scope /><RememberChoice.Lifetime /><RememberChoice.Words />
 * </RememberChoice.Root>
 */
export const RememberRoot: Part<'div', RememberState, RememberRootProps> = part(
  'RememberChoice.Root',
  'div',
  (props, render) => {
    const { call, agentPath = [], effect = 'allow', value: given, onValueChange, children, ...more } = props;
    const { scopes: wantedScopes, lifetimes: wantedLifetimes, ...rest } = more;
    const id = useId();
    const [kept, keep] = useState<ChosenGrant>();
    const key = callChoiceKey(call, effect);
    const value = 'value' in props ? given : kept?.key === key ? kept.remember : undefined;
    useOtherCall(callChoiceKey(call), () => onValueChange?.(undefined));
    const options = rememberOptions(call, effect);
    const { scopes = options.scopes, lifetimes = options.lifetimes } = {
      scopes: wantedScopes,
      lifetimes: wantedLifetimes,
    };
    const scopeIndex = value === undefined ? -1 : scopes.findIndex((scope) => isSameChoice(scope, value.scope));
    const offered = lifetimesOf(scopes[scopeIndex], lifetimes);
    const choose = (nextScope: number, nextLifetime: number): void => {
      const scope = scopes[nextScope];
      const all = lifetimesOf(scope, lifetimes);
      const lasts = all[nextLifetime] ?? all[0];
      const next = scope === undefined || lasts === undefined ? undefined : { scope, for: lasts };
      keep({ key, remember: next });
      onValueChange?.(next);
    };
    const context: RememberContextValue = {
      id,
      toolName: call.toolName,
      agentPath,
      effect,
      scopes,
      lifetimes: offered,
      scopeIndex,
      lifetimeIndex: offered.findIndex((each) => isSameChoice(each, value?.for)),
      value,
      alsoAsks: uncovered(call, value?.scope),
      hide: (text) => hideInText(text, call),
      choose,
    };
    return render(rest, {
      'data-cs': 'remember',
      state: { state: value === undefined ? 'once' : 'remembered', effect },
      children: <RememberContext.Provider value={context}>{children}</RememberContext.Provider>,
    });
  },
);

/** The choice, with its call and effect. */
interface ChosenGrant {
  readonly key: string;
  readonly remember: Remember | undefined;
}

/** Calls back when the call changes, since a choice for one call does not apply to the next. */
function useOtherCall(key: string, onOther: () => void): void {
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    onOther();
  });
}
