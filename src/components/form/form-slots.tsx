'use client';
import { type ComponentType, Fragment, type ReactElement } from 'react';
import type { FieldNode } from '../../form/field-node.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { pathKey } from '../../protocol/base/json-path.js';
import { ownMember } from '../../protocol/base/record.js';
import { FieldBody, type FieldBodyProps } from './field-body.js';
import { type ControlAttributes, type FormControl, useFormControl } from './form-context.js';
import { FieldFrame } from './schema-field.js';

/** Props of an app's control. Its frame, with label and messages, is rendered by the form. */
export interface FieldControlProps {
  readonly node: FieldNode;
  readonly value: JSONValue | undefined;
  /** Sets the value; `undefined` omits the field. */
  readonly onChange: (value: JSONValue | undefined) => void;
  /** Called when the control loses focus: from then on the field shows its problems. */
  readonly onBlur: () => void;
  readonly isBusy: boolean;
  /** Attributes to spread on the input element: its id, its description, its validity. */
  readonly attributes: Omit<ControlAttributes, 'labelId' | 'label'>;
  /** The id of the label, for controls that are not form elements. */
  readonly labelId: string;
}

/** The renderers that an app may replace. */
interface FormSlots {
  readonly fields?: Readonly<Record<string, ComponentType<FieldControlProps>>>;
  readonly renderField?: (node: FieldNode, standard: ReactElement) => ReactElement;
}

/** Returns the renderers of a form's fields, with the app's replacements. */
export function createRenderers({ fields, renderField }: FormSlots): Pick<FormControl, 'renderField' | 'renderBody'> {
  return {
    renderField: (node, slots = {}) => {
      // A field of another kind has other elements, so it is mounted anew.
      const standard = <FieldFrame node={node} slots={slots} />;
      const field = renderField === undefined ? standard : renderField(node, standard);
      return <Fragment key={`${node.kind}${node.key}`}>{field}</Fragment>;
    },
    renderBody: (node, control) => {
      const custom = fields === undefined || node.state === 'null' ? undefined : customOf(node, fields);
      if (custom === undefined) return <FieldBody node={node} control={control} />;
      return <CustomBody node={node} control={control} component={custom} />;
    },
  };
}

function customOf(
  node: FieldNode,
  fields: NonNullable<FormSlots['fields']>,
): ComponentType<FieldControlProps> | undefined {
  const pattern = pathKey(node.path.map((part) => (typeof part === 'number' ? '*' : part)));
  const { format } = node.schema;
  return (
    ownMember(fields, node.key) ??
    ownMember(fields, pattern) ??
    (typeof format === 'string' ? ownMember(fields, format) : undefined)
  );
}

interface CustomBodyProps extends FieldBodyProps {
  readonly component: ComponentType<FieldControlProps>;
}

function CustomBody({ node, control, component: Custom }: CustomBodyProps): ReactElement {
  const { verbs, isBusy } = useFormControl();
  const { labelId, label: _, ...attributes } = control;
  return (
    <Custom
      node={node}
      value={node.value}
      onChange={(value) => verbs.set(node, value)}
      onBlur={() => verbs.touch(node.key)}
      isBusy={isBusy}
      attributes={attributes}
      labelId={labelId}
    />
  );
}
