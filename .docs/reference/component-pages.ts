import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentEntry } from '../../.storybook/prop-tables.js';
import { anatomyOf, madeOf, outlined, outlineOf } from '../../.storybook/reference/anatomy.js';
import { keyboard } from '../../.storybook/reference/keyboard.js';
import type { PartStyling } from '../../.storybook/reference/styling.js';
import { firstSentence, memberTable } from './entry-page.js';
import { toBlock, toCode, toPage, toTable, toText } from './markdown.js';
import type { NamespaceType } from './read-names.js';

/** A page of Storybook, with the components that it documents. */
interface StoryPage {
  /** The path in the sidebar: `Approval/ApprovalCard`. */
  readonly title: string;
  /** The component, or a namespace whose root it is: `ApprovalCard`, `Approval`. */
  readonly name: string;
  /** The other namespaces and components of the page. */
  readonly others: readonly string[];
  /** The id of the story that shows its full state. */
  readonly story: string;
}

/** A page about a component, with its parts and the components that belong to it. */
export interface ComponentPage {
  readonly slug: string;
  readonly title: string;
  readonly text: string;
  /** The names that the page documents: components and namespaces. */
  readonly names: readonly string[];
}

/** Storybook's address relative to the root of the site, or `null` when the site is built without it. */
export type StorybookAddress = string | null;

function toId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function toKebab(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
}

/** Reads title, component and stories of every story file. */
function readStoryPages(root: string): readonly StoryPage[] {
  const folder = join(root, 'stories');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.stories.tsx'),
  );
  return files.toSorted().flatMap((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    const [meta = ''] = /const meta\b[\s\S]*?\nexport default meta|const meta\b.*/.exec(text) ?? [];
    const [, title] = /title: '([^']+)'/.exec(meta) ?? [];
    const [, component] = /component: ([\w.]+)/.exec(meta) ?? [];
    if (title === undefined || component === undefined) return [];
    const [, others = ''] = /subcomponents: (.*)/.exec(meta) ?? [];
    const [, full] = /fullState: '([^']+)'/.exec(meta) ?? [];
    const [, first = ''] = /export const (\w+): (?:Story|StoryObj)\b/.exec(text) ?? [];
    return [
      {
        title,
        name: component.replace(/\.Root$/, ''),
        others: [...new Set(others.match(/\b[A-Z]\w+/g) ?? [])],
        story: `${toId(title)}--${toId(full ?? toKebab(first))}`,
      },
    ];
  });
}

/** Writes a page for each component with stories. Its parts, and components without stories of their own, are on it. */
export function componentPages(
  root: string,
  { components, types }: Pick<ComponentSources, 'components' | 'types'>,
  storybook: StorybookAddress,
): readonly ComponentPage[] {
  const bases = [...new Set(components.map(({ name }) => name.replace(/\..*/, '')))];
  const stories = readStoryPages(root).filter((page, index, all) => {
    const isFirst = all.findIndex(({ name }) => name === page.name) === index;
    return isFirst && (bases.includes(page.name) || page.name.includes('.'));
  });
  const sources = { components, types, comments: namespaceComments(root), storybook };
  const own = new Set(stories.map(({ name }) => name));
  const taken = new Set<string>();
  const pages = stories
    .filter(({ name }) => !name.includes('.'))
    .map((page) => {
      const others = page.others.filter((name) => bases.includes(name) && !own.has(name) && !taken.has(name));
      for (const name of others) taken.add(name);
      return componentPage(sources, { ...page, others });
    });
  const rest = bases.filter((name) => !own.has(name) && !taken.has(name));
  return [...pages, ...rest.map((name) => componentPage(sources, { name, title: '', others: [], story: '' }))];
}

/** Everything that a page is made of. */
interface ComponentSources {
  readonly components: readonly ComponentEntry[];
  /** The types in namespaces of components. */
  readonly types: readonly NamespaceType[];
  /** The comments of namespaces. */
  readonly comments: ReadonlyMap<string, string>;
  readonly storybook: StorybookAddress;
}

/** Reads the comments above `export * as Name`, with their examples as code. */
function namespaceComments(root: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, 'src/components/index.ts'), 'utf8');
  const found = text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport \* as (\w+) /g);
  return new Map(
    [...found].map(([, comment = '', name = '']) => {
      const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, ''));
      const [description = '', ...examples] = lines.join('\n').split(/^@example\s*/m);
      return [name, [description.trim(), ...examples.map((code) => toBlock('tsx', code))].join('\n\n')];
    }),
  );
}

