'use client';
import { type ReactElement, useMemo } from 'react';
import { given } from '../../protocol/base/record.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { askStrings } from '../approval/approval-strings.js';
import { riskGlyph } from '../card/describe-item.js';
import { Glyph } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { DeceptiveNotice } from '../value/deceptive-notice.js';
import { secretsOf } from '../value/hidden-places.js';
import { ValueFields } from '../value/value-fields.js';
import { ValueRoot } from '../value/value-root.js';
import { valueStrings } from '../value/value-strings.js';
import { ValueView } from '../value/value-view.js';

/** Props of {@link BegunRisk} and {@link BegunInput}. */
export interface BegunAboutProps {
  readonly call: DeferredCall;
}

/** How bad a call could be, in words; nothing where its tool does not say. */
export function BegunRisk({ call: { risk } }: BegunAboutProps): ReactElement | null {
  const words = useWords(askStrings);
  if (risk === undefined) return null;
  return (
    <span data-cs="card-risk" data-risk={risk}>
      <Glyph name={riskGlyph(risk)} />
      {words.risk[risk]}
    </span>
  );
}

/** What the call was given, with all that looks like something else told. */
export function BegunInput({ call }: BegunAboutProps): ReactElement {
  const { willRunAs } = useWords(valueStrings);
  const secrets = useMemo(() => secretsOf(call), [call]);
  const shown = given({ redactions: call.redactions });
  return (
    <CallSecrets.Provider value={secrets}>
      <DeceptiveNotice value={{ title: call.title, input: call.input }} />
      <div data-cs="card-input">
        <ValueView {...shown} value={call.input} />
        {call.willRunAs === undefined ? null : (
          <div data-cs="will-run-as">
            <p data-cs="card-note">{willRunAs}</p>
            <ValueRoot {...shown} value={call.willRunAs} unshown={call.unshown}>
              <ValueFields />
            </ValueRoot>
          </div>
        )}
      </div>
    </CallSecrets.Provider>
  );
}
