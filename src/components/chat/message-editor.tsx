'use client';
import type { UIMessage } from 'ai';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { toUserInput } from '../../conversation/messages/to-user-input.js';
import { countRan } from '../../conversation/ran-calls.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { chatStrings, composerStrings } from '../../words/english/chat.js';
import { focusComposer } from '../composer/focus-composer.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { textDirection } from '../part/text-direction.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { isSendingKey } from '../shared/keyboard.js';
import { useEscape } from '../shared/use-escape.js';
import { useWords } from '../strings-provider.js';
import { ChatContext } from './chat-context.js';
import { MessageContext } from './message-context.js';

type MessagePart = UIMessage['parts'][number];

/**
 * Edits a sent message. Enter sends it again in place of the first, Escape cancels. Each of its files can be removed.
 */
export const ChatEditor: Part<'div', { state: 'ready' | 'rejected' }> = part('Chat.Editor', 'div', (props, render) => {
  const { run } = useWithin(ChatContext, 'Chat.Editor');
  const { message, setMode } = useWithin(MessageContext, 'Chat.Editor');
  const strings = useWords(chatStrings);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const said = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const [text, setText] = useState(said);
  const [problem, setProblem] = useState<string>();
  const ran = useConversation(run, countRan);
  const [removed, setRemoved] = useState<ReadonlySet<MessagePart>>(new Set());
  const parts = message.parts.filter((part) => !removed.has(part));
  const isEmpty = text.trim() === '' && !parts.some((part) => part.type === 'file');
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);

  const send = (): void => {
    if (isEmpty) return;
    try {
      run.edit(toUserInput({ ...message, parts }, text.trim()), message.id);
      if (field.current !== null) focusComposer(field.current);
      setMode('shown');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const cancel = (): void => setMode('shown');
  useEscape(field, cancel);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isSendingKey(event)) return;
    send();
    event.preventDefault();
  };
  const children = (
    <>
      <label htmlFor={`${id}f`}>{strings.editLabel}</label>
      <textarea
        ref={field}
        id={`${id}f`}
        data-cs="editor-input"
        dir={textDirection(text)}
        rows={Math.min(8, text.split('\n').length)}
        aria-describedby={ran === 0 ? undefined : `${id}n`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <EditedFiles
        parts={parts}
        remove={(part) => {
          field.current?.focus(); // the button is removed with the file
          setRemoved(new Set([...removed, part]));
        }}
      />
      {ran === 0 ? null : <p id={`${id}n`}>{strings.alreadyRan(ran)}</p>}
      <div data-cs="editor-actions">
        <Button action="edit-send" look="primary" unavailable={isEmpty} onPress={send}>
          {strings.editSend}
        </Button>
        <Button action="cancel" look="quiet" onPress={cancel}>
          {strings.cancel}
        </Button>
      </div>
      <div data-cs="message-problem" role="alert" dir="auto">
        {problem === undefined ? null : escapeUnseen(problem)}
      </div>
    </>
  );
  return render(props, {
    'data-cs': 'message-editor',
    state: { state: problem === undefined ? 'ready' : 'rejected' },
    children,
  });
});

interface EditedFilesProps {
  readonly parts: readonly MessagePart[];
  readonly remove: (part: MessagePart) => void;
}

/** Lists the files of the message, each with a button that removes it. */
function EditedFiles({ parts, remove }: EditedFilesProps): ReactElement | null {
  const strings = useWords(composerStrings);
  const files = parts.filter((part) => part.type === 'file');
  if (files.length === 0) return null;
  return (
    <ul data-cs="attachments" aria-label={strings.attachments}>
      {files.map((file, index) => {
        const name = file.filename ?? file.mediaType;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may be the same, and the rows hold no state
          <li key={index} data-cs="attachment" data-kind="file">
            <span data-cs="attachment-text">
              <bdi data-cs="attachment-name" translate="no">
                {escapeUnseen(name)}
              </bdi>
            </span>
            <Button
              action="remove-attachment"
              look="quiet"
              aria-label={strings.removeAttachment(name)}
              onPress={() => remove(file)}
            >
              <Glyph name="cross" />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
