'use client';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import type { PendingBatch } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { labelPeople } from '../../protocol/decided-by.js';
import { peopleStrings, queueStrings } from '../../words/english/approval.js';
import { batchStrings } from '../../words/english/batch.js';
import { missingByRule } from '../approval/approval-people.js';
import { TitleText } from '../approval/title-text.js';
import { riskGlyph } from '../card/describe-item.js';
import { countNeeded } from '../card/needs-person.js';
import { Button } from '../part/button.js';
import { Glyph } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';
import { shownTitle, useRegionName } from './use-region-name.js';

/** Returns `true` for a batch that the reader has requested and only others can approve. */
export function isForOthers({ items }: PendingBatch): boolean {
  return items.every(
    ({ kind, state, call }) =>
      kind === 'approval' && state.status === 'waiting' && call.approvalProgress?.viewer === 'requester',
  );
}

interface OthersLineProps {
  readonly batch: PendingBatch;
  /** The cards, which the reader can ask for: a denial of the requester counts. */
  readonly children: ReactNode;
}

/** A batch that someone else has to approve, on one line: the action, who has approved and who is missing. */
export function OthersLine({ batch, children }: OthersLineProps): ReactElement | null {
  const strings = useWords(batchStrings);
  const { callsNeedYou } = useWords(queueStrings);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [first] = batch.items;
  const region = useRegionName({ titleId: id, call: first?.call, id: undefined });
  if (first === undefined) return null;
  return (
    <>
      <section data-cs="others-line" data-state={isOpen ? 'open' : 'folded'} {...region}>
        <Glyph name={batch.items.length === 1 ? riskGlyph(first.call.risk) : 'clock'} />
        <p data-cs="others-title" id={id} dir="auto">
          {batch.items.length === 1 ? (
            <TitleText title={shownTitle(first.call)} input={first.call.input} />
          ) : (
            callsNeedYou(countNeeded(batch.items))
          )}
        </p>
        <p data-cs="others-missing">
          <MissingWords items={batch.items} />
        </p>
        <Button action="details" look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {strings.details}
        </Button>
      </section>
      {isOpen ? children : null}
    </>
  );
}

/** Names everyone who is missing for one of the actions, and those who have approved all of them. */
function MissingWords({ items }: Pick<PendingBatch, 'items'>): ReactElement {
  const strings = useWords(peopleStrings);
  const missing = items.flatMap(({ call }) =>
    missingByRule(call)
      .filter(({ count }) => count > 0)
      .map(({ need, count }) => strings.missingPeople({ from: need.from ?? [], count, isYou: false })),
  );
  const [first, ...others] = items.map(({ call }) => call.approvedBy ?? []);
  const everywhere = (first ?? []).filter(({ id }) => others.every((people) => people.some((one) => one.id === id)));
  return <>{strings.waitsForPeople(labelPeople(everywhere).map(escapeUnseen), [...new Set(missing)])}</>;
}
