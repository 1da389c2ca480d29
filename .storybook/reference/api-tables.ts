import { API, type Checker, NodeBuilderFlags, type Project, SignatureKind, type Type } from 'typescript/unstable/sync';
import { type PropEntry, type PublicName, publicNames, readProps, textOf } from '../prop-tables.js';

/** A hook or a function of a public entry. */
export interface ApiEntry {
  readonly name: string;
  /** The module that an app imports it from. */
  readonly from: string;
  readonly description: string;
  /** The parameters and the result, as TypeScript prints them. */
  readonly signature: string;
  readonly parameters: readonly ApiParameter[];
}

/** A parameter, with its members if it is an object of the kit's own. */
interface ApiParameter {
  readonly name: string;
  readonly type: string;
  readonly members: Readonly<Record<string, PropEntry>>;
}

/** The public entries by the name that an app imports, with their source. */
const entries: Readonly<Record<string, string>> = {
  countersign: 'src/index.ts',
  'countersign/components': 'src/components/index.ts',
  'countersign/server': 'src/server/index.ts',
  'countersign/persistence': 'src/persistence/index.ts',
  'countersign/postgres': 'src/postgres/index.ts',
  'countersign/dbos': 'src/dbos/index.ts',
  'countersign/markdown': 'src/markdown/index.ts',
  'countersign/json-schema': 'src/json-schema/index.ts',
  'countersign/mcp': 'src/mcp/index.ts',
  'countersign/telemetry': 'src/telemetry/index.ts',
  'countersign/testing': 'src/testing/index.ts',
  'countersign/testing/react': 'src/testing/react/index.ts',
};

/** Reads the hooks and functions of every public entry from the types. */
export function readApi(root: string): readonly ApiEntry[] {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects()[0];
    if (project === undefined) throw new Error('tsconfig.json names no project, so the functions cannot be listed.');
    return Object.entries(entries).flatMap(([from, file]) =>
      publicNames(project, `${root}/${file}`).flatMap((named) => describeFunction(project, named, from)),
    );
  } finally {
    api.close();
  }
}

function describeFunction({ checker }: Project, [name, symbol]: PublicName, from: string): readonly ApiEntry[] {
  if (!/^[a-z]\w*$/.test(name) || symbol.valueDeclaration === undefined) return [];
  const type = checker.getTypeOfSymbol(symbol);
  const [call] = type === undefined ? [] : checker.getSignaturesOfType(type, SignatureKind.Call);
  if (type === undefined || call === undefined) return [];
  return [
    {
      name,
      from,
      description: textOf(checker, symbol),
      signature: printed(checker, type),
      parameters: call.getParameters().map((parameter) => {
        const given = checker.getTypeOfSymbol(parameter);
        return {
          // A destructured parameter has a generated name.
          name: parameter.name.replace(/^__.*/, 'options'),
          type: given === undefined ? 'unknown' : printed(checker, given),
          members: given === undefined ? {} : membersOf(checker, given),
        };
      }),
    },
  ];
}

/** Returns the members of options, which are plain objects of the kit. */
function membersOf(checker: Checker, type: Type): Readonly<Record<string, PropEntry>> {
  const printedType = printed(checker, type);
  return /Options|Input|Settings|^\{/.test(printedType) ? readProps(checker, type) : {};
}

function printed(checker: Checker, type: Type): string {
  return checker.typeToString(type, undefined, NodeBuilderFlags.NoTruncation).replace(/ \| undefined$/, '');
}
