'use client';
import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import type { UserInput } from '../../store/conversation-state.js';
import { Button } from '../shared/button.js';
import { useStrings } from '../strings-provider.js';

/** Props of {@link Composer}. */
export interface ComposerProps {
  /** The conversation to write to. */
  readonly run: UseAgentRunResult;
  /** What stands in the field while it is empty. */
  readonly placeholder?: string;
}

/** Where a person writes. Enter sends, Shift+Enter begins a new line. During a run the message is queued, and says so. */
export function Composer({ run, placeholder }: ComposerProps): ReactElement {
  const strings = useStrings().chat;
  const fieldId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const status = useConversation(run, (state) => state.status);
  const isBusy = status === 'running' || status === 'waiting';
  const isEmpty = text.trim() === '';

  const send = (): void => {
    field.current?.focus();
    if (isEmpty) return;
    run.start(text.trim());
    setText('');
  };
  const stop = (): void => {
    field.current?.focus(); // the button goes away with the run
    run.stop();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  };

  return (
    <div data-slot="composer" data-status={status}>
      <QueuedNote run={run} />
      <div data-slot="composer-box">
        <label data-slot="composer-label" htmlFor={fieldId}>
          {strings.message}
        </label>
        <textarea
          ref={field}
          id={fieldId}
          data-slot="composer-input"
          dir="auto"
          rows={Math.min(8, text.split('\n').length)}
          enterKeyHint="send"
          placeholder={placeholder ?? strings.placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div data-slot="composer-actions">
          {isBusy ? (
            <Button action="stop" onPress={stop}>
              {strings.stop}
            </Button>
          ) : null}
          <Button action="send" look="primary" unavailable={isEmpty} onPress={send}>
            {strings.send}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Enter that confirms a word of an input method sends nothing. Safari reports that key after the composition, as 229. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

function QueuedNote({ run }: Pick<ComposerProps, 'run'>): ReactElement {
  const strings = useStrings().chat;
  const queued = useConversation(run, (state) => state.queued);
  const isBatchOpen = useConversation(run, (state) => state.pending.length > 0);
  return (
    <div data-slot="composer-queued" role="status">
      {queued.map((input, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a queue has no other identity than its order
        <p key={index} dir="auto">
          {strings.queued(textOf(input), isBatchOpen ? 'batch' : 'run')}
        </p>
      ))}
    </div>
  );
}

function textOf(input: UserInput): string {
  if (typeof input === 'string') return input;
  return input.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ');
}
