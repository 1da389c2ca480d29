import { membersOf, type ReadSibling, readModule, resolved, type StoryModule, written } from './story-module.js';
import { child, children, nameOf, namesIn, type Syntax, statementsOf } from './syntax.js';

/** The rendered output of a story, as statements of a component. */
interface Rendered {
  readonly body: string;
  readonly needsRun: boolean;
}

type Members = ReadonlyMap<string, Syntax>;

/** The options of a conversation in a script of a story, with their names in `useAgentRun`. */
const runOptions: Readonly<Record<string, string>> = {
  expiry: 'expiry',
  sendDelay: 'sendDelay',
  policy: 'policy',
  grants: 'grants',
  clientTools: 'clientTools',
  handler: 'deferredToolHandler',
};

/**
 * Returns the code that an app needs to show what each story shows: the component with its props, its run, and all
 * referenced declarations. The result is by story name.
 */
export function storyCode(text: string, readSibling: ReadSibling): Readonly<Record<string, string>> {
  const module = readModule(text, readSibling);
  const meta = membersOf(module, module.declared.get('meta')?.value);
  return Object.fromEntries(module.stories.map((name) => [name, codeOf(module, meta, name)]));
}

function codeOf(module: StoryModule, meta: Members, name: string): string {
  const story = membersOf(module, module.declared.get(name)?.value);
  const args = new Map([meta, story].flatMap((each) => [...membersOf(module, resolved(module, each.get('args')))]));
  const { body, needsRun } = rendered(module, story.get('render') ?? meta.get('render'), { args, meta });
  const script = scriptOf(module, story.get('beforeEach') ?? meta.get('beforeEach'));
  const run = needsRun ? runLines(script) : { agent: [], hook: [] };
  const component = [`export function ${name}() {`, ...indented([...run.hook, body]), '}'];
  return withNames(module, [...run.agent, component.join('\n')].join('\n\n'));
}

function rendered(
  module: StoryModule,
  given: Syntax | undefined,
  { args, meta }: Readonly<{ args: Members; meta: Members }>,
): Rendered {
  const render = resolved(module, given);
  const isShown = nameOf(child(render, 'callee')) === 'showRun';
  const shown = isShown ? resolved(module, children(render, 'arguments')[0]) : render;
  const [first, second] = children(shown, 'params');
  const component = meta.get('component');
  const takesContext = !isShown && second !== undefined;
  if (shown === undefined || takesContext) {
    const tag = component === undefined ? 'div' : written(module, component);
    return {
      body: `return ${element(module, takesContext ? `${tag} run={run}` : tag, args)};`,
      needsRun: takesContext,
    };
  }
  const body = child(shown, 'body');
  const text = body === undefined ? '' : outdented(written(module, body));
  const statements = body?.type === 'BlockStatement' ? outdented(text.slice(1, -1)) : `return ${text};`;
  const taken = isShown ? second : first;
  const needsRun = isShown && first !== undefined;
  if (taken === undefined) return { body: statements, needsRun };
  const spread = `{...${nameOf(taken)}}`;
  const direct = statements.replace(` ${spread}`, attributes(module, args));
  if (taken.type === 'Identifier' && !new RegExp(`\\b${nameOf(taken)}\\b`).test(direct))
    return { body: direct, needsRun };
  return { body: `const ${written(module, taken)} = ${objectOf(module, args)};\n${statements}`, needsRun };
}

/** The options of a story's run as source text, by name. `turns` is the script of its model. */
type Script = ReadonlyMap<string, string>;

function scriptOf(module: StoryModule, beforeEach: Syntax | undefined): Script {
  const call = resolved(module, beforeEach);
  const helper = resolved(module, child(call, 'callee'));
  const given = helper?.type === 'ArrowFunctionExpression' ? child(helper, 'body') : call;
  const script = resolved(module, children(given, 'arguments')[0]);
  if (nameOf(child(given, 'callee')) !== 'setUpRun') return new Map();
  const asked = nameOf(child(script, 'callee')) === 'externalToolScript';
  const members = membersOf(module, asked ? resolved(module, children(script, 'arguments')[0]) : script);
  // A parameter of a helper has the value that the story passes.
  const parameters = children(helper, 'params').map(nameOf);
  const say = (value: Syntax): string =>
    outdented(written(module, children(call, 'arguments')[parameters.indexOf(nameOf(value))] ?? value));
  const said = new Map([...members].map(([name, value]) => [name, say(value)]));
  if (!asked) return said;
  const input = said.get('input') ?? '{}';
  return new Map([
    ['turns', `[{ calls: [{ toolName: 'ask', input: ${input} }] }, 'Thanks.']`],
    ['clientTools', `{ ask: ${said.get('clientTool') ?? '{}'} }`],
  ]);
}

