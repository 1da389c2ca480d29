/** Separates a derived id from its parent. Escaped parts never contain it. */
const separator = '~';

/**
 * Derives an id from another one: for a sub-agent's run from its call, for a batch from its run, for a journal step
 * from the batch. Different
 * arguments never produce the same id, whatever characters models, clients and other servers put into the parts.
 *
 * @param parent the id that the new one belongs to; empty for an id at the top of its namespace.
 * @param kind the kind of thing that gets the id. Ids of different kinds differ.
 * @param parts distinguish it from its siblings. Each is escaped.
 * @example derivedId('r1', 'batch', 2, 1) // 'r1~batch.2.1'
 */
export function derivedId(parent: string, kind: string, ...parts: readonly (string | number)[]): string {
  return `${parent}${separator}${[kind, ...parts].map(escapePart).join('.')}`;
}

/**
 * Returns `true` for ids made by {@link derivedId}. An app or a client that may choose an id must not choose one of
 * these.
 */
export function isDerivedId(id: string): boolean {
  return id.includes(separator);
}

/**
 * Escapes everything but letters, digits, `_` and `-`. It works on UTF-16 units, so that it cannot fail on half a
 * character.
 */
export function escapePart(part: string | number): string {
  return String(part).replace(/[^\w-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns a globally unique id, also on pages served over plain http, where `crypto.randomUUID` is missing. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}
