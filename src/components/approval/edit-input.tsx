'use client';
import type { JSONSchema7 } from '@ai-sdk/provider';
import { type ReactElement, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Decision } from '../../approval/broker/decision.js';
import type { InputForm } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { Draft } from '../../conversation/state/conversation-state.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { toolApproved, toolDenied } from '../../protocol/make-answer.js';
import { answerStrings } from '../../words/english/approval.js';
import { cardStrings } from '../../words/english/card.js';
import { toDraftText } from '../card/use-draft.js';
import type { EditedItem } from '../card/use-edited-item.js';
import type { SubmitControl } from '../form/form-actions.js';
import { SchemaForm, type SchemaFormProps } from '../form/schema-form.js';
import { focusedElement } from '../page-realm.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';
import { hideInText, redactedPaths } from '../value/hidden-places.js';
import { ApproveButton } from './approve-button.js';
import { EditedCallView } from './edited-call-view.js';
import { HiddenField } from './hidden-field.js';
import type { Answering } from './use-answering.js';

/** Props of {@link EditInput}. */
export interface EditInputProps {
  readonly answering: Answering;
  readonly draft: Extract<Draft, { mode: 'edit' }>;
  readonly slots: Pick<SchemaFormProps, 'fields' | 'renderField'>;
  readonly children?: SchemaFormProps['children'];
}

