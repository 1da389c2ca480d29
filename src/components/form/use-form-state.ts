'use client';
import type { JSONSchema7 } from '@ai-sdk/provider';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { allFields, type FormDrafts } from '../../form/check-fields.js';
import { type ItemMove, movedKey, withoutDrafts } from '../../form/drafts.js';
import type { FieldNode } from '../../form/field-node.js';
import { type FormChoices, toFields } from '../../form/form-model.js';
import { isKeyWithin, valueAt, withValueAt } from '../../form/json-path.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import { withMember } from '../../protocol/base/record.js';
import type { FormVerbs } from './form-context.js';

/** Options of {@link useFormState}. */
interface FormStateOptions {
  readonly schema: JSONSchema7;
  readonly value: JSONValue | undefined;
  readonly original: JSONValue | undefined;
  readonly onChange: (value: JSONValue) => void;
  readonly drafts: FormDrafts | undefined;
  readonly onDrafts: ((drafts: FormDrafts) => void) | undefined;
  readonly isBusy: boolean;
  readonly focus: FormVerbs['focus'];
}

/** The result of {@link useFormState}. */
interface FormState {
  readonly root: FieldNode;
  readonly drafts: FormDrafts;
  readonly touched: ReadonlySet<string>;
  /** True while the whole value is edited as JSON. */
  readonly isJson: boolean;
  readonly verbs: FormVerbs;
  /** Sets the whole value, and removes all drafts. */
  readonly replace: (value: JSONValue) => void;
}

const noDrafts: FormDrafts = {};
const noChoices: FormChoices = { asJson: new Set(), options: new Map() };

/** Returns the state of a form. The caller owns the value, and may own the drafts. */
export function useFormState(options: FormStateOptions): FormState {
  const { schema, value, original, isBusy, focus } = options;
  const [ownDrafts, setOwnDrafts] = useState(options.drafts ?? noDrafts);
  const drafts = options.drafts ?? ownDrafts;
  const [choices, setChoices] = useState(noChoices);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const root = useMemo(() => toFields(schema, value, choices), [schema, value, choices]);

  const setDrafts = (next: FormDrafts): void => {
    if (next === drafts) return;
    setOwnDrafts(next);
    options.onDrafts?.(next);
  };
  const setValueAt = (path: JSONPath, next: JSONValue | undefined): void => {
    const whole = withValueAt(value, path, next);
    if (whole !== undefined && !isBusy) options.onChange(whole);
  };
  const touch = (key: string): void => setTouched((keys) => (keys.has(key) ? keys : new Set([...keys, key])));
  const set = (node: FieldNode, next: JSONValue | undefined): void => {
    setDrafts(withoutDrafts(drafts, node.key));
    setValueAt(node.path, next);
    if (touchedAtOnce.has(node.kind)) touch(node.key);
  };
  const clear = (node: FieldNode): boolean => {
    if (isBusy || node.isRequired || !isDeclared(root, node)) return false;
    setChoices((current) => withEmptied(current, node.key));
    set(node, undefined);
    return true;
  };
  const verbs: FormVerbs = {
    set,
    clear,
    touch,
    focus,
    type: (node, text, next) => {
      if (isBusy) return;
      const others = next === undefined ? drafts : withoutDrafts(drafts, node.key);
      setDrafts(withMember(others, node.key, text));
      if (next !== undefined) setValueAt(node.path, next);
    },
    arrange: (node, next, move) => {
      setDrafts(moveDrafts(drafts, node.key, move));
      setChoices((current) => moveChoices(current, node.key, move));
      setValueAt(node.path, next);
      touch(node.key);
    },
    chooseOption: (node, index, next) => {
      setChoices((current) => withOption(current, node.key, index));
      set(node, next);
    },
    editAsJson: (key, isJson) => setChoices((current) => withJsonEditing(current, key, isJson)),
    reset: (node) => set(node, valueAt(original, node.path)),
  };
  const replace = (next: JSONValue): void => {
    setDrafts(noDrafts);
    if (!isBusy) options.onChange(next);
  };
  return { root, drafts, touched, isJson: choices.asJson?.has('') === true, verbs, replace };
}

