import type { JSONSchema7 } from '@ai-sdk/provider';
import { render, screen } from '@testing-library/react';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { SchemaForm } from '../../../src/components/index.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';

/** The value of a form under test, and its changes. */
export interface FormProbe {
  value: JSONValue;
  readonly container: HTMLElement;
}

type Options = Partial<Omit<ComponentProps<typeof SchemaForm>, 'schema' | 'value' | 'onChange'>>;

/** Shows a form that holds its value, as an app does. */
export function showForm(schema: object, value: JSONValue, options: Options = {}): FormProbe {
  const held = { value };
  const { container } = render(<Held schema={schema as JSONSchema7} start={value} held={held} options={options} />);
  return {
    container,
    get value() {
      return held.value;
    },
  };
}

interface HeldProps {
  readonly schema: JSONSchema7;
  readonly start: JSONValue;
  readonly held: { value: JSONValue };
  readonly options: Options;
}

function Held({ schema, start, held, options }: HeldProps): ReactElement {
  const [value, setValue] = useState(start);
  const change = (next: JSONValue): void => {
    held.value = next;
    setValue(next);
  };
  return <SchemaForm schema={schema} value={value} onChange={change} jsonView="offered" {...options} />;
}

/** Returns a field by its JSON pointer. */
export function field(path: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-cs="schema-field"][data-path="${CSS.escape(path)}"]`);
  if (found === null) throw new Error(`There is no field ${path}.`);
  return found;
}

export const box = (name: string | RegExp): HTMLElement => screen.getByRole('textbox', { name });
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });

/** An object schema, all of whose members are required. */
export function objectOf(properties: Readonly<Record<string, unknown>>, more: object = {}): object {
  return { type: 'object', properties, required: Object.keys(properties), ...more };
}
