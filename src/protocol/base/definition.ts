/** Says where a tool comes from that is not of the app's own code: from a toolset, a server. What a person allows is bound to its definition. */
export const toolOrigin: unique symbol = Symbol.for('countersign.tool-origin');

/** The parts of a tool's definition that its server can change under an unchanged name. */
export const definitionParts = ['server', 'description', 'inputSchema', 'annotations'] as const;

/** A part of a tool's definition. `description` includes the title. */
export type DefinitionPart = (typeof definitionParts)[number];

/** A digest of each part of a definition: what a person allowed is this definition, and not whatever has its name later. */
export type DefinitionDigests = Readonly<Record<DefinitionPart, string>>;

/** The parts in which two definitions differ. All of them, where only one is known. */
export function changedParts(
  before: DefinitionDigests | undefined,
  now: DefinitionDigests | undefined,
): readonly DefinitionPart[] {
  if (before === undefined && now === undefined) return [];
  return definitionParts.filter((part) => before === undefined || now === undefined || before[part] !== now[part]);
}

/** Reads digests that came from a storage or over a wire. `undefined`: they are not complete. */
export function parseDefinition(data: unknown): DefinitionDigests | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { server, description, inputSchema, annotations }: Partial<Record<DefinitionPart, unknown>> = data;
  if (typeof server !== 'string' || typeof description !== 'string') return undefined;
  if (typeof inputSchema !== 'string' || typeof annotations !== 'string') return undefined;
  return { server, description, inputSchema, annotations };
}
