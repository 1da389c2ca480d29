'use client';
import { type ReactElement, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { valueStrings } from '../../words/english/value.js';
import { useHydrated } from '../part/use-hydrated.js';
import { useFormat, useWords } from '../strings-provider.js';

/** A boolean, in words and as written. */
export function BooleanValue({ value }: { readonly value: boolean }): ReactElement {
  const strings = useWords(valueStrings);
  return (
    <span data-cs="value-boolean" translate="no" data-value={String(value)}>
      {value ? strings.yes : strings.no} <code dir="ltr">{String(value)}</code>
    </span>
  );
}

/** A missing value: `null`, or absent. */
export function NothingValue({ value }: { readonly value: null | undefined }): ReactElement {
  const strings = useWords(valueStrings);
  return (
    <span data-cs="value-nothing">
      {value === null ? strings.nothing : strings.absent} {value === null ? <code dir="ltr">null</code> : null}
    </span>
  );
}

/** A number in the reader's locale; if that differs from the literal, a press shows the literal. */
export function NumberValue({ value }: { readonly value: number }): ReactElement {
  const strings = useWords(valueStrings);
  const { locale } = useFormat();
  const isHydrated = useHydrated();
  const [isLiteral, setLiteral] = useState(false);
  const literal = Object.is(value, -0) ? '-0' : String(value);
  // Years and identifiers of four digits stay as they are.
  const format = { maximumFractionDigits: 20, useGrouping: 'min2' } as const;
  const own = isHydrated && Number.isFinite(value) ? new Intl.NumberFormat(locale, format).format(value) : literal;
  if (own === literal || Math.abs(value) >= 1e21) return <Literal text={literal} />;
  return (
    <button
      type="button"
      data-cs="value-number"
      translate="no"
      aria-pressed={isLiteral}
      title={strings.asWritten(literal)}
      onClick={() => setLiteral(!isLiteral)}
    >
      <bdi>{isLiteral ? literal : own}</bdi>
    </button>
  );
}

/** A date or a time in the reader's locale, beside the original text. */
export function DateValue({ text }: { readonly text: string }): ReactElement {
  const { locale } = useFormat();
  const isHydrated = useHydrated();
  return (
    <span data-cs="value-date" translate="no">
      <Literal text={text} />
      {isHydrated ? (
        <time dateTime={text} dir="auto">
          {formatDate(text, locale)}
        </time>
      ) : null}
    </span>
  );
}

function Literal({ text }: { readonly text: string }): ReactElement {
  return (
    <pre data-cs="value" translate="no" data-look="literal" dir="ltr">
      {escapeUnseen(text)}
    </pre>
  );
}

/** Formats a date. A date alone is the same day everywhere; a time without a zone is in the reader's. */
function formatDate(text: string, locale: string | undefined): string {
  if (!text.includes('T'))
    return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(text));
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(text));
}
