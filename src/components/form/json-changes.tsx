'use client';
import type { ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { diffJson, type JsonChange, revertChange } from '../../form/diff-json.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { type JSONPath, pathKey } from '../../protocol/base/json-path.js';
import { formStrings } from '../../words/english/form.js';
import { valueStrings } from '../../words/english/value.js';
import { useWords } from '../strings-provider.js';
import { FieldButton } from './field-button.js';

/** Props of {@link JsonChanges}. */
export interface JsonChangesProps {
  readonly before: JSONValue;
  readonly after: JSONValue;
  /**
   * Called with the value in which one change, or all of them, are reverted. Without it the buttons are not rendered.
   */
  readonly onReset?: (value: JSONValue) => void;
  /** Returns `true` when part of the value at a path is redacted: its values are not shown then. */
  readonly isHidden?: ((path: JSONPath) => boolean) | undefined;
}

/**
 * The changes of a value, in words: path, kind, old and new value. Says so when there are none.
 *
 * @example <JsonChanges before={call.input} after={edited} onReset={setEdited} />
 */
export function JsonChanges({ before, after, onReset, isHidden }: JsonChangesProps): ReactElement {
  const strings = useWords(formStrings);
  const changes = diffJson(before, after);
  return (
    <section data-cs="json-changes" data-count={changes.length} aria-label={strings.changes.title(changes.length)}>
      <div data-cs="changes-header">
        <p data-cs="changes-title">
          {changes.length === 0 ? strings.changes.none : strings.changes.title(changes.length)}
        </p>
        {onReset === undefined || changes.length === 0 ? null : (
          <button type="button" data-cs="field-button" data-action="reset-all" onClick={() => onReset(before)}>
            {strings.actions.resetAll}
          </button>
        )}
      </div>
      {changes.length === 0 ? null : (
        <ul data-cs="changes">
          {changes.map((change) => (
            <Change
              key={`${change.kind}${pathKey(change.path)}`}
              change={change}
              isHidden={isHidden?.(change.path) === true}
              onReset={onReset === undefined ? undefined : () => onReset(revertChange(after, change))}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ChangeProps {
  readonly change: JsonChange;
  readonly isHidden: boolean;
  readonly onReset: (() => void) | undefined;
}

function Change({ change, isHidden, onReset }: ChangeProps): ReactElement {
  const strings = useWords(formStrings);
  const label = change.path.length === 0 ? strings.whole : strings.path(change.path);
  return (
    <li data-cs="change" data-kind={change.kind}>
      <p data-cs="change-words">
        <bdi data-cs="change-path" translate="no">
          {label}
        </bdi>{' '}
        <span data-cs="change-kind">{strings.changes.kind[change.kind]}</span>
        {onReset === undefined ? null : (
          <FieldButton action="reset" word={strings.actions.reset} label={label} onPress={onReset} />
        )}
      </p>
      {change.before === undefined ? null : (
        <del data-cs="change-before" translate="no">
          <ChangedValue word={strings.changes.before} value={change.before} isHidden={isHidden} />
        </del>
      )}
      {change.after === undefined ? null : (
        <ins data-cs="change-after" translate="no">
          <ChangedValue word={strings.changes.after} value={change.after} isHidden={isHidden} />
        </ins>
      )}
    </li>
  );
}

interface ChangedValueProps {
  readonly word: string;
  readonly value: JSONValue;
  readonly isHidden: boolean;
}

/** A changed value. A string that could be mistaken for another type is quoted. */
function ChangedValue({ word, value, isHidden }: ChangedValueProps): ReactElement {
  const strings = useWords(formStrings).changes;
  const { gap } = useWords(valueStrings).hidden;
  const isPlain = typeof value === 'string' && value.trim() === value && !looksLikeJson(value);
  return (
    <>
      <span data-cs="change-word">{escapeUnseen(word)} </span>
      <span data-cs="change-value" translate="no" dir="auto">
        {isHidden ? gap : escapeUnseen(isPlain ? strings.value(value) : JSON.stringify(value))}
      </span>
    </>
  );
}

/** Returns `true` for a string that would read as a number, a list or another value if it were not quoted. */
function looksLikeJson(text: string): boolean {
  return text === '' || !Number.isNaN(Number(text)) || /^[[{"]|^(?:true|false|null)$/.test(text);
}
