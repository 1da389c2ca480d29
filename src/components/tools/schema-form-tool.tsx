'use client';
import type { JSONSchema7 } from '@ai-sdk/provider';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { initialValue } from '../../form/initial-value.js';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import { UserError } from '../../protocol/base/errors.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { isRecord, ownMember } from '../../protocol/base/record.js';
import { fromJsonSchema, type ToolSchema, toJsonSchema, validate } from '../../protocol/schema.js';
import type { Issue } from '../../protocol/signals.js';
import { toolStrings } from '../../words/english/tools.js';
import { SchemaForm, type SchemaFormProps } from '../form/schema-form.js';
import { noIssues } from '../form/use-submit.js';
import { useWords } from '../strings-provider.js';
import { ValueView } from '../value/value-view.js';
import * as ClientTool from './client-tool.parts.js';
import { useClientToolCall } from './client-tool-context.js';
import { Question } from './problem-claim.js';
import { questionIn, textIn } from './read-input.js';

/** A schema of a result: that of the tool (`tool.outputSchema`), or a plain JSON Schema. */
type ResultSchema = ToolSchema | JSONSchema7;

/** Options of {@link schemaFormTool}. */
interface SchemaFormToolOptions<INPUT = unknown, OUTPUT extends JSONValue = JSONValue>
  extends Pick<SchemaFormProps, 'fields' | 'renderField'> {
  /** The schema of the result. Default: the result of `schemaOf`. */
  readonly schema?: ResultSchema;
  /**
   * Returns the schema from the model's input. Default: the input's `schema`; for a question (`question`, `message`, or
   * `reason` alone) without one, a string.
   */
  readonly schemaOf?: (input: INPUT) => ResultSchema;
  /** Returns the initial value of the form. Default: that of the schema. */
  readonly begin?: (input: INPUT) => JSONValue;
  /** The label of the button. Default: `Send answer`. */
  readonly submitLabel?: string;
  /** Returns the result for the value of the form. Default: the value. */
  readonly result?: (value: JSONValue) => OUTPUT;
}

/**
 * Creates a client tool that is a form: for the schema of a tool's result, or for one that the model sends. Types are
 * preserved, and violations of the schema are shown at their fields.
 *
 * @example
 * // outside of the component
 * clientTools: { set_address: { render: schemaFormTool({ schema: setAddress.outputSchema }) } }
 * @example clientTools: { ask_user: { render: schemaFormTool() } } // the input is { question, schema }
 * @example clientTools: { interrupt: { render: schemaFormTool() } } // what a server of AG-UI asks: { message, schema }
 */
export function schemaFormTool<INPUT = unknown, OUTPUT extends JSONValue = JSONValue>(
  options: SchemaFormToolOptions<INPUT, OUTPUT> = {},
): (props: ClientToolProps<INPUT, OUTPUT>) => ReactElement {
  return function SchemaFormTool(props) {
    const { input } = props;
    const strings = useWords(toolStrings).form;
    const { answer } = strings;
    const schema = useMemo(() => schemaFor(options as SchemaFormToolOptions<INPUT>, input, answer), [input, answer]);
    const found = useJsonSchema(schema, props.call.toolName);
    return (
      <ClientTool.Root tool={props} data-tool="schema-form">
        <Question text={questionIn(input)} />
        {options.schema === undefined && sentSchema(input) !== undefined ? null : <CallInput />}
        {found === undefined ? (
          <p data-cs="client-tool-note">{strings.loading}</p>
        ) : (
          <ToolForm
            schema={schema}
            jsonSchema={found}
            begin={options.begin?.(input)}
            options={options as SchemaFormToolOptions<never>} // props that depend on the input were read above
          />
        )}
      </ClientTool.Root>
    );
  };
}

/** Returns the schema that was sent with the question. */
function sentSchema(input: unknown): unknown {
  return isRecord(input) ? ownMember(input, 'schema') : undefined;
}

function schemaFor<INPUT>({ schema, schemaOf }: SchemaFormToolOptions<INPUT>, input: INPUT, title: string): ToolSchema {
  const found: unknown = schema ?? schemaOf?.(input) ?? sentSchema(input);
  if (isRecord(found) || typeof found === 'function') return fromJsonSchema(found as ResultSchema);
  // A question in words is answered in words. A server may send no more than a reason.
  if ((questionIn(input) ?? textIn(input, 'reason')) !== undefined)
    return fromJsonSchema({ type: 'string', title, minLength: 1 });
  throw new UserError(
    'no-form-schema',
    'A schemaFormTool has no schema, so it cannot make a form. Pass one: schemaFormTool({ schema: tool.outputSchema }), or let the tool’s input have a `schema`, or a `question` that is answered in words.',
  );
}

/** Returns the JSON Schema of a schema, which may be asynchronous. Throws its errors while rendering. */
function useJsonSchema(schema: ToolSchema, toolName: string): JSONSchema7 | undefined {
  const [found, setFound] = useState<{ readonly json: JSONSchema7 } | { readonly error: unknown }>();
  useEffect(() => {
    let isCurrent = true;
    toJsonSchema(schema, `client tool '${toolName}'`).then(
      (json) => isCurrent && setFound({ json }),
      (error: unknown) => isCurrent && setFound({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [schema, toolName]);
  if (found !== undefined && 'error' in found) throw found.error;
  return found?.json;
}

/** The input of the call, shown when neither the model nor the tool describes the form. */
function CallInput(): ReactElement | null {
  const { call, input } = useClientToolCall();
  const isTold = call.summary !== undefined || questionIn(input) !== undefined;
  if (isTold || !isRecord(input) || Object.keys(input).length === 0) return null;
  return <ValueView value={input} redactions={call.redactions} />;
}

interface ToolFormProps {
  readonly schema: ToolSchema;
  readonly jsonSchema: JSONSchema7;
  readonly begin: JSONValue | undefined;
  readonly options: Omit<SchemaFormToolOptions<never>, 'schema' | 'schemaOf' | 'begin'>;
}

function ToolForm({ schema, jsonSchema, begin, options }: ToolFormProps): ReactElement {
  const { submitLabel, result = (value) => value, fields, renderField } = options;
  const strings = useWords(toolStrings).form;
  const { attempt, isBusy, submit, clear, input } = useClientToolCall();
  const [value, setValue] = useState(() => begin ?? initialValue(jsonSchema));
  const check = useMemo(() => (given: JSONValue) => issuesOf(schema, given), [schema]);
  const label = questionIn(input);
  return (
    <>
      <SchemaForm
        schema={jsonSchema}
        value={value}
        onChange={(next) => {
          clear();
          setValue(next);
        }}
        validate={check}
        issues={attempt.status === 'invalid' ? attempt.issues : noIssues}
        labels={{ submit: submitLabel ?? strings.send, ...(label === undefined ? {} : { form: label }) }}
        onSubmit={async (given) => {
          if (!isBusy) await submit(() => result(given));
        }}
        actions={<ClientTool.Fail />}
        {...(fields === undefined ? {} : { fields })}
        {...(renderField === undefined ? {} : { renderField })}
      />
      <ClientTool.Problem issues="elsewhere" />
    </>
  );
}

async function issuesOf(schema: ToolSchema, value: JSONValue): Promise<readonly Issue[]> {
  const verdict = await validate(schema, value);
  return verdict.success ? noIssues : verdict.issues;
}
