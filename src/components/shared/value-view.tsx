'use client';
import { type ReactElement, useMemo, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { uncut } from '../../approval/redaction/hidden-mark.js';
import { redact } from '../../approval/redaction/redact.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { valueStrings } from '../../words/english/value.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';
import { JsonText } from '../value/value-json.js';
import { toSafeJson } from '../value/visible-text.js';

export { ValueView, type ValueViewProps } from '../value/value-view.js';

/** Props of {@link JsonView}. */
interface JsonViewProps {
  readonly value: unknown;
  /** Strings that are secrets wherever they occur. */
  readonly secrets?: readonly string[] | undefined;
}

/**
 * A value as JSON text, with secrets hidden until revealed; text that is not JSON is shown as it is, with invisible
 * characters escaped.
 */
export function JsonView({ value, secrets = [] }: JsonViewProps): ReactElement {
  const strings = useWords(valueStrings).hidden;
  const [isRevealed, setRevealed] = useState(false);
  const safe = useMemo(
    () => (value === undefined ? undefined : redact(value as JSONValue, { ...uncut, secrets })), // A result is JSON.
    [value, secrets],
  );
  const count = safe?.redactions.length ?? 0;
  const shown = isRevealed || count === 0 ? value : safe?.value;
  return (
    <>
      <JsonText text={typeof shown === 'string' ? escapeUnseen(shown) : toSafeJson(shown)} />
      {count === 0 ? null : (
        <div data-cs="hidden-note">
          <Button action="reveal-all" look="quiet" aria-pressed={isRevealed} onPress={() => setRevealed(!isRevealed)}>
            {strings.showAll(count)}
          </Button>
        </div>
      )}
    </>
  );
}
