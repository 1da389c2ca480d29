'use client';
import { type ReactElement, useId, useRef } from 'react';
import { answerStrings } from '../../words/english/approval.js';
import { interruptedStrings } from '../../words/english/card.js';
import { Button } from '../part/button.js';
import { textDirection } from '../part/text-direction.js';
import { useEscape } from '../shared/use-escape.js';
import { useWords } from '../strings-provider.js';
import { useClientToolCall } from '../tools/client-tool-context.js';

/** Props of {@link ResultForm}. */
interface ResultFormProps {
  readonly text: string;
  readonly isBusy: boolean;
  readonly onText: (text: string) => void;
  readonly onSubmit: () => void;
  readonly onBack: () => void;
}

/** A field for the result of a call, and its buttons. Escape goes back. */
export function ResultForm({ text, isBusy, onText, onSubmit, onBack }: ResultFormProps): ReactElement {
  const strings = useWords(interruptedStrings);
  const { back } = useWords(answerStrings);
  const { problemId } = useClientToolCall();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEscape(field, onBack);
  return (
    <div data-cs="reason-form">
      <div data-cs="field">
        <label htmlFor={id}>{strings.happenedLabel}</label>
        <textarea
          ref={field}
          id={id}
          data-cs="result-input"
          dir={textDirection(text)}
          rows={3}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={problemId}
          value={text}
          readOnly={isBusy}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      <div data-cs="actions">
        <Button action="submit" look="primary" unavailable={isBusy} onPress={onSubmit}>
          {strings.happenedWith}
        </Button>
        <Button action="back" look="quiet" unavailable={isBusy} onPress={onBack}>
          {back}
        </Button>
      </div>
    </div>
  );
}
