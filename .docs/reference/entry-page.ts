import { toBlock, toCode, toPage, toTable, toText } from './markdown.js';
import type { EntryNames, NameEntry, NameKind, Parameter } from './read-names.js';

const headings: Readonly<Record<NameKind, string>> = {
  hook: 'Hooks',
  component: 'Components',
  function: 'Functions',
  class: 'Classes',
  constant: 'Constants',
  type: 'Types',
};

/** One sentence for each entry: the purpose, and what it needs. */
export const purposes: Readonly<Record<string, string>> = {
  countersign: 'The React hooks, and every name of `countersign/core`.',
  'countersign/core': 'The runtime without React: agents, tools, runs, approvals, conversations.',
  'countersign/components': 'The chat, the approval queue, the event feed, and the parts they are made of.',
  'countersign/languages/ar': 'All strings of the interface in Arabic.',
  'countersign/languages/de': 'All strings of the interface in German.',
  'countersign/markdown': 'Renders Markdown in messages. Needs `marked`.',
  'countersign/persistence': 'Stores conversations, runs and grants in the browser.',
  'countersign/json-schema': 'Validates tools that have only a JSON Schema. Import it once, for its effect.',
  'countersign/mcp': 'Toolsets from MCP servers.',
  'countersign/server': 'Runs agents behind HTTP, and in workers.',
  'countersign/postgres': 'Stores runs on Postgres. Needs `pg`.',
  'countersign/dbos': 'Durable runs. Needs `@dbos-inc/dbos-sdk` and `pg`.',
  'countersign/telemetry': 'OpenTelemetry spans of runs. Needs `@opentelemetry/api`.',
  'countersign/testing': 'Scripted models, virtual clocks and contracts for tests.',
  'countersign/testing/react': 'Renders an agent in a component test. Needs React.',
};

/** Returns the file name of the page of an entry: `core`, `testing-react`. */
export function pageOf(entry: string): string {
  return entry === 'countersign' ? 'countersign' : entry.replace('countersign/', '').replaceAll('/', '-');
}

/**
 * Writes the page of an entry. `componentPages` maps a component to its page, relative to this one. The types of a large
 * entry have a page of their own.
 */
export function entryPage(
  { entry, names }: EntryNames,
  componentPages: ReadonlyMap<string, string>,
  isTypes: boolean,
): string {
  const sections = Object.entries(headings).map(([kind, heading]) => {
    const own = names.filter((each) => each.kind === kind);
    if (own.length === 0) return '';
    const body =
      kind === 'component'
        ? componentList(own, componentPages)
        : own.map((each) => nameSection(each, entry)).join('\n\n');
    return `## ${heading}\n\n${body}`;
  });
  if (isTypes) return toPage(`# ${entry}: types`, `The types that \`${entry}\` exports.`, ...sections);
  return toPage(`# ${entry}`, purposes[entry] ?? '', ...sections);
}

function componentList(names: readonly NameEntry[], pages: ReadonlyMap<string, string>): string {
  const missing = names.filter(({ name }) => !pages.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`No reference page shows ${missing.join(', ')}.`);
  return toTable(
    ['Component', 'Description'],
    names.map(({ name, description }) => [`[${toCode(name)}](${pages.get(name)})`, toText(firstSentence(description))]),
  );
}

function nameSection({ name, ...entry }: NameEntry, from: string): string {
  const { description, code, parameters, members, throws, examples, kind } = entry;
  const importLine = `import { ${kind === 'type' ? 'type ' : ''}${name} } from '${from}';`;
  return toPage(
    `### ${name}`,
    toText(description),
    // The languages of the pages are checked as whole files. A declaration is not one, so it has no language of them.
    toBlock('typescript', kind === 'type' ? code : `${importLine}\n\n${code}`),
    parameterTable(parameters),
    ...parameters.map((parameter) => memberTable(parameter.members, `Members of ${toCode(parameter.name)}`)),
    memberTable(members, kind === 'type' ? 'Inherited members' : 'Members'),
    throws.length === 0
      ? ''
      : `**Throws**\n\n${throws.map((text) => `- ${toText(text.replace(/\n/g, ' '))}`).join('\n')}`,
    ...examples.map((example) => `**Example**\n\n${toBlock('typescript', example)}`),
  ).trimEnd();
}

function parameterTable(parameters: readonly Parameter[]): string {
  const described = parameters.filter(({ description }) => description !== '');
  return toTable(
    ['Parameter', 'Type', 'Description'],
    described.map(({ name, type, description }) => [toCode(name), toCode(shorten(type)), toText(description)]),
  );
}

/** Writes the members of an object. */
export function memberTable(members: Parameter['members'], title: string, column = 'Member'): string {
  const rows = Object.entries(members).map(([name, { required, type, description }]) => [
    required ? `${toCode(name)} (required)` : toCode(name),
    toCode(shorten(type)),
    toText(description),
  ]);
  return rows.length === 0 ? '' : `**${title}**\n\n${toTable([column, 'Type', 'Description'], rows)}`;
}

/** Takes paths of files out of a type, and cuts one that is too long for a cell. */
function shorten(type: string): string {
  const plain = type.replace(/import\("[^"]*"\)\./g, '').replace(/React\.(?=ReactNode)/g, '');
  return plain.length > 160 ? `${plain.slice(0, 157)}…` : plain;
}

/** Returns the first sentence of a description. */
export function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text.replace(/\s+/g, ' '))?.[0] ?? text;
}
