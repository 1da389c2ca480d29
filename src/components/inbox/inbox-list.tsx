'use client';
import { type ReactElement, useEffect, useRef } from 'react';
import type { PendingBatch } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { labelPeople } from '../../protocol/decided-by.js';
import { attentionStrings, inboxStrings } from '../../words/english/inbox.js';
import { TitleText } from '../approval/title-text.js';
import { riskGlyph } from '../card/describe-item.js';
import { Button } from '../part/button.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { useTimeLeft } from '../shared/use-time-left.js';
import { useFormat, useWords } from '../strings-provider.js';
import { quoteSafely } from '../value/visible-text.js';
import { type InboxChoice, inboxGroups, readableTitle } from './inbox-choice.js';
import { InboxContext } from './inbox-context.js';

/**
 * The pending requests, oldest first: what is asked, by whom, since when, its risk and its deadline. A press shows the
 * cards of a request. With search and filter. Renders nothing while at most one request is pending, as there is nothing
 * to choose.
 */
export const InboxList: Part<'nav', NoState, Without<'children'>> = part('Inbox.List', 'nav', (props, render) => {
  const { choice, batches } = useWithin(InboxContext, 'Inbox.List');
  const strings = useWords(inboxStrings).list;
  const list = useRef<HTMLElement>(null);
  useFocusOnReturn(list, choice.view);
  if (batches < 2 || choice.page !== 'waiting') return null;
  const children = (
    <>
      <div data-cs="inbox-tools">
        <select
          data-cs="inbox-filter"
          aria-label={strings.filter}
          value={choice.group}
          onChange={({ currentTarget }) => {
            const group = inboxGroups.find((one) => one === currentTarget.value);
            if (group !== undefined) choice.narrow({ group });
          }}
        >
          {inboxGroups.map((group) => (
            <option key={group} value={group}>
              {strings.group[group]}
            </option>
          ))}
        </select>
        <input
          data-cs="inbox-search"
          type="search"
          aria-label={strings.search}
          placeholder={strings.search}
          value={choice.search}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => choice.narrow({ search: currentTarget.value })}
        />
      </div>
      {choice.listed.length === 0 ? <p data-cs="inbox-empty">{strings.noMatch}</p> : null}
      {/* `list-style: none` makes VoiceOver drop the list role, so it is set explicitly. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <ul data-cs="inbox-rows" role="list">
        {choice.listed.map((batch) => (
          <li key={batch.batchId}>
            <InboxRow batch={batch} />
          </li>
        ))}
      </ul>
    </>
  );
  return render(props, { 'data-cs': 'inbox-list', 'aria-label': strings.title, ref: list, children });
});

/** Focuses the row of the request that was shown, once the user has returned to the list by a button that is gone. */
function useFocusOnReturn(list: { readonly current: HTMLElement | null }, view: InboxChoice['view']): void {
  const before = useRef(view);
  useEffect(() => {
    const hasReturned = before.current === 'detail' && view === 'list';
    before.current = view;
    const { activeElement = null, body = null } = list.current?.ownerDocument ?? {};
    if (!hasReturned || (activeElement !== null && activeElement !== body)) return;
    list.current?.querySelector<HTMLElement>('[data-cs=inbox-row][aria-current]')?.focus();
  }, [list, view]);
}

function InboxRow({ batch }: { readonly batch: PendingBatch }): ReactElement {
  const { choice, asked } = useWithin(InboxContext, 'Inbox.List');
  const strings = useWords(inboxStrings);
  const { moment } = useFormat();
  const [first] = batch.items;
  const by = asked[batch.runId];
  const others = Object.values(asked).map((one) => one.requester);
  const label = by === undefined ? undefined : labelPeople([by.requester, ...others])[0];
  const isShown = choice.shown?.batchId === batch.batchId;
  return (
    <button
      type="button"
      data-cs="inbox-row"
      data-risk={first?.call.risk}
      aria-current={isShown || undefined}
      onClick={() => choice.open(batch.batchId)}
    >
      <Glyph name={first?.kind === 'external' ? 'pen' : riskGlyph(first?.call.risk)} />
      <span data-cs="inbox-row-title">
        <span dir="auto">
          {first === undefined ? null : <TitleText title={readableTitle(first)} input={first.call.input} />}
        </span>
        {batch.items.length < 2 ? null : (
          <span data-cs="inbox-count">{strings.list.others(batch.items.length - 1)}</span>
        )}
      </span>
      {by === undefined ? null : (
        <span data-cs="inbox-row-note">
          <bdi>{strings.asked(escapeUnseen(label ?? by.requester.id), quoteSafely(moment(by.askedAt)))}</bdi>
        </span>
      )}
      {batch.expiresAt === undefined ? null : <Deadline at={batch.expiresAt} />}
    </button>
  );
}

function Deadline({ at }: { readonly at: number }): ReactElement | null {
  const strings = useWords(attentionStrings);
  const { duration } = useFormat();
  const time = useTimeLeft(at);
  if (time === null) return null;
  return (
    <span data-cs="inbox-row-deadline" data-state={time.state}>
      {time.state === 'over' ? strings.over : strings.left(duration(time.left))}
    </span>
  );
}

/**
 * Returns to the list of requests in a narrow inbox. It receives the focus of the pressed row. Renders
 * nothing unless a request was opened.
 */
export const InboxBack: Part<'div', NoState, Without<'children'>> = part('Inbox.Back', 'div', (props, render) => {
  const { choice, batches } = useWithin(InboxContext, 'Inbox.Back');
  const strings = useWords(inboxStrings).list;
  const isShown = batches > 1 && choice.view === 'detail' && choice.page === 'waiting';
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Has no effect while both are visible, because the button is hidden then.
    if (isShown) place.current?.querySelector('button')?.focus();
  }, [isShown]);
  if (!isShown) return null;
  const children = (
    <Button action="back" look="quiet" onPress={choice.back}>
      {strings.back}
    </Button>
  );
  return render(props, { 'data-cs': 'inbox-back', ref: place, children });
});
