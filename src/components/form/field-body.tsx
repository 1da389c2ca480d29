'use client';
import type { ReactElement } from 'react';
import type { FieldNode } from '../../form/field-node.js';
import { formStrings } from '../../words/english/form.js';
import { useWords } from '../strings-provider.js';
import { BooleanControl, ChoiceControl, ConstantControl } from './choice-controls.js';
import type { ControlAttributes } from './form-context.js';
import { JsonControl } from './json-control.js';
import { ListBody } from './list-body.js';
import { ObjectBody, UnionBody } from './object-body.js';
import { DateControl, NumberControl, TextControl } from './text-control.js';

/** Props of {@link FieldBody}. */
export interface FieldBodyProps {
  readonly node: FieldNode;
  readonly control: ControlAttributes;
}

/**
 * The control of a field, by its kind; a word in its place while the value is `null`, or absent and cannot be typed.
 */
export function FieldBody({ node, control }: FieldBodyProps): ReactElement {
  const strings = useWords(formStrings);
  if (node.state === 'null' && node.kind !== 'json') return <p data-cs="value-empty">{strings.isNull}</p>;
  if (node.state === 'absent' && (node.kind === 'object' || node.kind === 'list' || node.kind === 'union')) {
    return <p data-cs="value-empty">{node.isRequired ? strings.notSetRequired : strings.notSet}</p>;
  }
  switch (node.kind) {
    case 'text':
      return node.format === 'text' || node.format === 'email' || node.format === 'uri' ? (
        <TextControl node={node} control={control} />
      ) : (
        <DateControl node={node} control={control} />
      );
    case 'number':
      return <NumberControl node={node} control={control} />;
    case 'boolean':
      return <BooleanControl node={node} control={control} />;
    case 'choice':
      return <ChoiceControl node={node} control={control} />;
    case 'constant':
      return <ConstantControl node={node} control={control} />;
    case 'object':
      return <ObjectBody node={node} label={control.label} />;
    case 'list':
      return <ListBody node={node} label={control.label} />;
    case 'union':
      return <UnionBody node={node} control={control} />;
    case 'json':
      return <JsonControl node={node} control={control} />;
  }
}
