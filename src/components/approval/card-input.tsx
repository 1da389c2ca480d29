'use client';
import type { ReactElement } from 'react';
import type { JSONValue } from '../../protocol/json.js';
import { JsonView, ValueView } from '../shared/value-view.js';
import { useStrings } from '../strings-provider.js';

/** The input that will run, for people, and as JSON on demand. */
export function CardInput({ input }: { readonly input: JSONValue }): ReactElement {
  const strings = useStrings().value;
  return (
    <div data-slot="card-input">
      <ValueView value={input} />
      <details data-slot="raw">
        <summary>{strings.raw}</summary>
        <JsonView value={JSON.stringify(input, null, 2)} />
      </details>
    </div>
  );
}
