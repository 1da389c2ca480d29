'use client';
import type { ReactElement } from 'react';
import { type JSONPath, pathKey } from '../../protocol/base/json-path.js';
import { isRecord } from '../../protocol/base/record.js';
import { valueStrings } from '../../words/english/value.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { ValueContext } from './value-context.js';
import { FieldName, Members } from './value-group.js';
import { memberOf } from './value-model.js';
import { ValueNode } from './value-node.js';

/** The whole value: one row for each field, or a single value. */
export const ValueFields: Part<'div'> = part('Value.Fields', 'div', (props, render) => {
  const { isPartial } = useWithin(ValueContext, 'Value.Fields');
  const strings = useWords(valueStrings);
  const children = (
    <>
      <Whole />
      {isPartial ? <p data-cs="value-note">{strings.writing}</p> : null}
    </>
  );
  return render(props, { 'data-cs': 'value-content', children });
});

function Whole(): ReactElement | null {
  const { model, isPartial } = useWithin(ValueContext, 'Value.Fields');
  const strings = useWords(valueStrings);
  const { value, shown, redactions, unpredictablePaths } = model;
  if (!isRecord(value) || !isRecord(shown) || redactions.has(pathKey([])) || unpredictablePaths.has(pathKey([]))) {
    return (
      <div data-cs="fields">
        <ValueNode path={[]} full={value} shown={shown} />
      </div>
    );
  }
  if (Object.keys(value).length === 0) return isPartial ? null : <p data-cs="fields-empty">{strings.none}</p>;
  return (
    <Members
      path={[]}
      value={shown}
      render={(step) => <ValueNode path={[step]} full={memberOf(value, step)} shown={memberOf(shown, step)} />}
    />
  );
}

/** Props of `Value.Field`. */
interface ValueFieldProps {
  /** The path in the value: `['headers', 0]`. */
  readonly path: JSONPath;
}

/** One place of the value, with its name, for a card that arranges its fields itself. */
export const ValueField: Part<'div', NoState, ValueFieldProps> = part(
  'Value.Field',
  'div',
  ({ path, ...props }, render) => {
    const { model } = useWithin(ValueContext, 'Value.Field');
    const children = (
      <>
        <span data-cs="field-name">
          <FieldName path={path} />
        </span>
        <ValueNode path={path} full={path.reduce(memberOf, model.value)} shown={path.reduce(memberOf, model.shown)} />
      </>
    );
    return render(props, { 'data-cs': 'value-field', children });
  },
);
