// Finds the files of a built package that its entry points reach, through the imports of modules and declarations.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** Returns the relative specifiers that a module or a declaration file imports, dynamic imports included. */
function relativeImports(path, source) {
  const { module, program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start, end).slice(1, -1)),
  ];
  new Visitor({ TSImportType: (node) => requests.push(node.source.value) }).visit(program);
  return requests.filter((request) => request.startsWith('.'));
}

/** Returns the targets of `exports` in package.json, without `./` at their beginning. */
export function exportTargets(root) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  return targets.map((target) => target.replace(/^\.\//, ''));
}

/** Returns the paths of all files that the entry points of the package in a folder reach. A missing file throws. */
export function reachedFiles(root) {
  const reached = new Set(exportTargets(root));
  for (const path of reached) {
    if (!existsSync(join(root, path))) throw new Error(`${path} is imported or exported, but does not exist.`);
    if (!/\.(?:js|d\.ts)$/.test(path)) continue;
    for (const request of relativeImports(path, readFileSync(join(root, path), 'utf8'))) {
      const target = posix.join(posix.dirname(path), request);
      reached.add(path.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target);
    }
  }
  return reached;
}

/** Returns the files of `dist` that are not among the reached ones. */
export function unreachedFiles(root, reached) {
  return readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, 'dist').length + 1))
    .map((path) => `dist/${path.replaceAll('\\', '/')}`)
    .filter((path) => !reached.has(path));
}
