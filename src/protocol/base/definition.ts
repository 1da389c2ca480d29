/**
 * Marks a tool that does not come from the app's own code but from a toolset or a server. Grants for it are bound to
 * its definition.
 */
export const toolOrigin: unique symbol = Symbol.for('countersign.tool-origin');

/** The parts of a tool's definition that its server can change under an unchanged name. */
export const definitionParts = ['server', 'description', 'inputSchema', 'annotations'] as const;

/** A part of a tool's definition. `description` includes the title. */
export type DefinitionPart = (typeof definitionParts)[number];

/**
 * A digest for each part of a tool's definition. A grant is bound to it, so a later tool of the same name is not
 * covered.
 */
export type DefinitionDigests = Readonly<Record<DefinitionPart, string>>;

/** Returns the parts in which two definitions differ; all parts if only one definition is known. */
export function changedParts(
  before: DefinitionDigests | undefined,
  now: DefinitionDigests | undefined,
): readonly DefinitionPart[] {
  if (before === undefined && now === undefined) return [];
  return definitionParts.filter((part) => before === undefined || now === undefined || before[part] !== now[part]);
}

/** Parses digests from a storage or a wire. Returns `undefined` if they are incomplete. */
export function parseDefinition(data: unknown): DefinitionDigests | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { server, description, inputSchema, annotations }: Partial<Record<DefinitionPart, unknown>> = data;
  if (typeof server !== 'string' || typeof description !== 'string') return undefined;
  if (typeof inputSchema !== 'string' || typeof annotations !== 'string') return undefined;
  return { server, description, inputSchema, annotations };
}
