import { reference } from 'virtual:countersign-reference';
import { Heading, Markdown, Source, Subheading, Title } from '@storybook/addon-docs/blocks';
import { Fragment, type ReactElement } from 'react';
import { isDark } from '../theme.js';
import type { ApiEntry } from './api-tables.js';
import { ReferenceTable } from './reference-table.js';

/** The page of a hook. */
export function HookPage({ name }: { readonly name: string }): ReactElement {
  const entry = reference.find((each) => each.name === name);
  if (entry === undefined) throw new Error(`No public entry exports ${name}.`);
  return (
    <>
      <Title>{name}</Title>
      <Body entry={entry} of={Heading} />
    </>
  );
}

/** The page of an entry: all of its functions that are not hooks. */
export function FunctionsPage({ from }: { readonly from: string }): ReactElement {
  const entries = reference.filter((each) => each.from === from && !isHook(each));
  return (
    <>
      <Title>{from}</Title>
      {entries.map((entry) => (
        <section key={entry.name}>
          <Heading>{entry.name}</Heading>
          <Body entry={entry} of={Subheading} />
        </section>
      ))}
    </>
  );
}

function isHook({ name }: ApiEntry): boolean {
  return /^use[A-Z]/.test(name);
}

interface BodyProps {
  readonly entry: ApiEntry;
  /** The heading of a table. */
  readonly of: typeof Heading;
}

function Body({ entry, of: TableHeading }: BodyProps): ReactElement {
  const { name, from, description, signature, parameters } = entry;
  return (
    <>
      <Markdown>{description}</Markdown>
      <Source dark={isDark} language="ts" code={`import { ${name} } from '${from}';\n\n${wrapped(name, signature)}`} />
      {parameters.map((parameter) => {
        const rows = Object.entries(parameter.members);
        return rows.length === 0 ? null : (
          <Fragment key={parameter.name}>
            <TableHeading>{`Members of ${parameter.name}`}</TableHeading>
            <ReferenceTable
              label={`Members of ${parameter.name} of ${name}`}
              columns={['Name', 'Type', 'Description']}
              rows={rows.map(([member, { required, type, description: text }]) => [
                <code key="name">{required ? `${member} (required)` : member}</code>,
                <code key="type">{type}</code>,
                <Markdown key="text">{text}</Markdown>,
              ])}
            />
          </Fragment>
        );
      })}
    </>
  );
}

/** Puts each parameter of a long signature on a line of its own. */
function wrapped(name: string, signature: string): string {
  const code = `${name}${signature.replace(/\) => ((?:.(?!\) => ))*)$/, '): $1')}`;
  if (code.length <= 90) return code;
  return code
    .replace(/; /g, ';\n  ')
    .replace(/\): (?=[^)]*$)/, '\n): ')
    .replace('(', '(\n  ');
}
