// Deletes the declarations that no entry point reaches, as the last step of a build. TypeScript emits one for each
// source file, but most describe internal modules, which an app can neither import nor see in a type.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reachedFiles, unreachedFiles } from './reached-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reached = reachedFiles(root);
const unreached = unreachedFiles(root, reached).filter((path) => path.endsWith('.d.ts'));
for (const path of unreached) rmSync(join(root, path));
console.log(
  `Declarations: ${[...reached].filter((path) => path.endsWith('.d.ts')).length} kept, ${unreached.length} internal deleted.`,
);
