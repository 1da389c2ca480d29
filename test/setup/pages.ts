import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { codeBlocksOf } from '../../.docs/code-blocks.js';
import { listFiles, root } from './source-files.js';

/** A page for readers. */
export interface Page {
  readonly name: string;
  readonly text: string;
}

/** The README, the skill for coding agents, every page of docs/, and every page between the stories. */
export function readPages(): readonly Page[] {
  const paths = [
    'README.md',
    'SKILL.md',
    ...listFiles('docs').filter((path) => path.endsWith('.md')),
    ...listFiles('stories').filter((path) => path.endsWith('.mdx')),
  ];
  return paths.map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }));
}

/** A block of code on a page, as a file. */
export interface Snippet {
  readonly file: string;
  readonly code: string;
}

/** The code on a page, as files. */
export function snippetsOf({ name, text }: Page): readonly Snippet[] {
  return codeBlocksOf(text).map(({ kind, code }, index) => ({ file: `${name}-${index}.${kind}`, code }));
}

/** Whether a block has markup, and so something to be seen. All others are only type-checked. */
export function hasMarkup({ file, code }: Snippet): boolean {
  let found = false;
  const find = (): void => {
    found = true;
  };
  new Visitor({ JSXElement: find, JSXFragment: find }).visit(parseSync(file, code).program);
  return found;
}
