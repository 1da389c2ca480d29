'use client';
import type { ReactElement } from 'react';
import { JsonText } from '../value/value-json.js';
import { escapeUnseen, toSafeJson } from '../value/visible-text.js';

export { ValueView, type ValueViewProps } from '../value/value-view.js';

/** A value as JSON text; a text that is no JSON stays as it is, with escapes for what cannot be seen. */
export function JsonView({ value }: { readonly value: unknown }): ReactElement {
  return <JsonText text={typeof value === 'string' ? escapeUnseen(value) : toSafeJson(value)} />;
}
