import type { ClientToolProps, JSONValue } from 'countersign';
import { type FormEvent, type ReactElement, useId } from 'react';
import type { z } from 'zod';
import type { formSchema } from '../tools.js';

type Form = z.infer<typeof formSchema>;
type Field = Form['properties'][string];

interface Input {
  readonly question: string;
  readonly schema: Form;
}

/** A form made from the schema that the model sent. Types stay types: a number field gives a number. */
export function AskUser({ input, submit, fail }: ClientToolProps<Input>): ReactElement {
  const id = useId();
  const fields = Object.entries(input.schema.properties);
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const answers = fields.flatMap(([name, field]) => {
      const value = answerOf(field, data.get(name));
      return value === undefined ? [] : [[name, value] as const];
    });
    void submit(Object.fromEntries(answers));
  };
  return (
    <form className="client-tool" onSubmit={send}>
      {fields.map(([name, field]) => (
        <FormField
          key={name}
          id={`${id}-${name}`}
          name={name}
          field={field}
          isRequired={input.schema.required?.includes(name) ?? false}
        />
      ))}
      <div className="client-tool-actions">
        <button type="submit" data-slot="button" data-look="primary">
          Send answer
        </button>
        <button type="button" data-slot="button" onClick={() => void fail('The user did not want to answer.')}>
          Not now
        </button>
      </div>
    </form>
  );
}

interface FormFieldProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly isRequired: boolean;
}

function FormField({ id, name, field, isRequired }: FormFieldProps): ReactElement {
  const label = field.title ?? name;
  if (field.type === 'boolean') {
    return (
      <label htmlFor={id} className="check">
        <input id={id} name={name} type="checkbox" /> {label}
      </label>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {field.enum === undefined ? (
        <input
          id={id}
          name={name}
          required={isRequired}
          type={inputType(field)}
          {...(field.type === 'number' ? { step: 'any' } : {})}
        />
      ) : (
        <select id={id} name={name} required={isRequired}>
          {field.enum.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
      {field.description === undefined ? null : <small>{field.description}</small>}
    </div>
  );
}

function inputType(field: Field): string {
  if (field.type === 'number') return 'number';
  return field.format === 'email' || field.format === 'date' ? field.format : 'text';
}

function answerOf(field: Field, value: FormDataEntryValue | null): JSONValue | undefined {
  if (field.type === 'boolean') return value !== null;
  if (typeof value !== 'string' || value === '') return undefined;
  return field.type === 'number' ? Number(value) : value;
}
