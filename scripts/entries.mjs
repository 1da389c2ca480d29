// The public entries, for everything that builds from the sources: the library, the demo, the stories and the tests.
import { fileURLToPath } from 'node:url';

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * The source files of `exports` in package.json, which the demo, the stories and the tests import.
 * @type {Readonly<Record<string, string>>}
 */
export const entries = {
  index: fromRoot('src/index.ts'),
  core: fromRoot('src/core.ts'),
  'components/index': fromRoot('src/components/index.ts'),
  'words/arabic/index': fromRoot('src/words/arabic/index.ts'),
  'testing/index': fromRoot('src/testing/index.ts'),
  'testing/react/index': fromRoot('src/testing/react/index.ts'),
  'markdown/index': fromRoot('src/markdown/index.ts'),
  'persistence/index': fromRoot('src/persistence/index.ts'),
  'json-schema/index': fromRoot('src/json-schema/index.ts'),
  'server/index': fromRoot('src/server/index.ts'),
  'postgres/index': fromRoot('src/postgres/index.ts'),
  'dbos/index': fromRoot('src/dbos/index.ts'),
  'mcp/index': fromRoot('src/mcp/index.ts'),
  'telemetry/index': fromRoot('src/telemetry/index.ts'),
};

/** The style sheet that imports all others. */
export const stylesheet = fromRoot('src/styles/styles.css');

/** The Vite aliases that resolve the name of the package to its sources. */
export const alias = [
  ...Object.entries(entries).map(([name, replacement]) => {
    const subpath = name === 'index' ? '' : `/${name.replace('/index', '')}`;
    return { find: new RegExp(`^countersign${subpath}$`), replacement };
  }),
  { find: /^countersign\/styles\.css$/, replacement: stylesheet },
];
