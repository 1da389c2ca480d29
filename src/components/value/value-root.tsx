'use client';
import { useContext, useMemo } from 'react';
import type { TextKind } from '../../approval/deceptive/deceptive-mark.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import type { Redactions } from '../../protocol/deferred.js';
import type { Unshown } from '../../protocol/runs-as.js';
import { Announcer } from '../part/announcer.js';
import { type Part, part } from '../part/part.js';
import { CallSecrets } from './call-secrets-context.js';
import { useReveal } from './use-reveal.js';
import { ValueContext } from './value-context.js';
import { readValue } from './value-model.js';

/** State of `Value.Root`: `data-state`. */
export interface ValueRootState {
  /** `partial` while the model still writes it. */
  readonly state: 'whole' | 'partial';
}

/** Props of `Value.Root`. */
export interface ValueRootProps {
  /** Plain JSON, or as much of it as has arrived. */
  readonly value: unknown;
  /** The model still writes it. Default `false`. */
  readonly isPartial?: boolean;
  /** `none` shows secrets from the start. Default `secrets`: what is one by its name or its look is hidden until asked for. */
  readonly redact?: 'secrets' | 'none';
  /** What the tool wants hidden or shown besides: `call.redactions`. */
  readonly redactions?: Redactions | undefined;
  /** Where the value is not what it is shown as: `call.unshown`, for `call.willRunAs`. */
  readonly unshown?: readonly Unshown[] | undefined;
  /** Texts to hide wherever they appear. Default: the texts that are hidden in the input of the call around. */
  readonly secrets?: readonly string[] | undefined;
  /** Tells what the text at a path is. Guessed when left out. Keep it outside of the component. */
  readonly kindOf?: ((path: JSONPath, text: string) => TextKind | undefined) | undefined;
  /** `new-tab` makes web addresses links that open elsewhere. Default `none`: the model chose them. */
  readonly links?: 'none' | 'new-tab';
}

/**
 * A value and what its parts share: what is hidden and revealed in it, and what in it does not look like what it is.
 *
 * @example <Value.Root value={call.input}><Value.Fields /><Value.RevealAll /><Value.Json /></Value.Root>
 */
export const ValueRoot: Part<'div', ValueRootState, ValueRootProps> = part('Value.Root', 'div', (props, render) => {
  const {
    value,
    isPartial = false,
    redact = 'secrets',
    redactions,
    unshown,
    secrets: given,
    kindOf,
    links = 'none',
    children,
    ...rest
  } = props;
  const around = useContext(CallSecrets);
  const secrets = given ?? around;
  const reveal = useReveal();
  const model = useMemo(
    () => readValue(value, { redact, redactions, secrets, kindOf, unshown }),
    [value, redact, redactions, secrets, kindOf, unshown],
  );
  const context = useMemo(() => ({ model, reveal, isPartial, links }), [model, reveal, isPartial, links]);
  // Names and values run as they are: a browser's translation would show others.
  const inside = (
    <ValueContext.Provider value={context}>
      {children}
      {model.redactions.size > 0 ? <Announcer {...reveal.news} /> : null}
    </ValueContext.Provider>
  );
  return render(rest, {
    'data-cs': 'value-root',
    state: { state: isPartial ? 'partial' : 'whole' },
    'aria-busy': isPartial || undefined,
    translate: 'no',
    children: inside,
  });
});
