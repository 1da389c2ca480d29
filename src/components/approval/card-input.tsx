'use client';
import type { ReactElement } from 'react';
import type { DeferredCall } from '../../protocol/deferred.js';
import { JsonView, ValueView } from '../shared/value-view.js';
import { useStrings } from '../strings-provider.js';

/** The input that was asked about, what its schema makes of it, and the JSON on demand. */
export function CardInput({ call }: { readonly call: DeferredCall }): ReactElement {
  const strings = useStrings().value;
  return (
    <div data-slot="card-input">
      <ValueView value={call.input} />
      {call.unchecked === true ? <p data-slot="card-note">{strings.unchecked}</p> : null}
      {call.willRunAs === undefined ? null : (
        <div data-slot="will-run-as">
          <p data-slot="card-note">{strings.willRunAs}</p>
          <ValueView value={call.willRunAs} />
        </div>
      )}
      <details data-slot="raw">
        <summary>{strings.raw}</summary>
        <JsonView value={JSON.stringify(call.input, null, 2)} />
      </details>
    </div>
  );
}
