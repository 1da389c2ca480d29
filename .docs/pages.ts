import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codeBlocksOf, previewHeightOf } from './code-blocks.js';
import type { LiveBlock } from './live.js';
import type { GeneratedPage } from './reference/index.js';

/** A page of the site: its path below `docs/`, its title, its text, and the blocks of it that run live. */
export interface SitePage {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly live: readonly LiveBlock[];
}

/** Returns the title of a page: its first heading, without marks of code. */
export function titleOf(text: string): string {
  return (/^# (.+)$/m.exec(text)?.[1] ?? '').replaceAll('`', '');
}

/** Reads the pages of `docs/`, and adds the generated ones and the changelog. */
export function readSitePages(root: string, generated: readonly GeneratedPage[], base: string): readonly SitePage[] {
  const folder = join(root, 'docs');
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .toSorted()
    .map((path) => toSitePage(path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8'), base));
  const reference = generated.map(({ path, title, text }) => ({ path, title, text, live: [] }));
  const changelog = join(root, 'CHANGELOG.md');
  const releases = existsSync(changelog)
    ? [
        {
          path: 'changelog.md',
          title: 'Changelog',
          text: readFileSync(changelog, 'utf8').replaceAll('](docs/', ']('),
          live: [],
        },
      ]
    : [];
  return [...written, ...reference, ...releases];
}

/** Puts the preview of each live block below it. The rest of a page is as it is in `docs/`. */
function toSitePage(path: string, source: string, base: string): SitePage {
  // A page of the site may link to files of the repository beside `docs/` that are pages here, too.
  const linked = source.replaceAll(
    /\]\((?:\.\.\/)+CHANGELOG\.md/g,
    `](${'../'.repeat(path.split('/').length - 1)}changelog.md`,
  );
  const live: LiveBlock[] = [];
  let text = '';
  let at = 0;
  for (const [index, block] of codeBlocksOf(linked).entries()) {
    const height = previewHeightOf(block);
    text += linked.slice(at, block.start);
    text += `\`\`\`${block.kind}\n${block.code}\`\`\``;
    at = block.end;
    if (height === null) continue;
    const name = `${path.replace(/\.md$/, '').replaceAll('/', '-')}-${index}`;
    live.push({ name, code: block.code });
    text += `\n\n${previewOf(`${base}live/${name}.html`, height)}`;
  }
  return { path, title: titleOf(source) || basename(path), text: text + linked.slice(at), live };
}

function previewOf(address: string, height: number): string {
  return `<div class="live"><iframe src="${address}" title="Live example" loading="lazy" style="height: ${height}px"></iframe></div>`;
}
