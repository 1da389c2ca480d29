import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The base that the site is built with. No address of it is left once the site is relocated. */
export const placeholder = '/countersign-docs-base/';

/** Tells every script where the site is. It runs before all others. */
const findBase = (up: string): string =>
  `<script>window.docsBase=new URL('${up || './'}',location.href).pathname</script>`;

/**
 * Makes the links absolute before the page becomes interactive, so that they stay true while the address changes without
 * a load: those of the text, and the icon. It is the last script that runs before the deferred ones.
 */
const pinLinks =
  '<script>for(const a of document.querySelectorAll("a[href],link[rel=icon]"))' +
  'if(!/^(?:[a-z]+:|#)/i.test(a.getAttribute("href")))a.setAttribute("href",a.href)</script>';

/**
 * Rewrites a built site so that it works from any path: addresses in HTML and CSS become relative, and scripts read the
 * path from the page.
 */
export function relocate(outDir: string): void {
  const paths = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  for (const path of paths.filter((each) => /\.(?:html|css|js|json|txt|md)$/.test(each))) {
    const text = readFileSync(join(outDir, path), 'utf8');
    if (!text.includes(placeholder.slice(0, -1)) && !path.endsWith('.html')) continue;
    writeFileSync(join(outDir, path), relocated(path, text));
  }
}

function relocated(path: string, text: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  if (path.endsWith('.js')) return withBaseInScripts(path, text);
  if (!path.endsWith('.html')) return text.replaceAll(placeholder, up);
  if (!text.includes(placeholder)) return text;
  const links = text
    .replaceAll(`"${placeholder}"`, `"${up}index.html"`)
    .replaceAll(placeholder, up)
    // Storybook is a folder, and a file system shows its files.
    .replaceAll(`${up}storybook/?`, `${up}storybook/index.html?`);
  return links.replace(/<head>/, `<head>${findBase(up)}`).replace('</body>', `${pinLinks}</body>`);
}

function withBaseInScripts(path: string, text: string): string {
  const rewritten = text.replace(
    new RegExp(`(["'\`])${placeholder}((?:(?!\\1)[^\\\\\\n])*)\\1`, 'g'),
    (_, quote: string, rest: string) => (rest === '' ? 'window.docsBase' : `(window.docsBase+${quote}${rest}${quote})`),
  );
  if (rewritten.includes(placeholder)) throw new Error(`${path} has an address that cannot be relocated.`);
  return rewritten;
}
