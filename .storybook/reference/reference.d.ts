declare module 'virtual:countersign-reference' {
  /** The hooks and functions of every public entry. Made by `prop-tables-plugin.ts`. */
  export const reference: readonly import('./api-tables.js').ApiEntry[];
}
