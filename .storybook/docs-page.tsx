import {
  ArgTypes,
  Controls,
  Description,
  Heading,
  Markdown,
  Primary,
  Stories,
  Subheading,
  Subtitle,
  Title,
  useOf,
} from '@storybook/addon-docs/blocks';
import type { ReactElement } from 'react';
import type { Documented } from './arg-types.js';

/** The page of a component: its primary story, its props, all stories, and its parts with their props. */
export function DocsPage(): ReactElement {
  const { preparedMeta } = useOf('meta', ['meta']);
  const { component, subcomponents = {} } = preparedMeta;
  const parts = Object.entries(subcomponents as Readonly<Record<string, Documented>>);
  return (
    <>
      <Title />
      <Subtitle />
      <Description of="meta" />
      <Primary />
      {component === undefined ? null : (
        // Tabs would show the parts, which are listed below with descriptions.
        <div className="own-props" data-part={(component as Documented).__docgenInfo?.displayName}>
          <Controls />
        </div>
      )}
      <Stories title="Stories" includePrimary={false} />
      {parts.length === 0 ? null : <Heading>Parts</Heading>}
      {parts.map(([name, part]) => (
        <Part key={name} name={name} part={part} />
      ))}
    </>
  );
}

function Part({ name, part }: { readonly name: string; readonly part: Documented }): ReactElement {
  const { description = '', props = {} } = part.__docgenInfo ?? {};
  return (
    <section data-part={name}>
      <Subheading>{name}</Subheading>
      <Markdown>{description}</Markdown>
      {Object.keys(props).length === 0 ? <p>It takes no props.</p> : <ArgTypes of={part} />}
    </section>
  );
}
