'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type MouseEvent,
  type ReactElement,
  type RefAttributes,
  useId,
  useMemo,
} from 'react';
import { useBatch } from '../card/batch-context.js';
import { isLetter, type KeyVerb, keyMap } from '../card/keys.js';
import { closeDialog, openDialog } from '../page-gaps.js';
import { Button } from '../part/button.js';
import { composeRefs } from '../part/compose-refs.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { BatchButton, type BatchButtonProps, type BatchButtonState } from './batch-button.js';
import { batchStrings } from './batch-strings.js';

/** Opens the list of keys, as the key `?` does. */
export const BatchHelp: ForwardRefExoticComponent<BatchButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef(
  function BatchHelp(props: BatchButtonProps, ref) {
    const { helpRef } = useBatch('Batch.Help');
    const strings = useWords(batchStrings);
    return (
      <BatchButton
        ref={ref}
        action="help"
        look="quiet"
        shortcut={keyMap.help}
        aria-haspopup="dialog"
        onPress={() => openDialog(helpRef.current)}
        {...props}
      >
        {props.children ?? strings.help}
      </BatchButton>
    );
  },
);

export declare namespace BatchHelp {
  type Props = BatchButtonProps;
  type State = BatchButtonState;
}

/** Props of `Batch.Keys`. */
export type BatchKeysProps = Omit<PartProps<'dialog', NoState>, 'children'>;

/** The list of keys, over the page. Escape, its button and a press beside it close it; the focus goes back to where it was. */
export const BatchKeys: ForwardRefExoticComponent<BatchKeysProps & RefAttributes<HTMLDialogElement>> = forwardRef(
  function BatchKeys(props: BatchKeysProps, ref) {
    const { helpRef, commit, letters } = useBatch('Batch.Keys');
    const strings = useWords(batchStrings);
    const titleId = useId();
    const both = useMemo(() => composeRefs(helpRef, ref), [helpRef, ref]);
    const close = (): void => closeDialog(helpRef.current);
    const own = {
      'aria-labelledby': titleId,
      onClick: (event: MouseEvent) => {
        if (event.target === event.currentTarget) close();
      },
    };
    const verbs = (Object.keys(keyMap) as KeyVerb[]).filter(
      (verb) => (verb !== 'submit' || commit === 'review') && (letters === 'on' || !isLetter(verb)),
    );
    const children = (
      <div data-cs="keys-body">
        <h3 data-cs="keys-title" id={titleId}>
          {strings.helpTitle}
        </h3>
        {letters === 'on' ? <p data-cs="keys-note">{strings.helpNote}</p> : null}
        <dl data-cs="keys-list">
          {verbs.map((verb) => (
            <KeyLine key={verb} verb={verb} />
          ))}
        </dl>
        <Button action="close" onPress={close}>
          {strings.helpClose}
        </Button>
      </div>
    );
    return renderPart<'dialog', NoState>(
      'dialog',
      { ...props, children },
      { slot: 'batch-keys', state: {}, own, ref: both },
    );
  },
);

export declare namespace BatchKeys {
  type Props = BatchKeysProps;
}

function KeyLine({ verb }: { readonly verb: KeyVerb }): ReactElement {
  const strings = useWords(batchStrings);
  return (
    <div data-cs="keys-line">
      <dt>
        {keyMap[verb].shown.map((key, index) => (
          <span key={key}>
            {index > 0 ? '+' : ''}
            <kbd data-cs="key" translate="no">
              {key}
            </kbd>
          </span>
        ))}
      </dt>
      <dd>{strings.keys[verb]}</dd>
    </div>
  );
}
