import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, dev, type UserConfig } from '@rspress/core';
import { buildLive } from './live.js';
import { llmsFull, llmsIndex, withoutPreviews } from './llms.js';
import { navigation, pathsOf } from './navigation.js';
import { readSitePages, type SitePage } from './pages.js';
import { type GeneratedPage, referencePages } from './reference/index.js';
import { placeholder, relocate } from './relocate.js';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
/** The pages as Rspress reads them: those of `docs/` with previews, and the generated ones. */
const stage = join(root, '.cache/docs-site');

const { version, description }: { version: string; description: string } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** Options of {@link buildSite}. */
export interface SiteOptions {
  readonly outDir: string;
  /** A folder with the built stories, which is copied into the site. Default: no stories. */
  readonly stories?: string;
  /** What a dead link does. Default: `fail`. */
  readonly deadLinks?: 'fail' | 'ignore';
}

interface SidebarGroup {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
  readonly collapsible: boolean;
  readonly collapsed: boolean;
}

const toLink = (path: string): string => `/${path.replace(/(?:README|index)?\.md$/, '')}`;

function sidebarOf(pages: readonly SitePage[], generated: readonly GeneratedPage[]): readonly SidebarGroup[] {
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  const toGroup = (text: string, paths: readonly string[], collapsed: boolean): SidebarGroup => ({
    text,
    items: paths.map((path) => ({
      text: path === 'index.md' ? 'Overview' : (titles.get(path) ?? path),
      link: toLink(path),
    })),
    collapsible: true,
    collapsed,
  });
  const listOf = (group: GeneratedPage['group']): readonly string[] =>
    generated.filter((page) => page.group === group).map(({ path }) => path);
  const existing = [...titles.keys()];
  const written = navigation.map((group) => ({ title: group.title, paths: pathsOf(group, existing) }));
  const project = written.at(-1);
  return [
    ...written.slice(0, -1).map(({ title, paths }) => toGroup(title, paths, false)),
    toGroup('Reference', listOf('API'), true),
    toGroup('Components', listOf('Components'), true),
    toGroup('Tables', listOf('Tables'), true),
    toGroup(project?.title ?? '', [...(project?.paths ?? []), 'changelog.md'], true),
  ].filter(({ items }) => items.length > 0);
}

/** Decisions are a list of their own, whose file name is one that servers show for a folder. */
const toStagePath = (path: string): string => path.replace(/README\.md$/, 'index.md');

function writeStage(pages: readonly SitePage[]): void {
  for (const { path, text } of pages) {
    const file = join(stage, 'pages', toStagePath(path));
    mkdirSync(dirname(file), { recursive: true });
    const staged = text.replaceAll(/\]\(((?:[\w./-]+\/)?)README\.md/g, ']($1index.md');
    if (!existsSync(file) || readFileSync(file, 'utf8') !== staged) writeFileSync(file, staged);
  }
}

interface ConfigInput {
  readonly sidebar: readonly SidebarGroup[];
  readonly base: string;
  readonly outDir: string;
  readonly checksLinks: boolean;
}

function configOf({ sidebar, base, outDir, checksLinks }: ConfigInput): UserConfig {
  return {
    root: join(stage, 'pages'),
    outDir,
    base,
    title: 'Countersign',
    description,
    // The option `icon` has no base.
    head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}countersign.svg` }]],
    themeDir: join(root, '.docs/theme'),
    globalStyles: join(root, '.docs/theme/site.css'),
    // `llms.ts` writes these, in the order of the sidebar and without the pages for maintainers.
    llms: false,
    mediumZoom: false,
    route: { localeRedirect: 'never' },
    markdown: { link: { checkDeadLinks: checksLinks, checkAnchors: checksLinks } },
    themeConfig: {
      nav: [
        { text: 'Start', link: '/start/install', activeMatch: '^/start/' },
        { text: 'Guides', link: '/guides/chat', activeMatch: '^/guides/' },
        { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      ],
      sidebar: { '/': sidebar.map((group) => ({ ...group, items: [...group.items] })) },
    },
    builderConfig: {
      source: { define: { docsVersion: JSON.stringify(version) } },
      output: { legalComments: 'none' },
      // The cache does not notice changes of the configuration and of the version.
      performance: { buildCache: false },
    },
  };
}

function clearStage(): void {
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(join(stage, 'pages/public'), { recursive: true });
  cpSync(join(root, 'demo/public/icon.svg'), join(stage, 'pages/public/countersign.svg'));
}

/** Builds the site into `outDir`. It works from any path and without a network. */
export async function buildSite({ outDir, stories, deadLinks = 'fail' }: SiteOptions): Promise<void> {
  clearStage();
  const generated = referencePages(root, stories === undefined ? null : `${placeholder}storybook/`);
  const pages = readSitePages(root, generated, placeholder);
  writeStage(pages);
  await buildLive(
    root,
    pages.flatMap(({ live }) => live),
    join(stage, 'pages/public/live'),
  );
  rmSync(outDir, { recursive: true, force: true });
  const sidebar = sidebarOf(pages, generated);
  const config = configOf({ sidebar, base: placeholder, outDir, checksLinks: deadLinks === 'fail' });
  await build({ docDirectory: join(stage, 'pages'), config });
  relocate(outDir);
  for (const { path, text } of pages) {
    const file = join(outDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, withoutPreviews(text));
  }
  writeFileSync(join(outDir, 'llms.txt'), llmsIndex(pages, description));
  writeFileSync(join(outDir, 'llms-full.txt'), llmsFull(pages, description));
  if (stories !== undefined) cpSync(stories, join(outDir, 'storybook'), { recursive: true });
}

/** Serves the site while its pages are written. The reference is made once, at the start. */
export async function serveSite(port: number): Promise<void> {
  clearStage();
  const generated = referencePages(root, null);
  const update = async (): Promise<readonly SitePage[]> => {
    const pages = readSitePages(root, generated, '/');
    await buildLive(
      root,
      pages.flatMap(({ live }) => live),
      join(stage, 'pages/public/live'),
    );
    writeStage(pages);
    return pages;
  };
  const sidebar = sidebarOf(await update(), generated);
  const config = configOf({ sidebar, base: '/', outDir: join(stage, 'dev'), checksLinks: false });
  await dev({ docDirectory: join(stage, 'pages'), config, extraBuilderConfig: { server: { port } } });
  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(join(root, 'docs'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void update().catch((error: unknown) => console.error(error)), 200);
  });
}
