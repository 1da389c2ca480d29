'use client';
import { type ReactElement, useContext, useMemo } from 'react';
import { findDeceptiveText } from '../../approval/deceptive/deceptive-text.js';
import { hiddenMark } from '../../approval/redaction/secret-text.js';
import { useStrings } from '../strings-provider.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { TextValue } from '../value/text-value.js';
import { scan } from '../value/value-model.js';
import { toLines } from './compare-lines.js';
import { hideInLines } from './hide-in-lines.js';

/** Props of {@link PlainDiff}. */
export interface PlainDiffProps {
  readonly before: string;
  readonly after: string;
  readonly isRevealed: boolean;
}

/** Two texts one after the other: all that can be said without the library that compares them. */
export function PlainDiff({ isRevealed, ...texts }: PlainDiffProps): ReactElement {
  const strings = useStrings();
  return (
    <dl data-slot="diff-plain">
      {(['before', 'after'] as const).map((side) => (
        <div key={side} data-side={side}>
          <dt>{strings.preview.diff[side]}</dt>
          <dd>
            {texts[side] === '' ? (
              <span data-slot="value-empty">{strings.value.empty}</span>
            ) : (
              <Side text={texts[side]} isRevealed={isRevealed} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Side({ text, isRevealed }: { readonly text: string; readonly isRevealed: boolean }): ReactElement {
  const secrets = useContext(CallSecrets);
  const shown = useMemo(
    () => (isRevealed ? text : hideInLines(toLines(text), secrets).join('\n')),
    [text, isRevealed, secrets],
  );
  const marks = useMemo(() => findDeceptiveText(shown, { ...scan, kind: 'code' }), [shown]);
  return <TextValue text={shown} look="code" marks={marks} hasGaps={!isRevealed && shown.includes(hiddenMark)} />;
}