/**
 * The kinds of fields that are set with one press. They show their problems at once; others do when they lose focus.
 */
const touchedAtOnce: ReadonlySet<FieldNode['kind']> = new Set([
  'boolean',
  'choice',
  'constant',
  'list',
  'object',
  'union',
]);

/** Returns `true` for a member that the schema of its object declares. */
function isDeclared(root: FieldNode, node: FieldNode): boolean {
  return allFields(root).some((holder) => holder.kind === 'object' && holder.fields.includes(node));
}

function withEmptied(choices: FormChoices, key: string): FormChoices {
  return { ...choices, emptied: new Set([...(choices.emptied ?? []), key]) };
}

function withJsonEditing(choices: FormChoices, key: string, isJson: boolean): FormChoices {
  const others = [...(choices.asJson ?? [])].filter((name) => name !== key);
  return { ...choices, asJson: new Set(isJson ? [...others, key] : others) };
}

/** Chooses an option of a union, and removes the choices for fields inside of it. */
function withOption({ asJson, options, emptied }: FormChoices, key: string, index: number): FormChoices {
  const outside = (keys: FormChoices['asJson']) => new Set([...(keys ?? [])].filter((name) => !isKeyWithin(name, key)));
  return {
    asJson: outside(asJson),
    emptied: outside(emptied),
    options: new Map([...(options ?? [])].filter(([name]) => !isKeyWithin(name, key))).set(key, index),
  };
}

function moveDrafts(drafts: FormDrafts, list: string, move: ItemMove): FormDrafts {
  const moved = Object.entries(drafts).map(([key, text]) => [movedKey(key, list, move), text] as const);
  return Object.fromEntries(moved.filter(([key]) => key !== null));
}

function moveChoices({ asJson, options, emptied }: FormChoices, list: string, move: ItemMove): FormChoices {
  const moved = (keys: FormChoices['asJson']) =>
    new Set([...(keys ?? [])].map((key) => movedKey(key, list, move)).filter((key) => key !== null));
  const chosen = [...(options ?? [])].map(([key, index]) => [movedKey(key, list, move), index] as const);
  return {
    asJson: moved(asJson),
    emptied: moved(emptied),
    options: new Map(chosen.flatMap(([key, index]) => (key === null ? [] : [[key, index]]))),
  };
}

/** Moves the focus to a field once it is rendered. */
export function useFieldFocus(form: RefObject<HTMLElement | null>): FormVerbs['focus'] {
  const request = useRef<{ readonly key: string; readonly action: string | undefined } | null>(null);
  const [, render] = useState(0);

  useEffect(() => {
    if (request.current === null) return;
    const { key, action } = request.current;
    const found = [...(form.current?.querySelectorAll<HTMLElement>('[data-cs="schema-field"]') ?? [])].find(
      (element) => (key === firstInvalid ? 'invalid' in element.dataset : element.dataset.path === key),
    );
    const target = found === undefined ? null : focusTargetIn(found, action);
    if (target === null) return;
    request.current = null;
    target.focus();
  });

  return (key, action) => {
    request.current = { key, action };
    render((count) => count + 1);
  };
}

/** A key for {@link FormVerbs.focus} that means the first field with a problem. */
export const firstInvalid = ' first invalid';

/** Returns the button with an action, else the first control or button of the field. */
function focusTargetIn(field: HTMLElement, action: string | undefined): HTMLElement | null {
  const controls = 'input:not([data-action]), textarea, select:not([data-cs="add-member"])';
  const button = action === undefined ? null : field.querySelector<HTMLElement>(`[data-action="${action}"]`);
  return button ?? field.querySelector<HTMLElement>(controls) ?? field.querySelector<HTMLElement>('button');
}
