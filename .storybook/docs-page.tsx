import {
  ArgTypes,
  Canvas,
  Controls,
  Description,
  DocsContext,
  DocsStory,
  Heading,
  Markdown,
  Source,
  Subheading,
  Subtitle,
  Title,
  useOf,
} from '@storybook/addon-docs/blocks';
import { type ReactElement, useContext } from 'react';
import type { Documented } from './arg-types.js';
import { anatomyOf, madeOf, outlined } from './reference/anatomy.js';
import { KeyTable } from './reference/key-table.js';
import { keyboard } from './reference/keyboard.js';
import { Scroller } from './reference/scroller.js';
import { StylingTables } from './reference/styling-table.js';
import { isDark } from './theme.js';

/** The page of a component: its full state, how to use it, its props, keys and styling, all stories, and its parts. */
export function DocsPage(): ReactElement {
  const { preparedMeta } = useOf('meta', ['meta']);
  const { component, subcomponents = {}, parameters } = preparedMeta;
  const stories = useContext(DocsContext)
    .componentStories()
    .filter(({ tags }) => tags.includes('autodocs') && !tags.includes('!autodocs'));
  const full = stories.find(({ name }) => name === parameters.docs?.fullState) ?? stories[0];
  const own = component as Documented | undefined;
  const name = own?.__docgenInfo?.displayName;
  const parts = Object.entries(subcomponents as Readonly<Record<string, Documented>>);
  return (
    <>
      <Title />
      <Subtitle />
      {name === undefined ? null : <Source dark={isDark} language="tsx" code={importOf(name)} />}
      <Description of="meta" />
      <Heading>Example</Heading>
      {full === undefined ? null : (
        <>
          <Subheading>{full.name}</Subheading>
          <Canvas of={full.moduleExport} />
        </>
      )}
      {own === undefined || full === undefined ? null : (
        <>
          <Heading>Props</Heading>
          <Scroller className="own-props" part={name} label={`Props of ${name}`}>
            <Controls of={full.moduleExport} />
          </Scroller>
        </>
      )}
      <Anatomy names={[...(name === undefined ? [] : [name]), ...parts.map(([part]) => part)]} />
      <Keyboard of={name} />
      {own?.__docgenInfo?.styling === undefined ? null : (
        <>
          <Heading>Styling</Heading>
          <StylingTables of={String(name)} styling={own.__docgenInfo.styling} />
        </>
      )}
      {stories.length < 2 ? null : <Heading>Stories</Heading>}
      {stories
        .filter((story) => story !== full)
        .map((story) => (
          <DocsStory key={story.id} of={story.moduleExport} expanded />
        ))}
      {parts.length === 0 ? null : <Heading>Parts</Heading>}
      {parts.map(([part, documented]) => (
        <Part key={part} name={part} part={documented} />
      ))}
    </>
  );
}

function importOf(name: string): string {
  const from = /^(?:render)?Markdown$/.test(name) ? 'countersign/markdown' : 'countersign/components';
  return `import { ${name.replace(/\..*$/, '')} } from '${from}';\nimport 'countersign/styles.css';`;
}

/** The parts that the component is made of, nested as in the ready-made one. */
function Anatomy({ names }: { readonly names: readonly string[] }): ReactElement | null {
  const namespaces = outlined.filter((namespace) =>
    names.some((name) => name.startsWith(`${namespace}.`) || madeOf[name]?.includes(namespace)),
  );
  if (namespaces.length === 0) return null;
  return (
    <>
      <Heading>Anatomy</Heading>
      <p>Each part is optional. A part renders only in the states that need it.</p>
      {namespaces.map((namespace) => (
        <Source key={namespace} dark={isDark} language="tsx" code={anatomyOf(namespace)} />
      ))}
    </>
  );
}

function Keyboard({ of = '' }: { readonly of: string | undefined }): ReactElement | null {
  if (keyboard[of] === undefined) return null;
  return (
    <>
      <Heading>Keyboard</Heading>
      <KeyTable of={of} />
    </>
  );
}

function Part({ name, part }: { readonly name: string; readonly part: Documented }): ReactElement {
  const { description = '', props = {}, styling } = part.__docgenInfo ?? {};
  return (
    <section>
      <Subheading>{name}</Subheading>
      <Markdown>{description}</Markdown>
      {Object.keys(props).length === 0 ? (
        <p data-part={name}>This part has no props.</p>
      ) : (
        <Scroller part={name} label={`Props of ${name}`}>
          <ArgTypes of={part} />
        </Scroller>
      )}
      {styling === undefined ? null : <StylingTables of={name} styling={styling} />}
    </section>
  );
}
