// The public entries, for everything that is built from the sources: the library, the demo, the stories and
// the tests.
import { readFileSync } from 'node:fs';
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
  'words/german/index': fromRoot('src/words/german/index.ts'),
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

const { exports } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));

/** Resolves the package's own name to its sources, for each module in `exports` of package.json. */
export const alias = [
  ...Object.entries(entries).map(([name, replacement]) => {
    const found = Object.entries(exports).find(([, target]) => target.default === `./dist/${name}.js`);
    if (found === undefined) throw new Error(`package.json does not export dist/${name}.js.`);
    const subpath = found[0].slice(1);
    return { find: new RegExp(`^countersign${subpath}$`), replacement };
  }),
  { find: /^countersign\/styles\.css$/, replacement: stylesheet },
];
