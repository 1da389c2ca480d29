import { readPropTables } from '../../.storybook/prop-tables.js';
import { alias } from '../../scripts/entries.mjs';
import { type ComponentPage, componentPages, type StorybookAddress } from './component-pages.js';
import { entryPage, pageOf, purposes } from './entry-page.js';
import { eventsPage, outcomesPage } from './event-pages.js';
import { toPage, toTable } from './markdown.js';
import { type EntryNames, readNames } from './read-names.js';
import { keyboardPage, stringsPage, variablesPage } from './word-pages.js';

/** A generated page: its path below `docs/`, its text, and the title for the sidebar. */
export interface GeneratedPage {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** The group of the sidebar. */
  readonly group: 'API' | 'Components' | 'Tables';
}

/** The source of each public entry by the name that an app imports. */
function entrySources(): Readonly<Record<string, string>> {
  const modules = Object.keys(purposes).map((entry) => [
    entry,
    alias.find(({ find }) => find.test(entry))?.replacement,
  ]);
  return Object.fromEntries(modules);
}

/** Reads the public names, and writes every page of `docs/reference/`. */
export function referencePages(root: string, storybook: StorybookAddress): readonly GeneratedPage[] {
  const entries = readNames(root, entrySources());
  const types = entries.flatMap(({ names }) => names.flatMap((name) => name.types));
  const components = componentPages(root, { components: readPropTables(root), types }, storybook);
  return [
    { path: 'reference/index.md', title: 'Overview', group: 'API', text: overviewPage(entries, components) },
    ...entries.flatMap((entry) =>
      splitEntry(entry).map(({ names, isTypes }) => ({
        path: `reference/${pageOf(entry.entry)}${isTypes ? '-types' : ''}.md`,
        title: isTypes ? `${entry.entry}: types` : entry.entry,
        group: 'API' as const,
        text: entryPage({ ...entry, names }, pagesByName(components, entry), isTypes),
      })),
    ),
    ...components.map(({ slug, title, text }) => ({
      path: `reference/components/${slug}.md`,
      title,
      group: 'Components' as const,
      text,
    })),
    { path: 'reference/events.md', title: 'Run events', group: 'Tables', text: eventsPage(root) },
    { path: 'reference/outcomes.md', title: 'Outcomes and call ends', group: 'Tables', text: outcomesPage(root) },
    { path: 'reference/strings.md', title: 'Strings', group: 'Tables', text: stringsPage() },
    { path: 'reference/css-variables.md', title: 'CSS variables', group: 'Tables', text: variablesPage(root) },
    { path: 'reference/keyboard.md', title: 'Keyboard', group: 'Tables', text: keyboardPage() },
  ];
}

/** The names of the pages of an entry. A large one has its types on a page of their own. */
function splitEntry({
  names,
}: EntryNames): readonly { readonly names: EntryNames['names']; readonly isTypes: boolean }[] {
  if (names.length < 100) return [{ names, isTypes: false }];
  return [false, true].map((isTypes) => ({
    names: names.filter(({ kind }) => (kind === 'type') === isTypes),
    isTypes,
  }));
}

function pagesByName(components: readonly ComponentPage[], { entry, names }: EntryNames): ReadonlyMap<string, string> {
  const pages = new Map<string, string>(
    components.flatMap(({ slug, names: shown }) => shown.map((name) => [name, `components/${slug}.md`] as const)),
  );
  // A component of another entry has no page of its own.
  const own = entry === 'countersign/components' ? [] : names.filter(({ kind }) => kind === 'component');
  for (const { name } of own) if (!pages.has(name)) pages.set(name, `${pageOf(entry)}.md`);
  return pages;
}

function overviewPage(entries: readonly EntryNames[], components: readonly ComponentPage[]): string {
  return toPage(
    '# Reference',
    'Every public name, from the comments in the source.',
    '## Entries',
    toTable(
      ['Import from', 'Contents', 'Names'],
      entries.map(({ entry, names }) => [
        `[\`${entry}\`](${pageOf(entry)}.md)`,
        purposes[entry] ?? '',
        String(names.length),
      ]),
    ),
    '## Components',
    components.map(({ slug, title }) => `[${title}](components/${slug}.md)`).join(' · '),
    '## Tables',
    [
      '- [Run events](events.md)',
      '- [Outcomes and call ends](outcomes.md)',
      '- [Errors](../errors.md)',
      '- [Strings](strings.md)',
      '- [CSS variables](css-variables.md)',
      '- [Keyboard](keyboard.md)',
    ].join('\n'),
  );
}
