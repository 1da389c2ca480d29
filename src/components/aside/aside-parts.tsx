'use client';
import type { ReactNode } from 'react';
import { countedCall, stateOfRecord } from '../../conversation/approval-state.js';
import { callFactsOf, stateWords } from '../../conversation/call-look.js';
import { callRecord, type ToolPart } from '../../conversation/messages/call-record.js';
import { titleOr } from '../../protocol/base/words.js';
import { stateStrings } from '../../words/english/card.js';
import { callStrings } from '../../words/english/chat.js';
import { previewStrings } from '../../words/english/preview.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { PreviewView } from '../preview/preview-view.js';
import { JsonView } from '../shared/value-view.js';
import { useWords } from '../strings-provider.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { hideInText, secretsOf, titleOfPart } from '../value/hidden-places.js';
import { DeceptiveText } from '../value/marked-text.js';
import { type AsideCall, CallContext } from './aside-root.js';

/** The title of the call, as its card shows it. It names the panel. */
export const AsideTitle: Part<'h3'> = part('Aside.Title', 'h3', (props, render) => {
  const call = useWithin(CallContext, 'Aside.Title');
  return render(props, {
    'data-cs': 'aside-title',
    id: call.titleId,
    translate: 'no',
    children: <DeceptiveText text={asideTitle(call)} />,
  });
});

/** Closes the panel. */
export const AsideClose: Part<'button'> = part('Aside.Close', 'button', (props, render) => {
  const { close } = useWithin(CallContext, 'Aside.Close');
  return render(props, {
    'data-action': 'close-beside',
    'data-look': 'quiet',
    onClick: close,
    children: useWords(previewStrings).closeBeside,
  });
});

/** Props of `Aside.Content`. */
export interface AsideContentProps extends Without<'children'> {
  /** Shows the result of a tool, such as a document. Default: the result as text or JSON. */
  readonly renderResult?: ((part: ToolPart) => ReactNode) | undefined;
}

/** The preview at full size, the state of the call, and its result. */
export const AsideContent: Part<'div', NoState, AsideContentProps> = part(
  'Aside.Content',
  'div',
  ({ renderResult, ...props }, render) => {
    const call = useWithin(CallContext, 'Aside.Content');
    const { item, part } = call;
    const card = useWords(stateStrings);
    const { result } = useWords(callStrings);
    const secrets = allHidden(call);
    const record = part === undefined ? undefined : callRecord(part);
    const children = (
      <CallSecrets.Provider value={secrets}>
        {record === undefined ? null : (
          <p data-cs="call-fact" role="status">
            {stateWords(stateOfRecord(record), card, callFactsOf(record))}
          </p>
        )}
        {item === undefined ? null : <PreviewView state={item.preview} />}
        {part?.state === 'output-available' ? (
          <>
            <p data-cs="call-label">{result}</p>
            {renderResult?.(part) ?? <JsonView value={part.output} secrets={secrets} />}
          </>
        ) : null}
      </CallSecrets.Provider>
    );
    return render(props, { 'data-cs': 'aside-content', children });
  },
);

function allHidden({ item, part }: AsideCall): readonly string[] {
  const asked = item === undefined ? [] : secretsOf(item.call);
  const written = part === undefined ? [] : secretsOf({ input: part.input, ...hidingIn(part) });
  return [...new Set([...asked, ...written])];
}

function hidingIn(part: ToolPart) {
  const { redactions, edited } = callRecord(part);
  return { redactions, edited };
}

function asideTitle({ item, part }: AsideCall): string {
  if (item !== undefined) {
    const call = countedCall(item);
    return hideInText(titleOr(call.title, call.toolName), { ...item.call, edited: call.input });
  }
  return part === undefined ? '' : titleOfPart(part, { input: part.input, ...hidingIn(part) });
}
