import { findCycles, loadedFrom, type ModuleGraph } from './module-graph.js';

/** The folders of src/ that each folder may import, besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  tools: ['protocol'],
  approval: ['protocol'],
  agent: ['protocol', 'tools', 'approval'],
  // Agents that run elsewhere. They share the runs and batches of the loop.
  remote: ['protocol', 'tools', 'approval', 'agent', 'json-schema'],
  conversation: ['protocol', 'approval', 'agent'],
  feed: ['protocol', 'approval', 'conversation', 'words'],
  form: ['protocol'],
  persistence: ['protocol', 'approval', 'agent', 'conversation'],
  server: ['protocol', 'approval', 'agent', 'remote', 'conversation', 'persistence', 'json-schema'],
  postgres: ['protocol', 'agent', 'remote', 'persistence', 'server'],
  dbos: ['protocol', 'agent', 'remote', 'server', 'postgres'],
  hooks: ['protocol', 'tools', 'approval', 'agent', 'remote', 'conversation', 'persistence'],
  components: ['protocol', 'approval', 'conversation', 'feed', 'form', 'words', 'hooks'],
  markdown: ['approval', 'words', 'components'],
  // Every string of the interface. Their types come from the English tables.
  words: ['protocol', 'approval', 'conversation', 'form'],
  testing: [
    'protocol',
    'tools',
    'approval',
    'agent',
    'remote',
    'conversation',
    'persistence',
    'server',
    'hooks',
    'components',
  ],
  'json-schema': ['protocol', 'tools'],
  mcp: ['protocol', 'tools', 'agent', 'json-schema'],
  telemetry: ['protocol'],
};

/** The same for the rooms within a folder. `''` stands for the files directly in the folder. */
const roomsMayImport: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // Views over events: the state of each call, the text of each stream.
  protocol: { '': ['base', 'foreign'], base: [], foreign: ['base'], ledger: ['', 'base'] },
  // The output types of an agent, and the markers of its output tools.
  tools: { '': ['output'], output: [''] },
  approval: {
    broker: ['grants', 'edit'],
    // A call whose input replaces the model's.
    edit: [''],
    // Titles and cautious redaction: the loop never loads the full checks.
    '': ['deceptive'],
    record: ['edit', 'grants', 'policy', 'redaction'],
    grants: ['', 'policy', 'reading'],
    policy: ['reading'],
    redaction: [],
    deceptive: ['reading'],
    // Alternative readings of a path, a host or a name.
    reading: [],
  },
  agent: {
    '': ['launch', 'loop', 'batch', 'calls', 'middleware', 'policy', 'run', 'model', 'plumbing'],
    // Names, schemas and files in the form that strict providers accept.
    fit: ['run'],
    // Starts runs of every kind.
    launch: ['batch', 'run', 'plumbing'],
    loop: ['launch', 'batch', 'calls', 'middleware', 'policy', 'run', 'model', 'plumbing'],
    batch: ['calls', 'middleware', 'policy', 'run', 'model', 'plumbing'],
    calls: ['middleware', 'policy', 'run', 'model', 'plumbing'],
    // Middleware of the app.
    middleware: ['run', 'plumbing'],
    policy: ['run', 'plumbing'],
    run: ['model', 'plumbing'],
    model: ['failures', 'fit', 'plumbing'],
    // Failed model requests: whether to retry, and the error that the app receives.
    failures: ['plumbing'],
    plumbing: ['fit'],
  },
  remote: {
    // The loop of an agent whose model requests go to a server, and the transports as an app names them.
    '': ['ag-ui', 'ui-stream'],
    'ag-ui': ['ui-stream'],
    'ui-stream': [],
    // Both sides of a run server share its records.
    'run-protocol': ['', 'ui-stream'],
    // A port carries the run protocol.
    port: ['run-protocol'],
  },
  conversation: {
    '': ['messages', 'state'],
    messages: ['state'],
    state: [],
  },
  persistence: {
    '': ['plugin', 'tabs', 'conversations', 'runs', 'records', 'tables'],
    // Persists a conversation in any repository.
    plugin: [],
    tabs: ['plugin', 'conversations', 'runs', 'records'],
    conversations: ['plugin', 'runs', 'records', 'tables'],
    runs: ['records', 'tables'],
    records: ['tables'],
    tables: [],
  },
  server: {
    '': ['turn', 'port', 'local', 'runs', 'streams', 'request', 'wire', 'admission'],
    port: ['local', 'runs', 'request'],
    turn: ['runs', 'request', 'wire', 'admission'],
    // Executes runs in this process.
    local: ['runs', 'lists', 'streams', 'request'],
    // Functions for operators over any store.
    operations: ['runs', 'lists', 'request'],
    runs: ['lists', 'streams', 'request', 'wire', 'admission'],
    lists: ['request'],
    streams: ['request', 'wire'],
    // Limits on requests, and probes.
    admission: ['request'],
    request: [],
    wire: [],
  },
  // Connections know no tables.
  postgres: { '': ['connection', 'operations'], connection: [], operations: [''], retention: [''] },
  words: { '': ['english'], english: [''], arabic: ['', 'english'], german: ['', 'english'] },
  // React has a separate entry, so that apps without React can use the rest.
  testing: { '': [], react: [''] },
  components: {
    // Formats of numbers and times, and fallbacks for missing browser features.
    '': ['part'],
    part: [],
    // Loads views on first use.
    lazy: ['', 'part'],
    shared: ['', 'part', 'value'],
    value: ['', 'part'],
    arming: [''],
    preview: ['', 'part', 'value', 'arming'],
    form: ['', 'part', 'value'],
    grants: ['', 'part', 'shared', 'value'],
    card: ['', 'part', 'shared', 'grants'],
    aside: ['', 'part', 'shared', 'value', 'preview', 'composer'],
    approval: ['', 'part', 'shared', 'lazy', 'value', 'aside', 'arming', 'preview', 'form', 'grants', 'card'],
    tools: ['', 'part', 'shared', 'value', 'arming', 'form'],
    elicitation: ['', 'part', 'shared', 'value', 'form', 'tools'],
    outlet: ['', 'part', 'shared', 'value', 'card', 'tools'],
    batch: ['', 'part', 'shared', 'value', 'arming', 'card', 'approval', 'outlet'],
    attention: ['', 'part', 'shared', 'value', 'card'],
    composer: ['', 'part', 'shared', 'card'],
    chat: ['', 'part', 'shared', 'value', 'aside', 'card', 'approval', 'batch', 'outlet', 'composer'],
    feed: ['', 'part', 'shared', 'value', 'card'],
    suggestions: ['', 'part', 'value', 'composer'],
    meter: ['', 'part'],
    decisions: ['', 'card', 'part', 'shared', 'value'],
    inbox: ['', 'part', 'shared', 'value', 'card', 'approval', 'batch', 'decisions'],
    conversations: ['', 'part', 'shared', 'value', 'attention'],
  },
};

