import { parseSync, Visitor } from 'vite';

/** One `import`, `export … from` or `import()` of a module. */
export interface ModuleImport {
  readonly specifier: string;
  /** `true` if the compiler erases it, so that the module is not loaded. */
  readonly typeOnly: boolean;
}

/** The imports and exports of a source file. */
export interface ParsedModule {
  readonly imports: readonly ModuleImport[];
  /** The number of exported names, types included. */
  readonly exportCount: number;
  /** `true` if the module only re-exports. */
  readonly isBarrel: boolean;
  /** The modules of each `export * from`. */
  readonly passesWhole: readonly string[];
}

/** Reads the imports and exports of a TypeScript module, and distinguishes types from values. */
export function parseModule(path: string, source: string): ParsedModule {
  const { module, program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const imports: ModuleImport[] = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }));
  const exported = module.staticExports.flatMap((statement) => statement.entries);
  for (const { moduleRequest, isType } of exported) {
    if (moduleRequest) imports.push({ specifier: moduleRequest.value, typeOnly: isType });
  }
  for (const { moduleRequest } of module.dynamicImports) {
    imports.push({ specifier: source.slice(moduleRequest.start, moduleRequest.end).slice(1, -1), typeOnly: false });
  }
  new Visitor({
    TSImportType: ({ source: { value } }) => imports.push({ specifier: value, typeOnly: true }),
  }).visit(program);
  const isBarrel = program.body.every(
    (node) => node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null),
  );
  const passesWhole = program.body.flatMap((node) =>
    node.type === 'ExportAllDeclaration' && node.exported === null ? [node.source.value] : [],
  );
  return { imports, exportCount: exported.length, isBarrel, passesWhole };
}
