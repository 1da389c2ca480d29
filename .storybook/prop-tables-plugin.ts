import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { type ComponentEntry, readPropTables } from './prop-tables.js';
import { readApi } from './reference/api-tables.js';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** The module with the tables of hooks and functions, for the pages that show them. */
const reference = 'virtual:countersign-reference';

/** Adds the table of props to each public component, where Storybook reads it. */
export function propTables(): Plugin {
  let all: readonly ComponentEntry[] | undefined;
  return {
    name: 'countersign:prop-tables',
    resolveId: (id) => (id === reference ? `\0${reference}` : null),
    load: (id) => (id === `\0${reference}` ? `export const reference = ${JSON.stringify(readApi(root))};` : null),
    transform(code, id) {
      if (!id.startsWith(`${root}/src/components/`)) return null;
      all ??= readPropTables(root);
      const tables = all.filter(({ file }) => file === id).map(tableOf);
      return tables.length === 0 ? null : { code: [code, ...tables].join('\n'), map: null };
    },
  };
}

function tableOf({ name, localName, description, props, styling }: ComponentEntry): string {
  return `${localName}.__docgenInfo = ${JSON.stringify({ displayName: name, description, props, styling })};`;
}
