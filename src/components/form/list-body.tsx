'use client';
import type { ReactElement } from 'react';
import { type ItemMove, removal, swap } from '../../form/drafts.js';
import type { FieldNode, ListNode } from '../../form/field-node.js';
import { itemSchema, startOf } from '../../form/initial-value.js';
import { movedItem } from '../../form/json-path.js';
import { pathKey } from '../../protocol/base/json-path.js';
import { formStrings } from '../../words/english/form.js';
import { useWords } from '../strings-provider.js';
import { FieldButton } from './field-button.js';
import { labelOf } from './field-label.js';
import { useFormControl } from './form-context.js';

/** Props of {@link ListBody}. */
interface ListBodyProps {
  readonly node: ListNode;
  readonly label: string;
}

/** The items of a list, in order, with buttons to move, remove and add. */
export function ListBody({ node, label }: ListBodyProps): ReactElement {
  const { renderField, verbs, read } = useFormControl();
  const strings = useWords(formStrings);
  const values = Array.isArray(node.value) ? node.value : [];
  const count = values.length;
  const add = (): void => {
    verbs.set(node, [...values, startOf(itemSchema(node.schema, count), read)]);
    verbs.focus(pathKey([...node.path, count]));
  };
  return (
    <div data-cs="field-group">
      {count === 0 ? (
        <p data-cs="value-empty">{strings.empty}</p>
      ) : (
        <ol data-cs="field-items">
          {node.items.map((item) => (
            <li key={item.key}>{renderField(item, { actions: <ItemActions list={node} item={item} /> })}</li>
          ))}
        </ol>
      )}
      <div data-cs="field-actions">
        <FieldButton
          action="add"
          word={strings.actions.addItem}
          label={label}
          unavailable={count >= node.maxItems}
          onPress={add}
        />
      </div>
    </div>
  );
}

interface ItemActionsProps {
  readonly list: ListNode;
  readonly item: FieldNode;
}

function ItemActions({ list, item }: ItemActionsProps): ReactElement | null {
  const { verbs, label: whole } = useFormControl();
  const strings = useWords(formStrings);
  const words = strings.actions;
  const index = Number(item.name);
  const values = Array.isArray(list.value) ? list.value : [];
  const last = values.length - 1;
  const label = labelOf(item, strings, whole);
  const keyAt = (position: number): string => pathKey([...list.path, position]);
  const move = (to: number, action: 'up' | 'down'): void => {
    verbs.arrange(list, movedItem(values, index, to), swap(index, to));
    verbs.focus(keyAt(to), action);
  };
  const remove = (): void => {
    const gone: ItemMove = removal(index);
    verbs.arrange(list, values.toSpliced(index, 1), gone);
    if (last === 0) verbs.focus(list.key, 'add');
    else verbs.focus(keyAt(Math.min(index, last - 1)), 'remove');
  };
  // An item at a fixed position can neither move nor let others take its position.
  const isFixed = index < list.fixed;
  if (isFixed && index !== last) return null;
  return (
    <>
      {isFixed ? null : (
        <>
          <FieldButton
            action="up"
            word={words.up}
            label={label}
            unavailable={index <= list.fixed}
            onPress={() => move(index - 1, 'up')}
          />
          <FieldButton
            action="down"
            word={words.down}
            label={label}
            unavailable={index === last}
            onPress={() => move(index + 1, 'down')}
          />
        </>
      )}
      <FieldButton action="remove" word={words.remove} label={label} onPress={remove} />
    </>
  );
}