/** The edit form; its code is loaded with the first edit. */
export function EditInput({ answering, draft, slots, children }: EditInputProps): ReactElement | null {
  const approval = useWords(answerStrings);
  const card = useWords(cardStrings);
  const { item, attempt, isBusy, edited } = answering;
  const footerId = useId();
  const { change, close, settleFocus } = answering.draft;
  const { input, redactions, fixedBy } = item.call;
  const title = hideInText(edited.item.call.title, edited.item.call);
  const hidden = useMemo(() => redactedPaths([input], redactions), [input, redactions]);
  const form = answering.run.formOf(item.id);
  const schema = useInputSchema(form, input, card.input);
  const element = useRef<HTMLElement>(null);
  // A form reports a value and the typed text one after the other: the second must not undo the first.
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const save = (next: Partial<Draft>): void => {
    answering.clear();
    latest.current = { ...latest.current, ...next, mode: 'edit' };
    change(latest.current);
  };
  useEffect(() => {
    if (schema !== undefined) settleFocus();
  }, [schema, settleFocus]);
  useEffect(() => {
    const form = element.current;
    // The reason may come from a server while the user is elsewhere in the page.
    if (attempt.status !== 'invalid' || form === null || !isFocusNear(form)) return;
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);

  const { value, drafts } = readDraft(draft, input);
  if (schema === undefined) return null;
  return (
    <SchemaForm
      {...slots}
      ref={element}
      isHidden={hidden.touches}
      renderField={(node, standard) => {
        const isHidden = node.kind === 'json' ? hidden.touches(node.path) : hidden.covers(node.path);
        const field = slots.renderField?.(node, standard) ?? standard;
        return isHidden ? <HiddenField key={`hidden${node.key}`} node={node} field={field} /> : field;
      }}
      schema={schema}
      jsonView="offered"
      value={value}
      original={input}
      drafts={drafts}
      onChange={(next) => save({ text: toDraftText(next) })}
      onDrafts={(unfinished) => save({ unfinished })}
      {...(form === undefined ? {} : { validate: form.check })}
      {...(attempt.status === 'invalid' ? { issues: attempt.issues } : {})}
      labels={{ form: card.editForm(escapeUnseen(title)) }}
      footer={<EditedCallView id={footerId} />}
      onSubmit={async (value) => {
        if (await isStillIntended(edited))
          await answering.answer(fixedBy ? proposal(value) : editedAnswer(value, input));
      }}
      renderSubmit={(control) => <SubmitEdit {...control} answering={answering} describedBy={footerId} />}
      actions={
        <>
          <Button action="back" unavailable={isBusy} onPress={close}>
            {approval.back}
          </Button>
          {children}
          {fixedBy && <span data-cs="arming-note">{approval.fixedBy[fixedBy]}</span>}
        </>
      }
    />
  );
}

interface SubmitEditProps extends SubmitControl {
  readonly answering: Answering;
  /** The id of the element that describes what is approved. */
  readonly describedBy: string;
}

/** The button that approves the edited call, or proposes its input when the call cannot execute with it. */
function SubmitEdit({ answering, describedBy, isUnavailable, onPress }: SubmitEditProps): ReactElement {
  const strings = useWords(answerStrings);
  const { item, edited, isBusy } = answering;
  const isWorking = isUnavailable || isBusy;
  if (item.call.fixedBy !== undefined) {
    return (
      <Button action="propose" unavailable={isWorking} onPress={onPress}>
        {strings.propose}
      </Button>
    );
  }
  return (
    <ApproveButton
      answering={answering}
      action="approve-edited"
      aria-describedby={describedBy}
      isUnavailable={isWorking || edited.refusal !== undefined}
      onApprove={onPress}
    >
      {isWorking ? strings.checking : strings.approveEdited}
    </ApproveButton>
  );
}

/**
 * Waits until the draft is described. Returns `true` unless the new description is more severe than the one that the
 * user saw at the press.
 */
async function isStillIntended({ state, item, whenDescribed }: EditedItem): Promise<boolean> {
  if (state !== 'pending') return true;
  const described = await whenDescribed();
  const isWorse = described?.risk === 'destructive' && item.call.risk !== 'destructive';
  return described !== undefined && described.refusal === undefined && !isWorse;
}

/** Returns the schema for editing an input; `undefined` until it is known. */
function useInputSchema(form: InputForm | undefined, input: JSONValue, title: string): JSONSchema7 | undefined {
  const own = useMemo(() => schemaOfValue(input), [input]);
  const [found, setFound] = useState<{ readonly schema: JSONSchema7 | undefined }>();
  useEffect(() => {
    let isWanted = true;
    form?.schema().then(
      (schema) => isWanted && setFound({ schema }),
      () => isWanted && setFound({ schema: undefined }),
    );
    return () => {
      isWanted = false;
    };
  }, [form]);
  const isKnown = form === undefined || found !== undefined;
  const schema = found?.schema ?? own;
  return useMemo(() => (isKnown ? { title, ...schema } : undefined), [isKnown, title, schema]);
}

/** Returns a draft as a form shows it. Text that is not valid JSON is kept beside the last valid value. */
function readDraft(
  { text, unfinished = {} }: Extract<Draft, { mode: 'edit' }>,
  input: JSONValue,
): { readonly value: JSONValue; readonly drafts: Readonly<Record<string, string>> } {
  try {
    return { value: JSON.parse(text) as JSONValue, drafts: unfinished };
  } catch {
    return { value: input, drafts: { ...unfinished, '': text } };
  }
}

/** Returns the message for the model that proposes an input with which the call cannot execute. */
function proposal(value: JSONValue): Decision {
  return toolDenied(`Not with this input. The user proposes this one instead: ${JSON.stringify(value)}`);
}

/** Returns the answer for an edit. An edit without changes is a plain approval, and is recorded as one. */
function editedAnswer(value: JSONValue, original: JSONValue): Decision {
  return isSameJson(value, original) ? true : toolApproved({ overrideArgs: value });
}

/**
 * Returns a schema that an input fits, for a tool without one: each field keeps its type.
 *
 * @example schemaOfValue({ path: 'a', size: 1 }) // path is a string, size a number
 */
function schemaOfValue(value: JSONValue): JSONSchema7 {
  if (value === null) return {};
  if (Array.isArray(value)) return { type: 'array', items: listItemsOf(value) };
  if (typeof value !== 'object') return { type: typeof value as 'string' | 'number' | 'boolean' };
  const members = Object.entries(value as Readonly<Record<string, JSONValue>>);
  const properties = Object.fromEntries(members.map(([name, member]) => [name, schemaOfValue(member)]));
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Returns a schema for any value when the items differ in type. */
function listItemsOf(items: readonly JSONValue[]): JSONSchema7 {
  const [first = {}, ...others] = items.map(schemaOfValue);
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : {};
}

/** Returns `true` when the focus is in the batch of an element, or nowhere. */
function isFocusNear(element: Element): boolean {
  const focused = focusedElement(element);
  return focused === null || focused.closest('[data-batch], [data-card]')?.contains(element) === true;
}