function componentPage(
  { components, types, comments, storybook }: ComponentSources,
  { name, title, others, story }: StoryPage,
): ComponentPage {
  const names = [name, ...others];
  const find = (base: string): readonly ComponentEntry[] =>
    components.filter((entry) => entry.name === base || entry.name.startsWith(`${base}.`));
  const single = components.find((entry) => entry.name === name);
  const parts = [...(single === undefined ? find(name) : []), ...others.flatMap(find)].toSorted(inOrder);
  const namespaces = outlined.filter((each) => names.includes(each) || madeOf[name]?.includes(each));
  const about = single?.description ?? comments.get(name) ?? '';
  const text = toPage(
    `# ${name}`,
    toText(textBefore(about)),
    toBlock(
      'typescript',
      `import { ${names.join(', ')} } from 'countersign/components';\nimport 'countersign/styles.css';`,
    ),
    codeIn(about),
    storybook === null || story === '' ? '' : storySection({ name, title, story }, storybook),
    single === undefined ? '' : propSection(single),
    namespaces.length === 0
      ? ''
      : `## Anatomy\n\nEach part is optional. A part renders only in the states that need it.\n\n${namespaces
          .map((namespace) => toBlock('tsx', anatomyOf(namespace)))
          .join('\n\n')}`,
    typeSection(types.filter(({ name: type }) => names.includes(type.replace(/\..*/, '')))),
    keySection(names),
    single?.styling === undefined ? '' : `## Styling\n\n${stylingTables(single.styling)}`,
    parts.length === 0 ? '' : `## ${single === undefined || find(name).length > 1 ? 'Parts' : 'Parts and companions'}`,
    ...parts.map((part) =>
      toPage(`### ${part.name}`, toText(part.description), propTable(part), stylingTables(part.styling)).trimEnd(),
    ),
  );
  return { slug: toKebab(name), title: name, text, names };
}

/** Returns a description without the examples at its end. */
function textBefore(description: string): string {
  return description.replace(/\n*```[\s\S]*$/, '');
}

/** Returns the examples at the end of a description. */
function codeIn(description: string): string {
  return /```[\s\S]*$/.exec(description)?.[0] ?? '';
}

/** Parts are in the order of the ready-made component. */
function inOrder(one: ComponentEntry, other: ComponentEntry): number {
  const placeOf = ({ name }: ComponentEntry): number => {
    const [namespace = '', part = ''] = name.split('.');
    return outlined.indexOf(namespace) * 1000 + outlineOf(namespace).findIndex((line) => line.name === part);
  };
  return placeOf(one) - placeOf(other);
}

function storySection({ name, title, story }: Pick<StoryPage, 'name' | 'title' | 'story'>, storybook: string): string {
  const page = `${storybook}?path=/docs/${toId(title)}--docs`;
  const frame = `${storybook}iframe.html?id=${story}&viewMode=story`;
  return `<div class="live story-frame"><iframe data-story="${frame}" title="Story of ${name}" loading="lazy"></iframe></div>

<p><a href="${page}" target="_blank">All states of ${name} in Storybook</a></p>`;
}

function propSection(entry: ComponentEntry): string {
  const table = propTable(entry);
  return table === '' ? '' : `## Props\n\n${table}`;
}

function propTable({ name, props }: ComponentEntry): string {
  return memberTable(props, `Props of ${toCode(name)}`, 'Prop');
}

function typeSection(types: readonly NamespaceType[]): string {
  if (types.length === 0) return '';
  const sections = types.map(({ name, description, members }) =>
    toPage(`### ${name}`, toText(description), memberTable(members, 'Members')).trimEnd(),
  );
  return `## Types\n\n${sections.join('\n\n')}`;
}

function keySection(names: readonly string[]): string {
  const keys = names.flatMap((name) => keyboard[name] ?? keyboard[`${name}.Root`] ?? []);
  const rows = keys.map(({ keys: pressed, action }) => [pressed.map((key) => `\`${key}\``).join(' or '), action]);
  return rows.length === 0 ? '' : `## Keyboard\n\n${toTable(['Key', 'Action'], rows)}`;
}

function stylingTables(styling: PartStyling | undefined): string {
  if (styling === undefined) return '';
  const { name, tag, state, rows, defaults } = styling;
  const variables = [...new Set(rows.flatMap((row) => row.variables))].toSorted();
  return [
    toTable(
      ['Attribute', 'Values', 'Description'],
      [
        ...(name === undefined ? [] : [['`data-cs`', toCode(`'${name}'`), `Names the ${tag ?? 'element'}.`]]),
        ...state.map(({ attribute, values, description }) => [
          toCode(attribute),
          values === 'boolean' ? 'present or absent' : toCode(values),
          toText(firstSentence(description)),
        ]),
      ],
    ),
    toTable(
      ['CSS variable', 'Default'],
      variables.map((variable) => [
        toCode(variable),
        defaults[variable] === undefined ? 'set by the stylesheet' : toCode(defaults[variable]),
      ]),
    ),
  ]
    .filter((table) => table !== '')
    .join('\n\n');
}
