'use client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { InputForm, PendingItem, PreviewState } from '../../approval/broker/pending.js';
import { titledEdit, withEdit } from '../../approval/edit/edited-call.js';
import type { Draft } from '../../conversation/state/conversation-state.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { EditedCall } from '../../protocol/preview.js';

/** The pause in typing before a draft is described, in milliseconds. */
const typingPause = 150;
/** The time that a description waits for the preview that is to be shown with it, in milliseconds. */
const previewWait = 300;
/** The time that a description may take, in milliseconds. After that the draft has its default title. */
const describeLimit = 1_000;

/** The user's edit of a call's input. `broken`: it is invalid at the moment. */
export type InputDraft =
  | { readonly type: 'none' }
  | { readonly type: 'broken' }
  | { readonly type: 'input'; readonly input: JSONValue };

/** A call with the input of its draft. */
export interface EditedItem {
  /** The call that would be approved. With a broken draft, the previous one. */
  readonly item: PendingItem;
  /** The reason why the draft cannot be approved. */
  readonly refusal: string | undefined;
  /** True when only a title is known, since neither the tool nor the policies are available. */
  readonly isTitleOnly: boolean;
  /** `pending`: the draft is not described yet. */
  readonly state: 'unedited' | 'pending' | 'described';
  /** Resolves once the draft is described; with `undefined` where it is broken, or has changed meanwhile. */
  readonly whenDescribed: () => Promise<EditedCall | undefined>;
}

interface DescribedEdit {
  readonly input: JSONValue;
  readonly call: EditedCall;
  readonly preview: PreviewState;
}

/** The description of a draft that was started last. */
interface PendingDescription {
  readonly itemId: string;
  readonly text: string | undefined;
  /** Resolves with `undefined` if the draft violates the schema, or another description replaces it. */
  readonly described: Promise<EditedCall | undefined>;
}

/** Parses the typed draft. */
export function toInputDraft(draft: Extract<Draft, { mode: 'edit' }>, original: JSONValue): InputDraft {
  const { text, unfinished = {} } = draft;
  try {
    const input = JSON.parse(text) as JSONValue;
    if (Object.keys(unfinished).length > 0) return { type: 'broken' };
    return isSameJson(input, original) ? { type: 'none' } : { type: 'input', input };
  } catch {
    return { type: 'broken' };
  }
}

/**
 * Describes the draft of a call whenever typing pauses. An outdated description is dropped; a failed one is reduced to
 * a title.
 */
export function useEditedItem(item: PendingItem, form: InputForm | undefined, draft: InputDraft): EditedItem {
  const [last, setLast] = useState<DescribedEdit>();
  const [settled, setSettled] = useState<string>();
  const pending = useRef<PendingDescription>(undefined);
  const text = draft.type === 'input' ? JSON.stringify(draft.input) : undefined;
  const { call } = item;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is its text
  useEffect(() => {
    if (draft.type !== 'input') return;
    const { input } = draft;
    const stop = new AbortController();
    let resolve: (call: EditedCall | undefined) => void = () => {};
    const described = new Promise<EditedCall | undefined>((resolved) => {
      resolve = resolved;
    });
    pending.current = { itemId: item.id, text, described };
    const show = (described: DescribedEdit | undefined): void => {
      if (stop.signal.aborted) return;
      resolve(described?.call);
      if (described !== undefined) setLast(described);
      setSettled(text);
    };
    const load = (): void => void loadEdit({ item, form, input }, stop.signal, show);
    const timer = form?.describe === undefined ? undefined : setTimeout(load, typingPause);
    if (timer === undefined) load();
    return () => {
      clearTimeout(timer);
      resolve(undefined);
      stop.abort('The draft has changed.');
    };
  }, [form, text, call]);
  // If a draft breaks later, the current input is used.
  if (draft.type === 'none' && last !== undefined) setLast(undefined);
  const state =
    draft.type === 'none' ? 'unedited' : draft.type === 'input' && settled !== text ? 'pending' : 'described';
  const refusal = last?.call.refusal;
  const edited = useMemo(() => (last === undefined ? item : itemWithEdit(item, last)), [item, last]);
  const whenDescribed = useCallback(() => waitForDescription(pending), []);
  return { item: edited, refusal, isTitleOnly: last?.call.known === 'title', state, whenDescribed };
}

/** Waits for the description of a draft. Its call may be copied while a press waits, and the press still counts. */
async function waitForDescription(pending: {
  readonly current: PendingDescription | undefined;
}): Promise<EditedCall | undefined> {
  const first = pending.current;
  let latest = first;
  let call = await latest?.described;
  while (call === undefined && pending.current !== latest) {
    latest = pending.current;
    if (latest?.itemId !== first?.itemId || latest?.text !== first?.text) return undefined;
    call = await latest?.described;
  }
  return call;
}

/** Returns the item with an edit. A policy's reason for the edit replaces the tool's reason for the model's input. */
function itemWithEdit({ metadata, ...item }: PendingItem, { input, call, preview }: DescribedEdit): PendingItem {
  const told = call.reason === undefined && metadata !== undefined ? { metadata } : {};
  return { ...item, ...told, call: withEdit(item.call, input, call), preview };
}

interface RequestedEdit {
  readonly item: PendingItem;
  readonly form: InputForm | undefined;
  readonly input: JSONValue;
}

/**
 * Loads the description of an edit and, once available, its preview. Returns `undefined` for an input that violates the
 * schema.
 */
async function loadEdit(
  { item, form, input }: RequestedEdit,
  wanted: AbortSignal,
  show: (described: DescribedEdit | undefined) => void,
): Promise<void> {
  const titled = titledEdit(item.call, input);
  if (form?.describe === undefined) return show({ input, call: titled, preview: { status: 'none' } });
  const previewed = form.preview && toPreviewState(form.preview(input, wanted));
  const described = form.describe(input, wanted).catch(() => titled);
  const call = await Promise.race([described, after(describeLimit, titled)]);
  if (call === undefined) return show(undefined);
  const soon = await (previewed && Promise.race([previewed, after(previewWait, { status: 'loading' } as const)]));
  show({ input, call, preview: soon ?? { status: 'none' } });
  if (previewed !== undefined && soon?.status === 'loading') show({ input, call, preview: await previewed });
}

async function toPreviewState(loading: ReturnType<NonNullable<InputForm['preview']>>): Promise<PreviewState> {
  try {
    return { status: 'ready', preview: await loading };
  } catch (error) {
    return { status: 'failed', message: serializeError(error).message };
  }
}

function after<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), milliseconds));
}
