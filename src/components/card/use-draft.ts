'use client';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { Conversation } from '../../conversation/conversation.js';
import type { Draft } from '../../conversation/state/conversation-state.js';
import { useConversation } from '../../hooks/use-conversation.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { ownMember } from '../../protocol/base/record.js';

/** The result of {@link useDraft}. */
export interface DraftControl {
  /** The user's draft, from the store: it outlives the card. */
  readonly draft: Draft | undefined;
  /** Begins an answer with the text that was typed before, and focuses its field. */
  readonly open: (mode: Draft['mode']) => void;
  readonly change: (draft: Draft) => void;
  /** Returns to the buttons. The next `open` restores the typed text. */
  readonly close: () => void;
  /** Stores the typed text again for a call that is left open: its next card shows it. */
  readonly keep: () => void;
  /** Moves the focus where the last press wants it, for a form that appears later than the press. */
  readonly settleFocus: () => void;
}

/** Options of {@link useDraft}. */
interface DraftOptions {
  readonly run: Pick<Conversation, 'store' | 'saveDraft'>;
  readonly item: PendingItem;
  readonly cardRef: RefObject<HTMLElement | null>;
  /** The member of the input whose field receives the focus of an edit. Default: the first field. */
  readonly likely?: string | undefined;
}

const controls = ':is(input, textarea, select, [data-action="reveal"])';

/** The first field of each form. */
const fields: Readonly<Record<Draft['mode'], string>> = {
  edit: `[data-cs="edit-form"] [data-cs="schema-field"] ${controls}, [data-cs="result-input"]`,
  deny: '[data-cs="reason-input"]',
};

/** The button that opens each form. */
const openers: Readonly<Record<Draft['mode'], string>> = {
  edit: ':is([data-action="edit"], [data-action="happened"])',
  deny: '[data-action="deny"]',
};

/** Returns an input as the user edits it. */
export function toDraftText(input: JSONValue): string {
  return JSON.stringify(input, null, 2);
}

/** Returns the draft answer of one card. */
export function useDraft({ run, item, cardRef, likely }: DraftOptions): DraftControl {
  const { id, call } = item;
  const { input } = call;
  const isBegun = call.interrupted !== undefined;
  const draft = useConversation(run, (state) => ownMember(state.drafts, id));
  const typed = useRef<{ [MODE in Draft['mode']]?: Extract<Draft, { mode: MODE }> }>({});
  const last = useRef<Draft>(undefined);
  const wanted = useRef<readonly string[] | null>(null);
  const mode = draft?.mode;

  const settleFocus = useCallback(() => {
    const found = wanted.current?.map((selector) => cardRef.current?.querySelector<HTMLElement>(selector) ?? null);
    const target = found?.find((element) => element !== null);
    if (target === null || target === undefined) return;
    wanted.current = null;
    target.focus();
  }, [cardRef]);

  // The field exists only after the render that follows `open`. A card that is mounted with a draft does not move the
  // focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the mode has changed on screen
  useEffect(settleFocus, [mode, settleFocus]);

  const change = useCallback((next: Draft) => run.saveDraft(id, next), [run, id]);

  const open = useCallback(
    (next: Draft['mode']) => {
      const isLikely = next === 'edit' && likely !== undefined;
      wanted.current = [
        ...(isLikely ? [`[data-cs="edit-form"] [data-path="/${likely}"] ${controls}`] : []),
        fields[next],
      ];
      const stored = typed.current[next];
      // For an interrupted call, the user writes its result, which is not an edit of its input.
      const text = isBegun ? '' : toDraftText(input);
      change(stored ?? (next === 'edit' ? { mode: 'edit', text } : { mode: 'deny', reason: '' }));
    },
    [change, input, isBegun, likely],
  );

  const close = useCallback(() => {
    if (draft === undefined) return;
    if (draft.mode === 'edit') typed.current.edit = draft;
    else typed.current.deny = draft;
    last.current = draft;
    wanted.current = [openers[draft.mode]];
    run.saveDraft(id, null);
  }, [draft, run, id]);

  const keep = useCallback(() => {
    if (draft === undefined && last.current !== undefined) change(last.current);
  }, [draft, change]);

  return { draft, open, change, close, keep, settleFocus };
}
