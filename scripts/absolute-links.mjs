// Makes the links of a published page absolute. npm shows README.md away from the repository, and other pages link to
// files that the package does not have.
import { posix } from 'node:path';

/** Links and pictures of Markdown and HTML: the code before the target, and the target without its anchor. */
const links = [/(\]\()([^)\s#]+)(?=[)\s#])/g, /((?:src|srcset|href)=")([^"#\s]+)(?=["#])/g];

const isPicture = (path) => /\.(?:png|svg|jpe?g|gif|webp|avif)$/.test(path);

/** Applies a function to everything outside of fenced and inline code. */
function outsideCode(text, change) {
  return text
    .split(/(^ *`{3,}[\s\S]*?^ *`{3,} *$|`[^`\n]+`)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}

/**
 * Returns a page with absolute links. README.md gets all of them; other pages keep those that lead to a published file.
 *
 * @param {{ path: string, text: string }} page its path in the package.
 * @param {{ repository: string, homepage: string, version: string, isPublished: (path: string) => boolean }} places
 */
export function absoluteLinks({ path, text }, { repository, homepage, version, isPublished }) {
  const resolve = (target) => {
    if (/^[a-z][a-z+.-]*:|^\/\/|^\//i.test(target)) return undefined;
    const found = posix.normalize(posix.join(posix.dirname(path), target));
    // The site has the pages that are written from the types.
    if (found.startsWith('docs/reference/')) return `${homepage}/${found.slice(5).replace(/\.md$/, '.html')}`;
    if (path !== 'README.md' && isPublished(found)) return undefined;
    return `${repository}/${isPicture(found) ? 'raw' : 'blob'}/v${version}/${found}`;
  };
  const replace = (whole, before, target) => {
    const absolute = resolve(target);
    return absolute === undefined ? whole : `${before}${absolute}`;
  };
  return outsideCode(text, (part) => links.reduce((changed, pattern) => changed.replace(pattern, replace), part));
}
