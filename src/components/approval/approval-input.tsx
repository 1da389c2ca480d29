'use client';
import { useMemo } from 'react';
import type { PreviewState } from '../../approval/broker/pending.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import { definedProps } from '../../protocol/base/record.js';
import { cardStrings } from '../../words/english/card.js';
import { valueStrings } from '../../words/english/value.js';
import { AsideOpen, type AsideOpenState } from '../aside/aside-open.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { PreviewView, type PreviewViewProps, type PreviewViewState } from '../preview/preview-view.js';
import { useWords } from '../strings-provider.js';
import { DeceptiveNotice, type DeceptiveNoticeProps } from '../value/deceptive-notice.js';
import { EffectiveInput } from '../value/effective-input.js';
import { hideInText } from '../value/hidden-places.js';
import { ValueFields } from '../value/value-fields.js';
import { ValueJson } from '../value/value-json.js';
import { ValueRoot, type ValueRootProps } from '../value/value-root.js';
import { HiddenNote } from '../value/value-view.js';
import { ApprovalContext, type ApprovalPartState, partState, useDescribed } from './approval-context.js';
import { wordPlaces } from './shown-input.js';
import { useInputFold } from './use-input-fold.js';

/** Props of `Approval.Input`. */
interface ApprovalInputProps extends Pick<ValueRootProps, 'kindOf' | 'links' | 'redact'> {
  /**
   * `when-said`: shows the input only on demand, with `Approval.ShowInput`, if title, description, facts and preview
   * show all of it. For cards that render these. Default `never`.
   */
  readonly fold?: 'when-said' | 'never' | undefined;
}

/**
 * The input, field by field, as far as the model has written it, with the effective input and the JSON on demand.
 * Children, parts of `Value`, replace the fields. Renders nothing while the input is edited.
 */
export const ApprovalInput: Part<'div', ApprovalPartState, ApprovalInputProps> = part(
  'Approval.Input',
  'div',
  ({ kindOf, links, redact, fold = 'never', children, ...props }, render) => {
    const { view, answering, inputFold } = useInputFold('Approval.Input');
    const strings = useWords(valueStrings);
    if (answering?.mode === 'editing') return null;
    if (fold === 'when-said' && inputFold?.state === 'folded') return null;
    const call = answering?.item.call;
    const shown = definedProps({ kindOf, links, redact, redactions: view.redactions });
    const inside = (
      <ValueRoot {...shown} value={view.input} isPartial={view.state === 'writing'}>
        {children ?? (
          <>
            <ValueFields />
            <HiddenNote />
            {view.state === 'writing' ? null : <ValueJson />}
          </>
        )}
      </ValueRoot>
    );
    const all = (
      <>
        {inside}
        {call?.unchecked === true ? <p data-cs="card-note">{strings.unchecked}</p> : null}
        {call === undefined ? null : <EffectiveInput {...shown} call={call} />}
      </>
    );
    const own = fold === 'when-said' ? { id: inputFold?.id } : {};
    return render(props, { 'data-cs': 'card-input', state: partState(view), ...own, children: all });
  },
);

/**
 * Unfolds and folds the input. Renders nothing when the input holds values that the card shows nowhere else: then it is
 * always shown.
 */
export const ApprovalShowInput: Part<'button', ApprovalPartState> = part(
  'Approval.ShowInput',
  'button',
  (props, render) => {
    const { view, answering, inputFold } = useInputFold('Approval.ShowInput');
    const strings = useWords(cardStrings);
    if (answering === null || answering.mode === 'editing' || answering.mode === 'closed') return null;
    if (inputFold === null || inputFold.state === 'needed') return null;
    const isShown = inputFold.state === 'unfolded';
    return render(props, {
      'data-cs': 'field-button',
      state: partState(view),
      'data-action': 'show-input',
      'aria-expanded': isShown,
      'aria-controls': isShown ? inputFold.id : undefined,
      onClick: inputFold.toggle,
      children: strings.input,
    });
  },
);

/** The preview of the call. Renders nothing when the tool has none. While the input is edited, the form shows it. */
export const ApprovalPreview: Part<'figure', PreviewViewState, Omit<PreviewViewProps, 'state'>> = part(
  'Approval.Preview',
  'figure',
  (props) => {
    const { view, described } = useDescribed('Approval.Preview');
    const preview = described?.preview;
    const shown = useMemo(() => preview && withoutTitlePath(preview, view.title), [preview, view.title]);
    if (shown === undefined) return null;
    return <PreviewView {...props} state={shown} />;
  },
);

/** Removes a preview's only path when the title already shows it. */
function withoutTitlePath(state: PreviewState, title: string): PreviewState {
  if (state.status !== 'ready' || state.preview.type !== 'diff') return state;
  const { path, ...preview } = state.preview;
  return path !== undefined && wordPlaces(path, title).length > 0 ? { ...state, preview } : state;
}

/**
 * Opens the preview beside the chat. Rendered only when there is a preview and the card is inside an `AsideProvider`.
 */
export const ApprovalOpenBeside: Part<'button', AsideOpenState> = part('Approval.OpenBeside', 'button', (props) => {
  const { answering } = useWithin(ApprovalContext, 'Approval.OpenBeside');
  // The panel shows the call as the model wrote it.
  if (answering === null || answering.mode === 'editing' || answering.item.preview.status === 'none') return null;
  return <AsideOpen {...props} toolCallId={answering.item.call.toolCallId} />;
});

/** Explains the deceptive characters in title, description and input. Renders nothing when there are none. */
export const ApprovalDeceptive: Part<'div', NoState, Omit<DeceptiveNoticeProps, 'value' | 'redactions'>> = part(
  'Approval.Deceptive',
  'div',
  (props) => {
    const { view, answering, place } = useWithin(ApprovalContext, 'Approval.Deceptive');
    const { title } = view;
    const input = (view.edited ?? view.input) as JSONValue; // The input of a call is JSON; a partial one is as much as the model has written.
    const call = answering?.edited.item.call;
    const summary = call?.summary === undefined ? undefined : hideInText(call.summary, call);
    const value = useMemo(
      () => ({ title, ...(summary === undefined ? {} : { summary }), input }),
      [title, summary, input],
    );
    const asked = call?.redactions;
    const redactions = useMemo(() => {
      const inInput = (paths: readonly JSONPath[] = []): readonly JSONPath[] => paths.map((path) => ['input', ...path]);
      return { hide: inInput(asked?.hide), show: inInput(asked?.show) };
    }, [asked]);
    if (answering?.mode === 'editing' && place !== 'form') return null;
    return <DeceptiveNotice {...props} value={value} redactions={redactions} />;
  },
);
