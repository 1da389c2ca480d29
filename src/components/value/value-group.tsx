'use client';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { JSONPath } from '../../protocol/base/json-path.js';
import { valueStrings } from '../../words/english/value.js';
import { Button } from '../part/button.js';
import { memberPages } from '../part/pages.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { MarkedText } from './marked-text.js';
import { ValueContext } from './value-context.js';

/** The depth and size up to which a group is open at first. */
const open = { depth: 3, members: 12 };

/** Props of {@link ValueGroup}. */
interface ValueGroupProps {
  readonly path: JSONPath;
  readonly value: object;
  /** Renders one member. */
  readonly render: (step: string | number) => ReactNode;
}

/**
 * A list or an object inside of a value: closed if it is large or deep, and rendered a page at a time if it is huge.
 */
export function ValueGroup({ path, value, render }: ValueGroupProps): ReactElement {
  const strings = useWords(valueStrings);
  const { model } = useWithin(ValueContext, 'Value');
  const isList = Array.isArray(value);
  const count = isList ? value.length : Object.keys(value).length;
  const isSmall = path.length <= open.depth && count <= open.members;
  // Deceptive text must not be folded away, unless the group is too large to read anyway.
  const [isOpen, setOpen] = useState(isSmall || model.hasMarks(path));
  if (count === 0) return <span data-cs="value-empty">{isList ? strings.emptyList : strings.emptyObject}</span>;
  return (
    <details data-cs="value-group" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{isList ? strings.list(count) : strings.object(count)}</summary>
      {isOpen ? <Members path={path} value={value} render={render} /> : null}
    </details>
  );
}

/** The members of a list or an object, a page at a time. */
export function Members({ path, value, render }: ValueGroupProps): ReactElement {
  const strings = useWords(valueStrings);
  const [limit, setLimit] = useState(memberPages.first);
  const isList = Array.isArray(value);
  const steps: JSONPath = isList
    ? Array.from({ length: Math.min(value.length, limit) }, (_, at) => at)
    : Object.keys(value).slice(0, limit);
  const left = (isList ? value.length : Object.keys(value).length) - steps.length;
  return (
    <>
      {isList ? (
        <ol data-cs="value-items">
          {steps.map((step) => (
            <li key={step}>{render(step)}</li>
          ))}
        </ol>
      ) : (
        <dl data-cs="fields">
          {steps.map((step) => (
            <div data-cs="field-row" key={step}>
              <dt>
                <FieldName path={[...path, step]} />
              </dt>
              <dd>{render(step)}</dd>
            </div>
          ))}
        </dl>
      )}
      {left > 0 ? (
        <Button action="unfold" look="quiet" onPress={() => setLimit(limit + memberPages.next)}>
          {strings.showMore(Math.min(memberPages.next, left), left, isList ? 'items' : 'fields')}
        </Button>
      ) : null}
    </>
  );
}

/** The name of a member, with deceptive characters marked: the model chose it. */
export function FieldName({ path }: { readonly path: JSONPath }): ReactElement {
  const { model } = useWithin(ValueContext, 'Value');
  return (
    <bdi>
      <MarkedText text={String(path.at(-1))} marks={model.marksAt(path, 'key', 'full')} />
    </bdi>
  );
}
