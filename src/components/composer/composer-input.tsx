'use client';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { composerStrings } from '../../words/english/chat.js';
import { type Part, part } from '../part/part.js';
import { textDirection } from '../part/text-direction.js';
import { useWithin } from '../part/use-within.js';
import { isComposing, isPlainKey, isSendingKey } from '../shared/keyboard.js';
import { useWords } from '../strings-provider.js';
import { ComposerContext, type Sending } from './composer-context.js';

/**
 * The text field. Enter sends, unless `enterKey` of the root says otherwise; Shift+Enter begins a new line; Enter that
 * confirms a word of an input method does neither. Arrow up in an empty field moves to the first pending call. Pasted
 * files are attached. Escape never stops a run by itself: it moves to the stop button, where Enter does.
 */
export const ComposerInput: Part<
  'textarea',
  { sending: Sending },
  { readonly value?: never; readonly defaultValue?: never; readonly children?: never }
> = part('Composer.Input', 'textarea', ({ placeholder, ...props }, render) => {
  const composer = useWithin(ComposerContext, 'Composer.Input');
  const { text, setText, field, fieldId, hintId, warningId, disabled, rules, attachments, isBusy, stopButton } =
    composer;
  const strings = useWords(composerStrings);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isSendingKey(event) && (composer.enterKey === 'send' || event.ctrlKey || event.metaKey)) {
      // A held key must not confirm the warning that has just appeared.
      if (composer.leftOpen === 0 || !event.repeat) composer.send();
    } else if (isPlainKey(event, 'ArrowUp') && text === '' && composer.cards.go()) event.stopPropagation();
    else if (event.key === 'Escape' && isBusy && !isComposing(event.nativeEvent)) stopButton.current?.focus();
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const { files } = event.clipboardData;
    if (files.length === 0 || isTextCopy(event.clipboardData) || rules.maxFiles === 0 || disabled !== undefined) return;
    event.preventDefault();
    attachments.add(files);
  };
  return (
    <>
      <label data-cs="composer-label" htmlFor={props.id ?? fieldId}>
        {strings.message}
      </label>
      <span data-cs="announcer" aria-live="polite">
        {composer.cards.items.length > 0 ? strings.toAnswerSpoken : null}
      </span>
      {render(props, {
        'data-cs': 'composer-input',
        state: { sending: composer.sending },
        id: fieldId,
        dir: textDirection(text),
        rows: Math.min(8, text.split('\n').length),
        enterKeyHint: composer.enterKey === 'send' ? 'send' : 'enter',
        placeholder: disabled ?? placeholder ?? strings.placeholder,
        readOnly: disabled !== undefined,
        'aria-disabled': disabled === undefined ? undefined : true,
        'aria-describedby': composer.sending === 'ends' ? `${warningId} ${hintId}` : hintId,
        value: text,
        onChange: (event) => setText(event.target.value),
        onKeyDown,
        onPaste,
        ref: field,
      })}
    </>
  );
});

/**
 * Returns `true` when text was copied. Tables and formatted text include a picture of themselves, but the text is
 * meant. A file manager adds the names, paths or addresses as text, but the files are meant.
 */
function isTextCopy(data: Pick<DataTransfer, 'files' | 'types' | 'getData'>): boolean {
  if (!data.types.includes('text/plain')) return false;
  const names = new Set([...data.files].map(({ name }) => name.normalize()));
  const lines = data.getData('text/plain').split(/[\r\n]+/);
  const written = lines.map((line) => line.trim().replace(/^(["'])(.*)\1$/, '$2')).filter((line) => line !== '');
  return !written.every((line) => names.has(pastedFileName(line)));
}

function pastedFileName(line: string): string {
  const name = (line.split(/[/\\]/).at(-1) ?? '').normalize();
  if (!/^file:/i.test(line)) return name;
  try {
    return decodeURIComponent(name).normalize();
  } catch {
    return name;
  }
}
