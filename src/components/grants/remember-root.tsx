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
  /** `failed`: what there is to choose could not be loaded. Only on a card, where it is loaded at the first press. */
  readonly state: 'once' | 'remembered' | 'failed';
  readonly effect: Grant['effect'];
}

/** Props of `RememberChoice.Root`. */
export interface RememberRootProps {
  /** With its `input`, what is hidden in that is hidden in the choices, too. */
  readonly call: RememberedCall;
  /** The agent that asks: what is remembered holds for no other. Default: it is not said. */
  readonly agentPath?: readonly string[];
  /** What is to be remembered. Default `approve`. */
  readonly effect?: Grant['effect'];
  /** What is chosen, for `decide(id, yes, { remember })`; `undefined`: just this once. Leave the prop out to let the part keep it. */
  readonly value?: Remember | undefined;
  readonly onValueChange?: ((value: Remember | undefined) => void) | undefined;
  /** Which calls can be chosen, narrowest first. Default: `rememberChoices(call)`; for a yes to something destructive, only this input. */
  readonly scopes?: readonly RememberScope[] | undefined;
  /**
   * For how long. Default: `session` and `always`; for a yes to something destructive, `session`. Without a storage, what is given
   * for `always` ends with the page, too: leave it out then.
   */
  readonly lifetimes?: readonly Remember['for'][] | undefined;
}

/**
 * The choice whether an answer is remembered, for which calls and for how long.
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
    const [kept, keep] = useState<Kept>();
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

/** What was chosen, and for which call and effect. */
interface Kept {
  readonly key: string;
  readonly remember: Remember | undefined;
}

/** What was chosen for one call is not chosen for the next: its owner is told. */
function useOtherCall(key: string, onOther: () => void): void {
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    onOther();
  });
}
