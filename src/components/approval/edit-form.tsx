'use client';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { Risk } from '../../protocol/deferred.js';
import type { JSONValue } from '../../protocol/json.js';
import type { Issue } from '../../protocol/signals.js';
import { Button } from '../shared/button.js';
import { useStrings } from '../strings-provider.js';
import { IssueList } from './issue-list.js';

/** Props of {@link EditForm}. */
export interface EditFormProps {
  readonly text: string;
  /** What the validation of the last try said. */
  readonly issues: readonly Issue[];
  readonly isBusy: boolean;
  /** A destructive call has no filled button, edited or not. */
  readonly risk: Risk | undefined;
  readonly onText: (text: string) => void;
  readonly onSubmit: (value: JSONValue) => void;
  readonly onReset: () => void;
  readonly onBack: () => void;
}

/** The input as JSON, to be changed before it runs. What is wrong with it stands at the field. */
export function EditForm(props: EditFormProps): ReactElement {
  const strings = useStrings().approval;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [syntaxError, setSyntaxError] = useState<string | null>(null);
  const isInvalid = syntaxError !== null || props.issues.length > 0;

  useEffect(() => {
    if (props.issues.length > 0) field.current?.focus();
  }, [props.issues]);

  const submit = (): void => {
    const parsed = parseJson(props.text);
    setSyntaxError(parsed.status === 'broken' ? strings.notJson(parsed.detail) : null);
    if (parsed.status === 'broken') field.current?.focus();
    else props.onSubmit(parsed.value);
  };
  const change = (apply: () => void): void => {
    setSyntaxError(null);
    apply();
  };

  return (
    <div data-slot="edit-form">
      <div data-slot="field">
        <label htmlFor={`${id}field`}>{strings.editLabel}</label>
        <textarea
          ref={field}
          id={`${id}field`}
          data-slot="edit-input"
          dir="ltr"
          spellCheck={false}
          rows={Math.min(16, Math.max(3, props.text.split('\n').length))}
          value={props.text}
          readOnly={props.isBusy}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? `${id}errors` : undefined}
          onChange={(event) => change(() => props.onText(event.target.value))}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.nativeEvent.isComposing) props.onBack();
          }}
        />
        <div data-slot="field-errors" id={`${id}errors`} role="alert">
          {syntaxError === null ? null : <p dir="auto">{syntaxError}</p>}
          {props.issues.length === 0 ? null : <IssueList issues={props.issues} />}
        </div>
      </div>
      <div data-slot="actions">
        <Button
          action="approve-edited"
          look={props.risk === 'destructive' ? 'plain' : 'primary'}
          unavailable={props.isBusy}
          onPress={submit}
        >
          {props.isBusy ? strings.checking : strings.approveEdited}
        </Button>
        <Button action="back" unavailable={props.isBusy} onPress={props.onBack}>
          {strings.back}
        </Button>
        <Button action="reset" look="quiet" unavailable={props.isBusy} onPress={() => change(props.onReset)}>
          {strings.reset}
        </Button>
      </div>
    </div>
  );
}

type ParsedJson =
  | { readonly status: 'parsed'; readonly value: JSONValue }
  | { readonly status: 'broken'; readonly detail: string };

function parseJson(text: string): ParsedJson {
  try {
    return { status: 'parsed', value: JSON.parse(text) as JSONValue };
  } catch (error) {
    return { status: 'broken', detail: error instanceof Error ? error.message : String(error) };
  }
}
