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
  readonly props: Readonly<Record<string, PropEntry>>;
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
    return publicNames(project, `${root}/src/components/index.ts`).flatMap((named) =>
      describeComponent(project, named),
    );
  } finally {
    api.close();
  }
}

type PublicName = readonly [name: string, symbol: Named];

/** Returns the exports of the entry, with the members of its namespaces. */
function publicNames({ checker, program }: Project, entry: string): readonly PublicName[] {
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

function describeComponent(project: Project, [name, symbol]: PublicName): readonly ComponentEntry[] {
  const { checker } = project;
  const type = symbol.valueDeclaration && checker.getTypeOfSymbol(symbol);
  if (type === undefined || !/(?:^|\.)[A-Z]/.test(name.replace(/^.*\./, ''))) return [];
  const [call] = checker.getSignaturesOfType(type, SignatureKind.Call);
  if (call === undefined) return [];
  const [parameter] = call.getParameters();
  const props = parameter && checker.getTypeOfSymbol(parameter);
  return [
    {
      name,
      file: symbol.valueDeclaration?.path ?? '',
      localName: symbol.name,
      description: textOf(checker, symbol),
      props: props === undefined ? {} : readProps(checker, props),
    },
  ];
}

/** Merges the props of a union of shapes. A prop is required if every shape requires it. */
function readProps(checker: Checker, type: Type): Readonly<Record<string, PropEntry>> {
  const shapes = (type.isUnionType() ? type.getTypes() : [type]).map((shape) =>
    checker
      .getPropertiesOfType(shape)
      .filter(({ declarations }) => declarations.some(({ path }) => path.includes('/src/')))
      .map((prop) => readProp(checker, prop)),
  );
  const every = shapes.map((shape) => new Map(shape));
  return Object.fromEntries(
    shapes
      .flat()
      .filter(([, { type }]) => type !== 'undefined')
      .map(([name, prop]) => [name, { ...prop, required: every.every((shape) => shape.get(name)?.required === true) }]),
  );
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
function textOf(checker: Checker, symbol: Named): string {
  const examples = symbol
    .getJsDocTags(checker)
    .filter(({ name }) => name === 'example')
    .map(({ text }) => `\`\`\`tsx\n${String(text ?? '').trim()}\n\`\`\``);
  return [plainLinks(symbol.getDocumentationComment(checker)), ...examples].filter((text) => text !== '').join('\n\n');
}

function plainLinks(text: string): string {
  return text.replace(/\{@link (\w+)\}/g, '`$1`');
}
