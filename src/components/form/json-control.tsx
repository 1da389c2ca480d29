'use client';
import type { ReactElement } from 'react';
import type { JsonNode } from '../../form/field-node.js';
import { parseText } from '../../form/json-text-error.js';
import { isSameJson } from '../../protocol/base/json.js';
import { formStrings } from '../../words/english/form.js';
import { useWords } from '../strings-provider.js';
import { isTooDeep, toIndentedJson } from '../value/visible-text.js';
import { FieldButton } from './field-button.js';
import { type ControlAttributes, useFormControl } from './form-context.js';

/** Props of the control of a part that is edited as JSON. */
interface JsonControlProps {
  readonly node: JsonNode;
  readonly control: ControlAttributes;
}

/** A part of the value as JSON text. Typed text stays; while it does not parse, the last valid value is kept. */
export function JsonControl({ node, control }: JsonControlProps): ReactElement {
  const { verbs, drafts, isBusy } = useFormControl();
  const strings = useWords(formStrings);
  const { labelId: _, label, ...attributes } = control;
  const draft = Object.hasOwn(drafts, node.key) ? drafts[node.key] : undefined;
  const read = draft === undefined ? null : parseText(draft);
  const standing = node.value === undefined ? '' : toIndentedJson(node.value);
  // Text for the current value is shown as typed; text for another value is outdated.
  const isStale = read?.status === 'parsed' && !isSameJson(read.value, node.value);
  const text = draft === undefined || isStale ? standing : draft;
  const isBroken = read?.status === 'broken';

  const change = (next: string): void => {
    const parsed = parseText(next);
    if (node.reason === 'value') verbs.editAsJson(node.key, true);
    if (parsed.status === 'parsed') verbs.type(node, next, parsed.value);
    else verbs.type(node, next.trim() === '' && node.state === 'absent' ? null : next);
  };
  return (
    <div data-cs="json-editor">
      {strings.jsonReason[node.reason] === '' ? null : <p data-cs="field-note">{strings.jsonReason[node.reason]}</p>}
      <textarea
        {...attributes}
        aria-label={strings.json(label)}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="off"
        rows={Math.min(16, Math.max(3, text.split('\n').length))}
        value={text}
        readOnly={isBusy || isTooDeep(node.value)}
        onChange={(event) => change(event.target.value)}
        onBlur={() => verbs.touch(node.key)}
      />
      {isBroken || (node.reason === 'chosen' && node.key !== '') ? (
        <div data-cs="field-actions">
          {isBroken ? (
            <FieldButton
              action="discard"
              word={strings.actions.discardText}
              label={label}
              onPress={() => {
                verbs.type(node, null);
                verbs.focus(node.key);
              }}
            />
          ) : (
            <FieldButton
              action="as-fields"
              word={strings.actions.asFields}
              label={label}
              onPress={() => {
                verbs.type(node, null);
                verbs.editAsJson(node.key, false);
                verbs.focus(node.key);
              }}
            />
          )}
        </div>
      ) : null}
    </div>
  );
}
