'use client';
import { useContext, useMemo } from 'react';
import type { TextKind } from '../../approval/deceptive/deceptive-mark.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import type { Redactions } from '../../protocol/deferred.js';
import type { UnpredictablePath } from '../../protocol/effective-input.js';
import { Announcer } from '../part/announcer.js';
import { type Part, part } from '../part/part.js';
import { CallSecrets } from './call-secrets-context.js';
import { useReveal } from './use-reveal.js';
import { ValueContext } from './value-context.js';
import { readValue } from './value-model.js';

/** State of `Value.Root`: `data-state`. */
interface ValueRootState {
  /** `partial` while the model is still writing it. */
  readonly state: 'whole' | 'partial';
}

/** Props of `Value.Root`. */
export interface ValueRootProps {
  /** Plain JSON, or as much of it as has arrived. */
  readonly value: unknown;
  /** True while the model is still writing it. Default `false`. */
  readonly isPartial?: boolean;
  /**
   * `none` shows secrets from the start. Default `secrets`: values that look like secrets by name or content are hidden
   * until revealed.
   */
  readonly redact?: 'secrets' | 'none';
  /** The tool's redaction settings: `call.redactions`. */
  readonly redactions?: Redactions | undefined;
  /** The places where the value differs from its JSON: `call.unpredictablePaths`, for `call.effectiveInput`. */
  readonly unpredictablePaths?: readonly UnpredictablePath[] | undefined;
  /** Strings to hide wherever they occur. Default: the redacted strings in the input of the call around. */
  readonly secrets?: readonly string[] | undefined;
  /** Returns the kind of the text at a path. Guessed by default. Keep it outside of the component. */
  readonly kindOf?: ((path: JSONPath, text: string) => TextKind | undefined) | undefined;
  /** `new-tab` makes web addresses links that open in a new tab. Default `none`: the model chose them. */
  readonly links?: 'none' | 'new-tab';
}

/**
 * Provides a value to its parts: its redacted and revealed places, and its deceptive text.
 *
 * @example <Value.Root value={call.input}><Value.Fields /><Value.RevealAll /><Value.Json /></Value.Root>
 */
export const ValueRoot: Part<'div', ValueRootState, ValueRootProps> = part('Value.Root', 'div', (props, render) => {
  const {
    value,
    isPartial = false,
    redact = 'secrets',
    redactions,
    unpredictablePaths,
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
    () => readValue(value, { redact, redactions, secrets, kindOf, unpredictablePaths }),
    [value, redact, redactions, secrets, kindOf, unpredictablePaths],
  );
  const context = useMemo(() => ({ model, reveal, isPartial, links }), [model, reveal, isPartial, links]);
  // Names and values are executed as they are: a browser's translation would show others.
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
