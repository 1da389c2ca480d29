'use client';
import { type ReactElement, useMemo } from 'react';
import { definedProps } from '../../protocol/base/record.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { RiskWords } from '../card/risk-words.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { DeceptiveNotice } from '../value/deceptive-notice.js';
import { EffectiveInput } from '../value/effective-input.js';
import { secretsOf } from '../value/hidden-places.js';
import { ValueView } from '../value/value-view.js';

/** Props of {@link InterruptedRisk} and {@link InterruptedInput}. */
interface InterruptedAboutProps {
  readonly call: DeferredCall;
}

/** The risk of an interrupted call, in words. Renders nothing when its tool declares none. */
export function InterruptedRisk({ call: { risk } }: InterruptedAboutProps): ReactElement | null {
  if (risk === undefined) return null;
  return (
    <span data-cs="card-risk" data-risk={risk}>
      <RiskWords risk={risk} />
    </span>
  );
}

/** The input of an interrupted call, with a note about deceptive characters. */
export function InterruptedInput({ call }: InterruptedAboutProps): ReactElement {
  const secrets = useMemo(() => secretsOf(call), [call]);
  const shown = definedProps({ redactions: call.redactions });
  return (
    <CallSecrets.Provider value={secrets}>
      <DeceptiveNotice value={{ title: call.title, input: call.input }} />
      <div data-cs="card-input">
        <ValueView {...shown} value={call.input} />
        <EffectiveInput {...shown} call={call} />
      </div>
    </CallSecrets.Provider>
  );
}
