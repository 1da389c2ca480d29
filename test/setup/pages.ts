import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listFiles, root } from './source-files.js';

/** A page for readers. */
export interface Page {
  readonly name: string;
  readonly text: string;
}

/** The README, every page of docs/, and every page between the stories. */
export function readPages(): readonly Page[] {
  const paths = [
    'README.md',
    ...listFiles('docs').filter((path) => path.endsWith('.md')),
    ...listFiles('stories').filter((path) => path.endsWith('.mdx')),
  ];
  return paths.map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }));
}

/** The code on a page, as files. */
export function snippetsOf({ name, text }: Page): readonly { readonly file: string; readonly code: string }[] {
  return [...text.matchAll(/```(tsx?)\n([\s\S]*?)```/g)].map(([, kind, code = ''], index) => ({
    file: `${name}-${index}.${kind}`,
    code,
  }));
}