/**
 * The maximum number of files per folder, not counting barrels. `largeFolders` gives the reason for each
 * exception.
 */
const most = 16;
const largeFolders: Readonly<Record<string, string>> = {
  'src/components/approval': 'one file a part of the card, and the card itself',
  'src/components/batch': 'one file a part of a batch, and the queue itself',
  'src/components/form': 'one file a control, and the form itself',
  'src/components/value': 'one file a type of value',
};

/** The packages that each folder or room may import as values. Types of declared packages are always allowed. */
const mayLoad: Readonly<Record<string, readonly string[]>> = {
  remote: ['eventsource-parser'],
  conversation: ['zustand/vanilla'],
  persistence: ['idb', 'zod/mini'],
  server: ['zod/mini'],
  postgres: ['pg'],
  dbos: ['@dbos-inc/dbos-sdk', 'pg'],
  hooks: ['react', 'zustand'],
  // `diff` is loaded on demand; size.test.ts checks that it is not part of the first load.
  components: ['react', 'react-dom', 'diff'],
  markdown: ['react', 'marked'],
  testing: ['zod'],
  'testing/react': ['react'],
  'json-schema': ['@cfworker/json-schema'],
  telemetry: ['@opentelemetry/api'],
};

/** Files that only re-export. */
const barrels = [
  'src/index.ts',
  'src/core.ts',
  'src/components/index.ts',
  'src/words/arabic/index.ts',
  'src/words/german/index.ts',
  'src/testing/index.ts',
  'src/testing/react/index.ts',
  'src/markdown/index.ts',
  'src/persistence/index.ts',
  'src/json-schema/index.ts',
  'src/server/index.ts',
  'src/postgres/index.ts',
  'src/dbos/index.ts',
  'src/mcp/index.ts',
  'src/telemetry/index.ts',
];

