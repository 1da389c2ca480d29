'use client';
import { type ReactElement, useMemo } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { titleOr } from '../../protocol/base/words.js';
import { batchStrings } from '../../words/english/batch.js';
import { TitleText } from '../approval/title-text.js';
import { Glyph } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { readValue } from '../value/value-model.js';
import { useCallStatus } from './use-call-status.js';

/** Props of {@link BatchLine}. */
interface BatchLineProps {
  readonly item: PendingItem;
  readonly onOpen: () => void;
}

/** A pending call on one line: verb, object and risk. A press opens it. */
export function BatchLine({ item, onOpen }: BatchLineProps): ReactElement {
  const { call } = item;
  const { glyph, tone, words } = useCallStatus(item);
  const strings = useWords(batchStrings);
  const title = hideInText(titleOr(call.title, call.toolName), call);
  const isMarked = useMemo(
    () => readValue({ title, input: call.input }, { redact: 'none' }).found.length > 0,
    [title, call.input],
  );
  return (
    <button
      type="button"
      data-cs="batch-line"
      data-card={call.toolCallId}
      data-open=""
      data-folded=""
      data-tone={tone}
      data-risk={call.risk}
      aria-expanded="false"
      onClick={onOpen}
    >
      <Glyph name={glyph} />
      <span data-cs="line-title" dir="auto">
        <TitleText title={title} input={call.input} />
      </span>{' '}
      <span data-cs="line-standing">
        {escapeUnseen(words)}
        {isMarked ? ` · ${strings.lookClosely}` : null}
      </span>
    </button>
  );
}
