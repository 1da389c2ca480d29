'use client';
import { type ReactElement, useId } from 'react';
import { batchStrings } from '../../words/english/batch.js';
import { BatchContext } from '../card/batch-context.js';
import { isLetter, type KeyVerb, keyMap } from '../card/keys.js';
import { closeDialog, openDialog } from '../page-gaps.js';
import { Button } from '../part/button.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { BatchButton, type BatchButtonState } from './batch-button.js';

/** Opens the list of keys, as the key `?` does. */
export const BatchHelp: Part<'button', BatchButtonState> = part('Batch.Help', 'button', (props) => {
  const { helpRef } = useWithin(BatchContext, 'Batch.Help');
  const strings = useWords(batchStrings);
  return (
    <BatchButton
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
});

/** The list of keys, over the page. Escape, its button and a press beside it close it; the focus returns. */
export const BatchKeys: Part<'dialog', NoState, Without<'children'>> = part('Batch.Keys', 'dialog', (props, render) => {
  const { helpRef, batch, commit, letters } = useWithin(BatchContext, 'Batch.Keys');
  const strings = useWords(batchStrings);
  const titleId = useId();
  const close = (): void => closeDialog(helpRef.current);
  const verbs = (Object.keys(keyMap) as KeyVerb[]).filter(
    (verb) =>
      (verb !== 'submit' || commit === 'review') &&
      (verb !== 'undo' || batch.sendsAt !== undefined) &&
      (letters === 'on' || !isLetter(verb)),
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
  return render(props, {
    'data-cs': 'batch-keys',
    'aria-labelledby': titleId,
    onClick: (event) => {
      if (event.target === event.currentTarget) close();
    },
    ref: helpRef,
    children,
  });
});

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
