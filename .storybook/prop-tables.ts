import {
  API,
  type Checker,
  type Symbol as Named,
  NodeBuilderFlags,
  type Project,
  SignatureKind,
  SymbolFlags,
  type Type,
} from 'typescript/unstable/sync';
import {
  type PartStyling,
  type Rendering,
  readRendering,
  readStyleVariables,
  readTokens,
  type StyleVariables,
} from './reference/styling.js';

/** A prop in a table. */
export interface PropEntry {
  readonly required: boolean;
  readonly description: string;
  /** The type, as TypeScript prints it. */
  readonly type: string;
  /** The possible values, if the type is a union of strings. */
  readonly choices?: readonly string[];
  /** The default value, according to the comment. */
  readonly defaultValue?: string;
}

/** A component of the public entry: a single one, or a part of a namespace. */
export interface ComponentEntry {
  /** The name in an app: `ApprovalCard`, `Approval.Title`. */
  readonly name: string;
  /** The file that declares it, and its name there. */
  readonly file: string;
  readonly localName: string;
  readonly description: string;
  /** The required ones first. */
  readonly props: Readonly<Record<string, PropEntry>>;
  /** The attributes and variables to style it by. Absent without an element of its own. */
  readonly styling?: PartStyling;
}

/**
 * Reads the props of every component and part of `countersign/components` from the types: with inherited props, and
 * without the attributes of the element.
 */
export function readPropTables(root: string): readonly ComponentEntry[] {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects()[0];
    if (project === undefined) throw new Error('tsconfig.json names no project, so no prop table can be made.');
    const styles = { variables: readStyleVariables(root), tokens: readTokens(root) };
    return publicNames(project, `${root}/src/components/index.ts`).flatMap((named) =>
      describeComponent(project, named, styles),
    );
  } finally {
    api.close();
  }
}

/** An export with its name in an app. */
export type PublicName = readonly [name: string, symbol: Named];

/** Returns the exports of the entry, with the members of its namespaces. */
export function publicNames({ checker, program }: Project, entry: string): readonly PublicName[] {
  const file = program.getSourceFile(entry);
  const exported = file && checker.getSymbolAtLocation(file);
  if (exported === undefined) throw new Error(`${entry} exports nothing, so no prop table can be made.`);
  return checker.getExportsOfModule(exported).flatMap((symbol): readonly PublicName[] => {
    const named = behind(checker, symbol);
    return (named.flags & SymbolFlags.ValueModule) === 0
      ? [[symbol.name, named]]
      : checker
          .getExportsOfModule(named)
          .map((part): PublicName => [`${symbol.name}.${part.name}`, behind(checker, part)]);
  });
}