const publicEntries = [
  '',
  '/core',
  '/components',
  '/languages/ar',
  '/languages/de',
  '/testing',
  '/testing/react',
  '/markdown',
  '/persistence',
  '/json-schema',
  '/dbos',
  '/postgres',
  '/server',
  '/mcp',
  '/telemetry',
  '/styles.css',
].map((path) => `countersign${path}`);

function folderOf(path: string): string {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? '';
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The room of a file within its folder; `''` for a file directly in the folder. */
function roomOf(path: string): string {
  return /^src\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? '';
}

/**
 * Returns `true` for a file that only re-exports (an entry, or the parts of a namespace). No export budget
 * applies to it.
 */
export function isBarrel(path: string): boolean {
  return barrels.includes(path) || path.endsWith('.parts.ts');
}

/** Returns every violation of DESIGN.md's layout in src/, as a sentence. */
export function checkSource(graph: ModuleGraph, declaredPackages: readonly string[]): string[] {
  const problems = findCycles(graph).map((cycle) => `cycle: ${cycle}`);
  for (const [path, node] of graph) {
    problems.push(...node.dangling.map((specifier) => `${path} imports ${specifier}, which does not exist`));
    problems.push(
      ...checkFolders(path, node),
      ...checkRooms(path, node),
      ...checkPackages(path, node, declaredPackages),
    );
    if (isBarrel(path) && !passesNamesOn(node)) problems.push(`${path} may only pass names on: export { … } from '…'`);
  }
  return [
    ...problems,
    ...checkSizes(graph),
    ...checkCore(graph),
    ...checkEntriesWithoutReact(graph),
    ...checkSeam(graph),
  ];
}

/**
 * The public names of each folder, listed so that a name becomes public only on purpose. The main entry is the
 * core and the hooks.
 */
function passesNamesOn({ isBarrel: only, passesWhole }: Node): boolean {
  return only && passesWhole.every((specifier) => specifier === './core.js');
}

type Node = ModuleGraph extends ReadonlyMap<string, infer Value> ? Value : never;

function checkFolders(path: string, node: Node): string[] {
  const folder = folderOf(path);
  if (folder === '')
    return isBarrel(path) ? [] : [`${path} lies in no folder; only index.ts and core.ts lie at the top`];
  const allowed = mayImport[folder];
  if (!allowed) return [`${path} lies in a folder that DESIGN.md does not name`];
  return node.edges
    .filter(({ to }) => folderOf(to) !== folder && !allowed.includes(folderOf(to)))
    .map(({ to }) => `${path} imports ${to}: ${folder} may import ${allowed.join(', ') || 'nothing'}`);
}

function checkRooms(path: string, node: Node): string[] {
  const folder = folderOf(path);
  const rooms = roomsMayImport[folder];
  const room = roomOf(path);
  if (rooms === undefined) return room === '' ? [] : [`${path} lies in a room of ${folder}/, which has none`];
  const allowed = rooms[room];
  if (isBarrel(path)) return [];
  if (!allowed) return [`${path} lies in a room that nobody has named: ${folder}/${room}`];
  return node.edges
    .filter(({ to }) => folderOf(to) === folder && roomOf(to) !== room)
    .filter(({ to }) => !allowed.includes(roomOf(to)))
    .map(({ to }) => `${path} imports ${to}: ${folder}/${room} may import ${allowed.join(', ') || 'nothing'}`);
}

function checkSizes(graph: ModuleGraph): string[] {
  const counts = new Map<string, number>();
  for (const path of graph.keys()) {
    if (path.endsWith('.parts.ts')) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => {
    const isLarge = count > most;
    if (isLarge === folder in largeFolders) return [];
    return [
      isLarge
        ? `${folder} is a bag of ${count} files: split it, or say why not`
        : `${folder} has ${count} files by now: it need not be excused`,
    ];
  });
}

function checkPackages(path: string, node: Node, declared: readonly string[]): string[] {
  const allowed = mayLoad[`${folderOf(path)}/${roomOf(path)}`] ?? mayLoad[folderOf(path)] ?? [];
  return node.packages.flatMap(({ specifier, typeOnly }) => {
    if (packageOf(specifier) === 'countersign') return [`${path} imports its own package; use a relative path`];
    if (!declared.includes(packageOf(specifier)))
      return [`${path} imports ${specifier}, which package.json does not declare`];
    if (typeOnly || allowed.includes(specifier)) return [];
    return [`${path} imports ${specifier} as a value: only its types are free here`];
  });
}

/** The core runs in a worker and on a server. */
function checkCore(graph: ModuleGraph): string[] {
  return [...loadedFrom(graph, 'src/core.ts')]
    .filter(
      (path) =>
        ['hooks', 'components', 'markdown', 'words', 'testing'].includes(folderOf(path)) || path === 'src/index.ts',
    )
    .map((path) => `src/core.ts loads ${path}, which is React's side`);
}

/** The entries that need React. All others work without it. */
const reactEntries: readonly string[] = [
  'src/index.ts',
  'src/components/index.ts',
  'src/markdown/index.ts',
  'src/testing/react/index.ts',
];

/** The entries for apps without React must not load React, not even on demand. */
function checkEntriesWithoutReact(graph: ModuleGraph): string[] {
  return barrels
    .filter((entry) => !reactEntries.includes(entry))
    .flatMap((entry) => [...loadedFrom(graph, entry)].map((path) => ({ entry, path })))
    .filter(({ path }) =>
      // zustand's main entry also imports React.
      graph
        .get(path)
        ?.packages.some(
          ({ specifier, typeOnly }) => !typeOnly && /^(?:react|react-dom)(?:\/|$)|^zustand$/.test(specifier),
        ),
    )
    .map(({ entry, path }) => `${entry} loads ${path}, which needs React`);
}

/**
 * An app with a remote agent must not load the model layer: hooks and components only know the Agent
 * interface.
 */
function checkSeam(graph: ModuleGraph): string[] {
  const implementation = /^src\/agent\/(?:create-agent\.ts|loop\/|model\/|remote\/)/;
  return [...graph.keys()]
    .filter((path) => ['hooks', 'components', 'markdown', 'words'].includes(folderOf(path)))
    .flatMap((path) => [...loadedFrom(graph, path)].map((loaded) => ({ path, loaded })))
    .filter(({ loaded }) => implementation.test(loaded))
    .map(({ path, loaded }) => `${path} loads ${loaded}, an implementation of Agent`);
}

/**
 * Returns every import in the demo or the stories that a user of the package could not write. `also`: other
 * files of the repository that they may import.
 */
export function checkUsers(graph: ModuleGraph, also: RegExp = /\.(?:css|svg|json)$/): string[] {
  return [...graph].flatMap(([path, node]) => [
    ...node.dangling
      .filter((specifier) => !also.test(specifier))
      .map((specifier) => `${path} imports ${specifier}, which is no part of ${path.split('/', 1)[0]}`),
    ...node.packages
      // A query like `?url` tells a bundler how to import a file.
      .filter(
        ({ specifier }) =>
          packageOf(specifier) === 'countersign' && !publicEntries.includes(specifier.replace(/\?.*$/, '')),
      )
      .map(({ specifier }) => `${path} imports ${specifier}, which is no public entry`),
  ]);
}
