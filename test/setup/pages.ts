import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { codeBlocksOf } from '../../.docs/code-blocks.js';
import { listFiles, root } from './source-files.js';

/** A documentation page. */
export interface Page {
  readonly name: string;
  readonly text: string;
}

/** Returns the README, every page of docs/, and every MDX page in stories/. */
export function readPages(): readonly Page[] {
  const paths = [
    'README.md',
    ...listFiles('docs').filter((path) => path.endsWith('.md')),
    ...listFiles('stories').filter((path) => path.endsWith('.mdx')),
  ];
  return paths.map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }));
}

/** A code block on a page, as a file. */
export interface Snippet {
  readonly file: string;
  readonly code: string;
}

/** Returns the code blocks of a page as files. */
export function snippetsOf({ name, text }: Page): readonly Snippet[] {
  return codeBlocksOf(text).map(({ kind, code }, index) => ({ file: `${name}-${index}.${kind}`, code }));
}

/** Returns `true` for a block with markup, which renders something. Other blocks are only type-checked. */
export function hasMarkup({ file, code }: Snippet): boolean {
  let found = false;
  const find = (): void => {
    found = true;
  };
  new Visitor({ JSXElement: find, JSXFragment: find }).visit(parseSync(file, code).program);
  return found;
}
