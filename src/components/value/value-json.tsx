'use client';
import { type ReactElement, useMemo, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { valueStrings } from '../../words/english/value.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { Copy } from './value-actions.js';
import { ValueContext } from './value-context.js';
import { withRevealed } from './value-model.js';
import { toSafeJson } from './visible-text.js';

/** The number of characters of JSON that are shown at first, and that each press adds. */
const jsonStep = 50_000;

/** The value as JSON, generated when it is opened. Invisible characters are escaped. */
export const ValueJson: Part<'details'> = part('Value.Json', 'details', ({ children, ...props }, render) => {
  const strings = useWords(valueStrings);
  const { model, reveal } = useWithin(ValueContext, 'Value.Json');
  const [isOpen, setOpen] = useState(false);
  const hidesSome = [...model.redactions.keys()].some((key) => !reveal.isRevealed(key));
  const within = (
    <>
      <summary>{children ?? strings.raw}</summary>
      {isOpen && hidesSome ? <p data-cs="value-note">{strings.hidden.jsonNote}</p> : null}
      {isOpen ? <RevealedJson /> : null}
    </>
  );
  return render(props, {
    'data-cs': 'raw',
    onToggle: (event) => setOpen(event.currentTarget.open),
    children: within,
  });
});

function RevealedJson(): ReactElement {
  const strings = useWords(valueStrings);
  const { model, reveal } = useWithin(ValueContext, 'Value.Json');
  const text = useMemo(() => toSafeJson(withRevealed(model, reveal.isRevealed)), [model, reveal]);
  return (
    <>
      <JsonText text={text} />
      <Copy aria-label={strings.copyJson} />
    </>
  );
}

/** JSON, a piece at a time if it is huge. */
export function JsonText({ text }: { readonly text: string }): ReactElement {
  const strings = useWords(valueStrings);
  const [limit, setLimit] = useState(jsonStep);
  const left = text.length - limit;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre data-cs="json" translate="no" dir="ltr" tabIndex={0}>
        {escapeUnseen(text.slice(0, limit))}
      </pre>
      {left > 0 ? (
        <Button action="unfold" look="quiet" onPress={() => setLimit(limit + jsonStep)}>
          {strings.showMore(Math.min(jsonStep, left), left, 'characters')}
        </Button>
      ) : null}
    </>
  );
}
