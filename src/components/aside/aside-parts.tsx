'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactNode, type RefAttributes } from 'react';
import { titleOr } from '../../protocol/base/words.js';
import { countedCall, stateOfRecord } from '../../store/approval-state.js';
import { stateWords, tellingOf } from '../../store/call-look.js';
import { callRecord, type ToolPart } from '../../store/messages/call-record.js';
import { stateStrings } from '../approval/card-strings.js';
import { callStrings } from '../chat/chat-strings.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { previewStrings } from '../preview/preview-strings.js';
import { PreviewView } from '../preview/preview-view.js';
import { JsonView } from '../shared/value-view.js';
import { useWords } from '../strings-provider.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { hideInText, secretsOf, titleOfPart } from '../value/hidden-places.js';
import { DeceptiveText } from '../value/marked-text.js';
import { type AsideCall, useAsideCall } from './aside-root.js';

/** What the call does, as its card says it. It names the panel. */
export const AsideTitle: ForwardRefExoticComponent<AsideTitle.Props & RefAttributes<HTMLHeadingElement>> = forwardRef(
  function AsideTitle(props: AsideTitle.Props, ref) {
    const call = useAsideCall('Title');
    const children = <DeceptiveText text={asideTitle(call)} />;
    const part = { slot: 'aside-title', state: {}, own: { id: call.titleId, translate: 'no' }, ref };
    return renderPart<'h3', NoState>('h3', { children, ...props }, part);
  },
);

export declare namespace AsideTitle {
  type Props = PartProps<'h3', NoState>;
}

/** Closes the panel. */
export const AsideClose: ForwardRefExoticComponent<AsideClose.Props & RefAttributes<HTMLButtonElement>> = forwardRef(
  function AsideClose(props: AsideClose.Props, ref) {
    const { close } = useAsideCall('Close');
    const own = { type: 'button', 'data-action': 'close-beside', 'data-look': 'quiet', onClick: close };
    const part = { slot: 'button', state: {}, own, ref };
    return renderPart<'button', NoState>('button', { children: useWords(previewStrings).closeBeside, ...props }, part);
  },
);

export declare namespace AsideClose {
  type Props = PartProps<'button', NoState>;
}

/** Props of `Aside.Content`. */
export interface AsideContentProps extends Omit<PartProps<'div', NoState>, 'children'> {
  /** Shows what a tool made, such as a document. Default: the result as text or JSON. */
  readonly renderResult?: ((part: ToolPart) => ReactNode) | undefined;
}

/** What the call would change, with all the room of the panel; where it stands; and what its tool made. */
export const AsideContent: ForwardRefExoticComponent<AsideContentProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function AsideContent({ renderResult, ...props }: AsideContentProps, ref) {
    const call = useAsideCall('Content');
    const { item, part } = call;
    const card = useWords(stateStrings);
    const { result } = useWords(callStrings);
    const secrets = allHidden(call);
    const record = part === undefined ? undefined : callRecord(part);
    const children = (
      <CallSecrets.Provider value={secrets}>
        {record === undefined ? null : (
          <p data-cs="call-fact" role="status">
            {stateWords(stateOfRecord(record), card, tellingOf(record))}
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
    return renderPart<'div', NoState>('div', { ...props, children }, { slot: 'aside-content', state: {}, ref });
  },
);

export declare namespace AsideContent {
  type Props = AsideContentProps;
}

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
