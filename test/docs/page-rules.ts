import { posix } from 'node:path';

/** A page of the docs by its path in the repository, as `docs/guides/chat.md`. */
export interface DocsPage {
  readonly path: string;
  readonly text: string;
}

/** Returns the text without fenced code, in which headings and links do not count. */
function proseOf(text: string): string {
  return text.replace(/^( *)(`{3,})[\s\S]*?^\1\2`*$/gm, '');
}

/** Returns the headings of a page, without `#`. */
export function headingsOf({ text }: DocsPage): readonly string[] {
  return [...proseOf(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.trim());
}

/** Returns headings that are questions or sentences instead of topics. */
export function headingProblems(page: DocsPage, allowed: readonly string[] = []): readonly string[] {
  const clause = /^(?:what|who|whom|whose|whoever|whether|where|wherever|how|when|whenever|why|which)\b/i;
  return headingsOf(page)
    .filter((heading) => clause.test(heading) && !allowed.includes(heading))
    .map((heading) => `${page.path}: ${heading}`);
}

const unimportant = new Set([
  'a',
  'an',
  'and',
  'app',
  'apps',
  'countersign',
  'for',
  'in',
  'of',
  'on',
  'the',
  'to',
  'with',
  'your',
]);

/** Returns the distinguishing words of a title, sorted and in the singular. */
function wordsOf(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9-]+/g) ?? [];
  const own = words.filter((word) => !unimportant.has(word)).map((word) => word.replace(/(?:ing|s)$/, ''));
  return [...new Set(own)].toSorted().join(' ');
}

/** Returns pages whose titles are too similar. */
export function titleProblems(pages: readonly DocsPage[]): readonly string[] {
  const found = new Map<string, string[]>();
  for (const page of pages) {
    const words = wordsOf(headingsOf(page)[0] ?? page.path);
    found.set(words, [...(found.get(words) ?? []), page.path]);
  }
  return [...found.values()].filter(({ length }) => length > 1).map((paths) => paths.join(' and '));
}

/** Returns links to package registries. A project is linked at its own site or repository. */
export function indexProblems({ path, text }: DocsPage): readonly string[] {
  const links = text.match(/https?:\/\/(?:www\.)?(?:npmjs\.(?:com|org)|npm\.im|pypi\.org|jsr\.io)[^\s)>"]*/g) ?? [];
  return links.map((link) => `${path}: ${link}`);
}

/** Returns the anchor of a heading, as GitHub and the docs site create it. */
export function anchorOf(heading: string): string {
  const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
  return plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** Returns the anchors of a page. A repeated heading gets a number. */
function anchorsOf(page: DocsPage): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const ids = [...page.text.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(([, id = '']) => id);
  const anchors = headingsOf(page).map((heading) => {
    const anchor = anchorOf(heading);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set([...anchors, ...ids]);
}

/** Returns the relative links of a page, without those in code. */
function linksOf({ text }: DocsPage): readonly string[] {
  const prose = proseOf(text).replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)|\b(?:src|srcset|href)="([^"\s]+)"/g)];
  return targets.map(([, link = '', attribute = '']) => link || attribute).filter((link) => !/^[a-z]+:/i.test(link));
}

/**
 * Returns relative links to missing files, or to missing anchors. `exists` is called for files that are not
 * pages.
 */
export function linkProblems(
  page: DocsPage,
  pages: readonly DocsPage[],
  exists: (path: string) => boolean,
): readonly string[] {
  return linksOf(page).flatMap((link) => {
    const [file = '', anchor] = link.split('#');
    const path = file === '' ? page.path : posix.join(posix.dirname(page.path), decodeURI(file));
    const target = pages.find((each) => each.path === path);
    if (target === undefined) return exists(path) ? [] : [`${page.path}: ${link}`];
    return anchor === undefined || anchorsOf(target).has(anchor) ? [] : [`${page.path}: ${link}`];
  });
}
