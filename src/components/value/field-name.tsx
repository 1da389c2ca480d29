'use client';
import type { ReactElement } from 'react';
import type { JSONPath } from '../../approval/redaction/redact.js';
import { MarkedText } from './marked-text.js';
import { useValue } from './value-context.js';

/** The name of a member, marked like any other text: the model chose it. */
export function FieldName({ path }: { readonly path: JSONPath }): ReactElement {
  const { model } = useValue('Value');
  return (
    <bdi>
      <MarkedText text={String(path.at(-1))} marks={model.marksAt(path, 'key', 'full')} />
    </bdi>
  );
}
