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

/** Names that lead out of the page, or into a storage that outlives it, and tests. */
const outside =
  /\b(?:createRemoteAgent|createOpenAICompatible|connect\w*|\w*Storage|Worker|fetch|vitest|testing-library)\b|https?:|\/api\//;

/** Values of the app. The frame of a preview has a model, an agent and tools. */
const declared = /^declare (?:function|class|let|const (?!(?:model|agent|tools)\b))/m;

/** Returns `true` if a block exports a component that the frame can render: with a scripted model, or with a run. */
function rendersAlone(code: string): boolean {
  const exported = [...code.matchAll(/^export (?:default )?(?:function|const) [A-Z]\w*(.*)$/gm)].map(
    ([, rest = '']) => rest,
  );
  if (exported.length === 0 || outside.test(code) || declared.test(code)) return false;
  const takesProps = exported.every((rest) => /^(?: = )?\((?:props|\{)/.test(rest));
  return takesProps || /\bscriptedModel\(|^declare const (?:model|agent)\b/m.test(code);
}

/**
 * Returns the height of the live preview below a block, in pixels, or `null` for a block without one. A block runs live
 * when it exports a component and reaches nothing outside of the page, or when its fence says `live`. `live=600` sets the
 * height, `live=off` turns the preview off.
 */
export function previewHeightOf({ kind, attributes, code }: CodeBlock): number | null {
  const [mark, height] = /(?:^| )live(?:=(\w+))?(?= |$)/.exec(attributes) ?? [];
  if (height === 'off' || kind !== 'tsx') return null;
  if (mark === undefined && !rendersAlone(code)) return null;
  return Number(height ?? (/<AgentChat|<Chat\.Root/.test(code) ? 440 : 320));
}
