'use client';
import type { ReactElement } from 'react';
import type { DeferredCall } from '../../protocol/deferred.js';
import { valueStrings } from '../../words/english/value.js';
import { useWords } from '../strings-provider.js';
import { ValueFields } from './value-fields.js';
import { ValueRoot, type ValueRootProps } from './value-root.js';

/** Props of {@link WillRunAs}. */
interface WillRunAsProps extends Pick<ValueRootProps, 'kindOf' | 'links' | 'redact' | 'redactions'> {
  readonly call: Pick<DeferredCall, 'willRunAs' | 'unshown'>;
}

/** The effective input of a call, below its input. Renders nothing when they are equal. */
export function WillRunAs({ call: { willRunAs, unshown }, ...shown }: WillRunAsProps): ReactElement | null {
  const words = useWords(valueStrings);
  if (willRunAs === undefined) return null;
  return (
    <div data-cs="will-run-as">
      <p data-cs="card-note">{words.willRunAs}</p>
      <ValueRoot {...shown} value={willRunAs} unshown={unshown}>
        <ValueFields />
      </ValueRoot>
    </div>
  );
}
