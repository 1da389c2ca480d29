'use client';
import type { ReactElement } from 'react';
import type { DeferredCall } from '../../protocol/deferred.js';
import { valueStrings } from '../../words/english/value.js';
import { useWords } from '../strings-provider.js';
import { ValueFields } from './value-fields.js';
import { ValueRoot, type ValueRootProps } from './value-root.js';

/** Props of {@link EffectiveInput}. */
interface EffectiveInputProps extends Pick<ValueRootProps, 'kindOf' | 'links' | 'redact' | 'redactions'> {
  readonly call: Pick<DeferredCall, 'effectiveInput' | 'unpredictablePaths'>;
}

/** The effective input of a call, below its input. Renders nothing when they are equal. */
export function EffectiveInput({
  call: { effectiveInput, unpredictablePaths },
  ...shown
}: EffectiveInputProps): ReactElement | null {
  const words = useWords(valueStrings);
  if (effectiveInput === undefined) return null;
  return (
    <div data-cs="effective-input">
      <p data-cs="card-note">{words.effectiveInput}</p>
      <ValueRoot {...shown} value={effectiveInput} unpredictablePaths={unpredictablePaths}>
        <ValueFields />
      </ValueRoot>
    </div>
  );
}
