// npm run release: packs the built package for publishing, into release/.
//   npm run release -- --out folder    packs into another folder
//   npm run release -- --publish       also publishes, if the registry does not have this version yet
// The repository does not know where it is published. The environment says it: see `required`.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { absoluteLinks } from './absolute-links.mjs';
import { reachedFiles } from './reached-files.mjs';
import { npm } from './run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The variables of the environment that a release needs. */
const required = {
  REPOSITORY_URL: 'the address of the repository, as https://host/owner/name',
  HOMEPAGE_URL: 'the address of the docs site',
  PACKAGE_AUTHOR: 'the author, as "Name <mail> (address)"',
};

/** Members of package.json that only work on the package needs. */
const internal = ['scripts', 'devDependencies', 'overrides'];

const withoutSlash = (address) => address.replace(/\/+$/, '');
const readManifest = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Returns everything that prevents a release, so that one attempt shows all of it. */
function findProblems(env, version) {
  const problems = Object.entries(required)
    .filter(([name]) => !env[name]?.trim())
    .map(([name, meaning]) => `${name} is missing: ${meaning}.`);
  for (const name of ['REPOSITORY_URL', 'HOMEPAGE_URL']) {
    const value = env[name]?.trim();
    if (value && !(URL.canParse(value) && new URL(value).protocol === 'https:'))
      problems.push(`${name} is not an https address: ${value}`);
  }
  const newest = /^## (.+)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1];
  if (newest !== version) problems.push(`CHANGELOG.md begins with ${newest}, but package.json has version ${version}.`);
  try {
    reachedFiles(root);
  } catch (error) {
    problems.push(`The build is incomplete: ${error.message} Run npm run build.`);
  }
  return problems;
}

/** Returns the published form of package.json. */
function publishedManifest(manifest, { repository, homepage, author }) {
  const kept = Object.entries(manifest).filter(([name]) => !internal.includes(name));
  return {
    ...Object.fromEntries(kept),
    author,
    homepage,
    repository: { type: 'git', url: `git+${repository}.git` },
    bugs: { url: `${repository}/issues` },
    publishConfig: { access: 'public', provenance: true },
  };
}

async function mustRun(args, options) {
  const { ok, output } = await npm(args, options);
  if (!ok) throw new Error(`npm ${args[0]} failed:\n${output}`);
  return output;
}

/** Returns the paths of the files that npm would pack. */
async function listPacked() {
  const output = await mustRun(['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root });
  return JSON.parse(output.slice(output.indexOf('[')))[0].files.map(({ path }) => path);
}

/** Copies the published files into a folder, with absolute links and the complete package.json. */
async function stage(folder, places) {
  const paths = await listPacked();
  const published = new Set(paths);
  for (const path of paths) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, path), target);
    if (!path.endsWith('.md')) continue;
    const page = { path, text: readFileSync(target, 'utf8') };
    writeFileSync(target, absoluteLinks(page, { ...places, isPublished: (other) => published.has(other) }));
  }
  const manifest = publishedManifest(readManifest(), places);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Packs the staged package, and returns the path of the tarball. */
async function pack(places, out) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-release-'));
  try {
    await stage(folder, places);
    mkdirSync(out, { recursive: true });
    const output = await mustRun(['pack', '--json', '--ignore-scripts', '--pack-destination', out], { cwd: folder });
    return join(out, JSON.parse(output.slice(output.indexOf('[')))[0].filename);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function publish(tarball, { name, version }) {
  // Every push to the main branch gets here, and most of them have no new version.
  if ((await npm(['view', `${name}@${version}`, 'version'], { cwd: root })).output.trim() === version) {
    console.log(`${name} ${version} is already published.`);
    return;
  }
  console.log(await mustRun(['publish', tarball, '--ignore-scripts'], { cwd: root }));
}

async function release() {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: join(root, 'release') }, publish: { type: 'boolean', default: false } },
  });
  const manifest = readManifest();
  const problems = findProblems(process.env, manifest.version);
  if (problems.length > 0) {
    throw new Error(`This cannot be released:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
  const places = {
    repository: withoutSlash(process.env.REPOSITORY_URL.trim()).replace(/\.git$/, ''),
    homepage: withoutSlash(process.env.HOMEPAGE_URL.trim()),
    author: process.env.PACKAGE_AUTHOR.trim(),
    version: manifest.version,
  };
  const tarball = await pack(places, resolve(values.out));
  console.log(`Packed ${tarball}`);
  if (values.publish) await publish(tarball, manifest);
}

try {
  await release();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
