/** A fenced block of TypeScript on a page. */
export interface CodeBlock {
  readonly kind: 'ts' | 'tsx';
  /** The words after the language, such as `live` or `live=600`. */
  readonly attributes: string;
  readonly code: string;
  /** The place of the block in the text of the page. */
  readonly start: number;
  readonly end: number;
}

/** Returns the TypeScript blocks of a page in order. The tests, the snippets and the site find blocks here only. */
export function codeBlocksOf(text: string): readonly CodeBlock[] {
  return [...text.matchAll(/```(tsx?)(?: ([^\n`]*))?\n([\s\S]*?)```/g)].map((match) => {
    const [whole, kind, attributes = '', code = ''] = match;
    const start = match.index;
    return { kind: kind === 'tsx' ? 'tsx' : 'ts', attributes, code, start, end: start + whole.length };
  });
}

/**
 * Returns the height of the live preview below a block, in pixels, or `null` for a block without one. A block runs live
 * when it exports a component and needs nothing but a scripted model, or when its fence says `live`. `live=600` sets the
 * height, `live=off` turns the preview off.
 */
export function previewHeightOf({ kind, attributes, code }: CodeBlock): number | null {
  const [, height] = /(?:^| )live(?:=(\w+))?(?: |$)/.exec(attributes) ?? [];
  if (height === 'off' || kind !== 'tsx') return null;
  const isMarked = /(?:^| )live(?:=| |$)/.test(attributes);
  const isTest = /from '(?:vitest|@testing-library\/|countersign\/testing\/react)|^\/\/ @vitest/m.test(code);
  const runsAlone =
    /\bscriptedModel\(/.test(code) && /^export (?:default )?function [A-Z]|^export const [A-Z]/m.test(code);
  return isMarked || (runsAlone && !isTest) ? Number(height ?? 440) : null;
}