function behind(checker: Checker, symbol: Named): Named {
  return (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

interface Styles {
  readonly variables: StyleVariables;
  readonly tokens: Readonly<Record<string, string>>;
}

function describeComponent(project: Project, [name, symbol]: PublicName, styles: Styles): readonly ComponentEntry[] {
  const { checker } = project;
  const type = symbol.valueDeclaration && checker.getTypeOfSymbol(symbol);
  if (type === undefined || !/(?:^|\.)[A-Z]/.test(name.replace(/^.*\./, ''))) return [];
  const [call] = checker.getSignaturesOfType(type, SignatureKind.Call);
  if (call === undefined) return [];
  const [parameter] = call.getParameters();
  const props = parameter && checker.getTypeOfSymbol(parameter);
  const file = symbol.valueDeclaration?.path ?? '';
  const rendering = readRendering(file, symbol.name);
  return [
    {
      name,
      file,
      ...(rendering.name === undefined && rendering.inside.length === 0
        ? {}
        : { styling: stylingOf(rendering, readState(checker, props), styles) }),
      localName: symbol.name,
      description: textOf(checker, symbol),
      props: props === undefined ? {} : readProps(checker, props),
    },
  ];
}

function stylingOf(
  { name, tag, inside }: Rendering,
  state: PartStyling['state'],
  { variables, tokens }: Styles,
): PartStyling {
  const rows = [...(name === undefined ? [] : [name]), ...inside].map((selector) => ({
    selector,
    variables: [...(variables.get(selector) ?? [])].sort(),
  }));
  const used = rows.flatMap((row) => row.variables);
  const defaults = Object.fromEntries(Object.entries(tokens).filter(([token]) => used.includes(token)));
  return { tag, name, state, rows, defaults };
}

/** Reads the state that a part passes to `className`: each member is a `data-*` attribute of its element. */
function readState(checker: Checker, props: Type | undefined): PartStyling['state'] {
  const shapes = props === undefined ? [] : props.isUnionType() ? props.getTypes() : [props];
  const className = shapes
    .flatMap((shape) => checker.getPropertiesOfType(shape))
    .find((prop) => prop.name === 'className');
  const type = className && checker.getTypeOfSymbol(className);
  const members = type === undefined ? [] : type.isUnionType() ? type.getTypes() : [type];
  const [call] = members.flatMap((member) => checker.getSignaturesOfType(member, SignatureKind.Call));
  const [parameter] = call?.getParameters() ?? [];
  const state = parameter && checker.getTypeOfSymbol(parameter);
  if (state === undefined) return [];
  return checker.getPropertiesOfType(state).map((member) => {
    const { description, type } = readProp(checker, member)[1];
    const attribute = `data-${member.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return { attribute, values: type, description };
  });
}

/** Merges the props of a union of shapes. A prop is required if every shape requires it. */
export function readProps(checker: Checker, type: Type): Readonly<Record<string, PropEntry>> {
  const shapes = (type.isUnionType() ? type.getTypes() : [type]).map((shape) =>
    checker
      .getPropertiesOfType(shape)
      .filter(({ declarations }) => declarations.some(({ path }) => path.includes('/src/')))
      .map((prop) => readProp(checker, prop)),
  );
  const every = shapes.map((shape) => new Map(shape));
  const entries = shapes
    .flat()
    .filter(([, { type }]) => type !== 'undefined')
    .map(([name, prop]): readonly [string, PropEntry] => [
      name,
      { ...prop, required: every.every((shape) => shape.get(name)?.required === true) },
    ]);
  return Object.fromEntries(entries.sort(([, one], [, other]) => Number(other.required) - Number(one.required)));
}

function readProp(checker: Checker, prop: Named): readonly [name: string, prop: PropEntry] {
  const type = checker.getTypeOfSymbol(prop);
  const comment = prop.getDocumentationComment(checker);
  const [, word, number] = /\bDefault:? (?:`([^`]+)`|(\d[\d,.]*\d|\d))/.exec(comment) ?? [];
  const given = word ?? number;
  const entry: PropEntry = {
    required: (prop.flags & SymbolFlags.Optional) === 0,
    description: plainLinks(comment),
    ...(type === undefined ? { type: 'unknown' } : readType(checker, type)),
    ...(given === undefined ? {} : { defaultValue: given }),
  };
  return [prop.name, entry];
}

/** Formats a union of strings as choices, and any other type as TypeScript prints it. */
function readType(checker: Checker, type: Type): Pick<PropEntry, 'type' | 'choices'> {
  const members = (type.isUnionType() ? type.getTypes() : [type]).filter(
    (each) => checker.typeToString(each) !== 'undefined',
  );
  if (members.length > 0 && members.every((each) => each.isStringLiteralType())) {
    const choices = members.map((each) => checker.typeToString(each).slice(1, -1));
    return { type: choices.map((choice) => `'${choice}'`).join(' | '), choices };
  }
  const written = checker.typeToString(type, undefined, NodeBuilderFlags.NoTruncation).replace(/ \| undefined$/, '');
  return { type: written.replaceAll('ReactElement<unknown, string | JSXElementConstructor<any>>', 'ReactElement') };
}

/** Returns the comment with its examples as code, since tags are not part of the text. */
export function textOf(checker: Checker, symbol: Named): string {
  const examples = symbol
    .getJsDocTags(checker)
    .filter(({ name }) => name === 'example')
    .map(({ text }) => `\`\`\`tsx\n${String(text ?? '').trim()}\n\`\`\``);
  return [plainLinks(symbol.getDocumentationComment(checker)), ...examples].filter((text) => text !== '').join('\n\n');
}

function plainLinks(text: string): string {
  return text.replace(/\{@link (\w+)\}/g, '`$1`');
}
