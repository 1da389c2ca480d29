import { navigation, pathsOf } from './navigation.js';
import type { SitePage } from './pages.js';

/** Returns the first paragraph of a page as plain text. */
function summaryOf(text: string): string {
  const [, paragraph = ''] = /^# .+\n+(?!```|\||<|#|- )([^\n]+(?:\n(?!\n)[^\n]+)*)/m.exec(text) ?? [];
  return paragraph.replace(/\s+/g, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

function groupsOf(
  pages: readonly SitePage[],
): readonly { readonly title: string; readonly pages: readonly SitePage[] }[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const written = navigation.map((group) => ({
    title: group.title,
    pages: pathsOf(group, [...byPath.keys()]).flatMap((path) => byPath.get(path) ?? []),
  }));
  const reference = pages.filter(({ path }) => path.startsWith('reference/'));
  return [...written, { title: 'Reference', pages: reference }].filter((group) => group.pages.length > 0);
}

/** Writes `llms.txt`: every page with its first paragraph. The addresses are those of the Markdown files beside it. */
export function llmsIndex(pages: readonly SitePage[], description: string): string {
  const groups = groupsOf(pages).map(({ title, pages: own }) => {
    const lines = own.map((page) => `- [${page.title}](${page.path}): ${summaryOf(page.text)}`);
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `# Countersign\n\n> ${description}\n\n${groups.join('\n\n')}\n`;
}

/** Pages for maintainers, and the long tables of props, which `llms.txt` links to. */
const leftOut = /^(?:architecture|conformance|decisions\/|reference\/components\/)/;

/** Writes `llms-full.txt`: the text of every page for users, in the order of the sidebar. */
export function llmsFull(pages: readonly SitePage[], description: string): string {
  const texts = groupsOf(pages)
    .flatMap(({ pages: own }) => own)
    .filter(({ path }) => !leftOut.test(path))
    .map(({ path, text }) => `<!-- ${path} -->\n\n${withoutPreviews(text)}`);
  return `# Countersign\n\n> ${description}\n\n${texts.join('\n\n')}\n`;
}

/** Removes the frames of live examples: a reader of text has the code. */
export function withoutPreviews(text: string): string {
  return text
    .replace(/\n*<div class="live"[^\n]*<\/div>/g, '')
    .replace(/\n*<p><a href="[^\n]*storybook[^\n]*<\/p>/g, '');
}
