'use client';
import type { JSONSchema7 } from '@ai-sdk/provider';
import { type ReactElement, useMemo, useState } from 'react';
import { initialValue } from '../../form/initial-value.js';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import { isList, isRecord, ownMember } from '../../protocol/base/record.js';
import { fromJsonSchema, validate } from '../../protocol/schema.js';
import type { Issue } from '../../protocol/signals.js';
import { elicitationStrings } from '../../words/english/tools.js';
import { SchemaForm } from '../form/schema-form.js';
import { noIssues } from '../form/use-submit.js';
import { useWords } from '../strings-provider.js';
import * as ClientTool from '../tools/client-tool.parts.js';
import { useClientToolCall } from '../tools/client-tool-context.js';
import { Question } from '../tools/problem-claim.js';
import { textIn } from '../tools/read-input.js';
import { PageToOpen } from './page-to-open.js';

/** The result of {@link Elicitation}. A decline and a cancel are results, too. */
type ElicitationOutput = Readonly<{
  action: 'accept' | 'decline' | 'cancel';
  /** The values of the form; missing for a page. */
  content?: JSONObject;
}>;

/**
 * The client tool for MCP elicitations: a form from the server's schema, or a page to open, whose host is shown and
 * which opens only by a click. The server chooses the words.
 *
 * @example useAgentRun({ agent, clientTools: { elicit: { render: Elicitation } } })
 */
export function Elicitation(props: ClientToolProps<unknown, ElicitationOutput>): ReactElement {
  const { input } = props;
  return (
    <ClientTool.Root tool={props} data-tool="elicitation">
      <Question text={textIn(input, 'message')} />
      {textIn(input, 'mode') === 'url' ? (
        <PageToOpen url={textIn(input, 'url') ?? ''} refusals={<Refusals />} />
      ) : (
        <ElicitationForm input={input} />
      )}
    </ClientTool.Root>
  );
}

export declare namespace Elicitation {
  type Output = ElicitationOutput;
}

function Refusals(): ReactElement {
  const strings = useWords(elicitationStrings);
  return (
    <>
      <ClientTool.Submit look="plain" value={{ action: 'decline' }}>
        {strings.decline}
      </ClientTool.Submit>
      <ClientTool.Submit look="quiet" value={{ action: 'cancel' }}>
        {strings.cancel}
      </ClientTool.Submit>
    </>
  );
}

function ElicitationForm({ input }: { readonly input: unknown }): ReactElement {
  const strings = useWords(elicitationStrings);
  const schema = useMemo(() => schemaIn(input), [input]);
  const check = useMemo(() => checkBy(schema), [schema]);
  const [value, setValue] = useState<JSONValue>(() => initialValue(schema));
  const { attempt, isBusy, submit, clear } = useClientToolCall();
  const label = textIn(input, 'message');
  const issues = useMemo(() => (attempt.status === 'invalid' ? inForm(attempt.issues) : noIssues), [attempt]);
  return (
    <>
      <SchemaForm
        schema={schema}
        value={value}
        onChange={(next) => {
          clear();
          setValue(next);
        }}
        validate={check}
        issues={issues}
        labels={{ submit: strings.send, ...(label === undefined ? {} : { form: label }) }}
        onSubmit={async (content) => {
          if (!isBusy) await submit({ action: 'accept', content });
        }}
        actions={<Refusals />}
      />
      <ClientTool.Problem issues="elsewhere" />
    </>
  );
}

/** Returns an object schema, whatever the server sent. */
function schemaIn(input: unknown): JSONSchema7 {
  const sent = isRecord(input) ? ownMember(input, 'schema') : undefined;
  const schema = isRecord(sent) ? sent : {};
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const titled = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, withTitles(field)]));
  return { ...schema, properties: titled as NonNullable<JSONSchema7['properties']>, type: 'object' }; // Its original type, or choices.
}

/** Returns a field's schema with titled choices. Choices of the older kind have their titles in a list beside them. */
function withTitles(field: unknown): unknown {
  if (!isRecord(field) || !isList(field.enum) || !isList(field.enumNames)) return field;
  const { enum: values, enumNames: titles, ...rest } = field;
  return { ...rest, oneOf: values.map((value, index) => ({ const: value, title: titles[index] ?? value })) };
}

function checkBy(schema: JSONSchema7): (value: JSONValue) => Promise<readonly Issue[]> {
  const rules = fromJsonSchema(schema);
  return async (value) => {
    const verdict = await validate(rules, value);
    return [...(verdict.success ? noIssues : verdict.issues), ...formatIssues(schema, value)];
  };
}

/**
 * Formats that a person may mistype. JSON Schema treats them as annotations, and the server decides; the form reports
 * them before sending.
 */
const typedFormats: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
};

function formatIssues({ properties = {} }: JSONSchema7, value: JSONValue): readonly Issue[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const format = isRecord(field) ? field.format : undefined;
    const text = isRecord(value) ? ownMember(value, name) : undefined;
    if (typeof format !== 'string' || typeof text !== 'string') return [];
    const isTyped = ownMember(typedFormats, format)?.(text) ?? true;
    return isTyped ? [] : [{ path: [name], message: `String does not match format "${format}".` }];
  });
}

/** Returns issues with paths in the form, which is about the content of the answer. */
function inForm(issues: readonly Issue[]): readonly Issue[] {
  return issues.map(({ path, message }) => ({ path: path[0] === 'content' ? path.slice(1) : path, message }));
}
