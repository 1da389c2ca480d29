'use client';
import { type ReactElement, useState } from 'react';
import { isRecord } from '../../protocol/record.js';
import { useStrings } from '../strings-provider.js';

/** From here on a text is folded: a card must show its buttons, and must say that there is more. */
const longText = { lines: 8, characters: 480 };

/** Props of {@link ValueView} and {@link JsonView}. */
export interface ValueViewProps {
  /** Plain JSON. */
  readonly value: unknown;
}

/** A value for people: one row a field, texts as they are, and nothing of it ever read as markup. */
export function ValueView({ value }: ValueViewProps): ReactElement {
  const strings = useStrings().value;
  if (!isRecord(value)) {
    return (
      <div data-slot="fields">
        <Scalar value={value} />
      </div>
    );
  }
  const fields = Object.entries(value);
  if (fields.length === 0) return <p data-slot="fields-empty">{strings.none}</p>;
  return (
    <dl data-slot="fields">
      {fields.map(([name, field]) => (
        <div data-slot="field-row" key={name}>
          <dt dir="auto">{name}</dt>
          <dd>
            <Scalar value={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A value as JSON text. */
export function JsonView({ value }: ValueViewProps): ReactElement {
  return (
    <pre data-slot="json" dir="ltr">
      {toText(value)}
    </pre>
  );
}

/** JSON with two spaces; a text that is no JSON stays as it is. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'undefined');
}

function Scalar({ value }: ValueViewProps): ReactElement {
  const strings = useStrings().value;
  if (value === '') return <span data-slot="value-empty">{strings.empty}</span>;
  return <LongText text={toText(value)} />;
}

function LongText({ text }: { readonly text: string }): ReactElement {
  const strings = useStrings().value;
  const [isOpen, setOpen] = useState(false);
  const lines = text.split('\n');
  const isLong = lines.length > longText.lines || text.length > longText.characters;
  const shown = isLong && !isOpen ? lines.slice(0, longText.lines).join('\n').slice(0, longText.characters) : text;
  return (
    <>
      <pre data-slot="value" data-folded={isLong && !isOpen ? '' : undefined} dir="auto">
        {shown}
      </pre>
      {isLong ? (
        <button
          type="button"
          data-slot="button"
          data-action="unfold"
          data-look="quiet"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? strings.showLess : strings.showAll(lines.length, text.length)}
        </button>
      ) : null}
    </>
  );
}