function runLines(script: Script): { readonly agent: readonly string[]; readonly hook: readonly string[] } {
  const options = [...script].flatMap(([name, text]) => {
    const option = runOptions[name];
    return option === undefined ? [] : [option === text ? option : `${option}: ${text}`];
  });
  const all = ['agent', ...options];
  const list = all.some((each) => each.includes('\n'))
    ? `{\n${indented([all.join(',\n')]).join('\n')},\n}`
    : `{ ${all.join(', ')} }`;
  return {
    agent: [
      'declare const tools: Record<string, Tool>; // those of your app',
      `const agent = createAgent({ model: scriptedModel(${script.get('turns') ?? '[]'}), tools });`,
    ],
    hook: [`const run = useAgentRun(${list});`],
  };
}

function element(module: StoryModule, tag: string, args: Members): string {
  const inner = args.get('children');
  const list = inner?.type === 'ArrayExpression' ? children(inner, 'elements') : [];
  if (list.length === 0) return `<${tag}${attributes(module, args)} />`;
  const rest = new Map([...args].filter(([name]) => name !== 'children'));
  const lines = list.map((each) => written(module, each).replace(/ key="[^"]*"/, ''));
  return `(<${tag}${attributes(module, rest)}>\n${lines.join('\n')}\n</${tag.split(' ')[0]}>)`;
}

function attributes(module: StoryModule, args: Members): string {
  return [...args]
    .map(([name, value]) => {
      const text = argument(module, value);
      return /^'[^'"\\]*'$/.test(text) ? ` ${name}="${text.slice(1, -1)}"` : ` ${name}={${text}}`;
    })
    .join('');
}

function objectOf(module: StoryModule, args: Members): string {
  return `{ ${[...args].map(([name, value]) => `${name}: ${argument(module, value)}`).join(', ')} }`;
}

/** Returns the args of a story as in an app. A spy becomes an app's own function. */
function argument(module: StoryModule, value: Syntax): string {
  if (nameOf(child(value, 'callee')) !== 'fn') return outdented(written(module, value));
  const [does] = children(value, 'arguments');
  return does === undefined ? '() => {}' : outdented(written(module, does));
}

/** Prepends the imports and declarations that some code uses, from its module and from readable sibling modules. */
function withNames(module: StoryModule, code: string): string {
  const found: Found = { declarations: new Map(), imports: new Map(), seen: new Set(module.stories) };
  collect(found, code, module);
  for (const [name, from] of Object.entries(ownNames))
    if (new RegExp(`\\b${name.replace('type ', '')}\\b`).test(code)) addImport(found, from, name);
  const lines = [...found.imports]
    .sort(([one], [other]) => Number(one.startsWith('.')) - Number(other.startsWith('.')) || one.localeCompare(other))
    .map(([from, names]) => `import { ${[...names].sort(byName).join(', ')} } from '${from}';`);
  if (found.imports.has('countersign/components')) lines.push("import 'countersign/styles.css';");
  return [lines.join('\n'), ...found.declarations.values(), code].filter((each) => each !== '').join('\n\n');
}

/** The names that some code uses, while they are collected. */
interface Found {
  /** Declarations by name, in source order. */
  readonly declarations: Map<string, string>;
  readonly imports: Map<string, Set<string>>;
  readonly seen: Set<string>;
}

/** The names in the code around a run, with their modules. */
const ownNames: Readonly<Record<string, string>> = {
  createAgent: 'countersign',
  'type Tool': 'countersign',
  useAgentRun: 'countersign',
  scriptedModel: 'countersign/testing',
};

function collect(found: Found, code: string, module: StoryModule): void {
  for (const name of namesIn(statementsOf(code))) {
    if (found.seen.has(name)) continue;
    const declared = module.declared.get(name);
    if (declared !== undefined) {
      found.seen.add(name);
      const declaration = written(module, declared.statement);
      collect(found, declaration, module);
      found.declarations.set(name, declaration);
    }
    const from = module.imported.get(name);
    if (from === undefined) continue;
    const text = from.from.startsWith('.') ? module.readSibling(from.from) : undefined;
    const sibling = text === undefined ? undefined : readModule(text, module.readSibling);
    if (sibling?.declared.has(name)) collect(found, name, sibling);
    else addImport(found, from.from, `${from.isType ? 'type ' : ''}${from.name}`);
    found.seen.add(name);
  }
}

function addImport({ imports }: Found, from: string, name: string): void {
  imports.set(from, (imports.get(from) ?? new Set()).add(name));
}

function byName(one: string, other: string): number {
  return one.replace('type ', '').localeCompare(other.replace('type ', ''));
}

function indented(blocks: readonly string[]): readonly string[] {
  return blocks.map((block) => block.replaceAll(/^(?=.)/gm, '  '));
}

/** Removes the common indentation of all lines but the first. */
function outdented(text: string): string {
  const [first = '', ...rest] = text.replace(/^\n+|\s+$/g, '').split('\n');
  const depths = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const depth = Math.min(...depths);
  return [first.trimStart(), ...rest.map((line) => line.slice(depth))].join('\n');
}
