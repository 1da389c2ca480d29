'use client';
import type { Token, TokensList } from 'marked';
import { maxInline } from './complete-inline.js';
import { completeTail } from './complete-tail.js';
import { createLexer } from './model-tokenizer.js';

/** `streaming` while a text is still being written. */
export type TextState = 'streaming' | 'done';

/** A paragraph, a list, a table, or another top-level block. */
interface MarkdownBlock {
  /** The start of the block in the text, which does not change while the text grows. */
  readonly start: number;
  readonly token: Token;
}

/** Reads a text that grows. */
interface BlockReader {
  /**
   * Returns the blocks of a text. Blocks that were settled the last time, in a text that this one continues, are the
   * same objects.
   */
  readonly read: (text: string, state: TextState) => readonly MarkdownBlock[];
}

type Links = TokensList['links'];

/** The part of a text that no later delta can change. */
interface Settled {
  readonly text: string;
  readonly blocks: readonly MarkdownBlock[];
  readonly links: Links;
}

const nothing: Settled = { text: '', blocks: [], links: {} };

/**
 * The last block may continue, and the one before it, too: after a list and a blank line, `2` becomes its next item
 * with the dot.
 */
const liveBlocks = 2;

/**
 * Creates a reader, which caches the settled part of the last text: a delta costs only the last two blocks. The cache
 * only saves work, so it may be used while rendering.
 */
export function createBlockReader(): BlockReader {
  let settled = nothing;
  let last: readonly MarkdownBlock[] = [];
  return {
    read: (given, state) => {
      const text = given.includes('\r') ? given.replace(/\r\n?/g, '\n') : given;
      if (state === 'done') {
        const { blocks, links } = lexBlocks(text, nothing);
        // A definition at the end changes links further up.
        const areSame = Object.keys(links).length === Object.keys(settled.links).length;
        last = areSame ? reuse(last, blocks) : blocks;
        settled = nothing;
        return last;
      }
      if (!text.startsWith(settled.text)) settled = nothing;
      const rest = completeTail(text.slice(settled.text.length));
      const { blocks } = lexBlocks(rest, settled);
      last = reuse(last, [...settled.blocks, ...blocks]);
      settled = addSettled(settled, last.slice(settled.blocks.length), text);
      return last;
    },
  };
}

/** Returns the blocks after the settled ones, and all defined links. */
function lexBlocks(
  source: string,
  settled: Settled,
): { readonly blocks: readonly MarkdownBlock[]; readonly links: Links } {
  const { tokens, links } = lexTokens(source, settled.links);
  let start = settled.text.length;
  const blocks = tokens.map((token) => {
    const block = { start, token };
    start += token.raw.length;
    return block;
  });
  return { blocks, links };
}

function lexTokens(source: string, known: Links): { readonly tokens: readonly Token[]; readonly links: Links } {
  const lexer = createLexer();
  Object.assign(lexer.tokens.links, known);
  try {
    lexer.blockTokens(source, lexer.tokens);
    for (const { src, tokens } of lexer.inlineQueue) {
      if (src.length > maxInline) tokens.push({ type: 'text', raw: src, text: src, escaped: false });
      else lexer.inlineTokens(src, tokens);
    }
    return { tokens: lexer.tokens, links: lexer.tokens.links };
  } catch (error) {
    // Thousands of nested quotes or lists exceed the stack.
    if (!(error instanceof RangeError)) throw error;
    return { tokens: [{ type: 'html', raw: source, text: source, pre: false, block: true }], links: known };
  }
}

/** Reuses the old object of each unchanged block, so that it is not rendered again. */
function reuse(old: readonly MarkdownBlock[], blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  return blocks.map((block, at) => {
    const before = old[at];
    return before !== undefined && before.start === block.start && before.token.raw === block.token.raw
      ? before
      : block;
  });
}

/** Adds all blocks but the last ones to the settled part. */
function addSettled(settled: Settled, blocks: readonly MarkdownBlock[], text: string): Settled {
  const shown = blocks.filter(({ token }) => token.type !== 'space');
  const end = shown.at(-liveBlocks)?.start;
  if (end === undefined || shown.length <= liveBlocks) return settled;
  const added = blocks.filter(({ start }) => start < end);
  const raw = added.map(({ token }) => token.raw).join('');
  // If the blocks differ from the text, as in a completed one, nothing is known about what follows.
  if (!text.startsWith(raw, settled.text.length)) return settled;
  const links: Links = { ...settled.links };
  for (const { token } of added)
    if (token.type === 'def') links[token.tag] ??= { href: token.href, title: token.title };
  return { text: settled.text + raw, blocks: [...settled.blocks, ...added], links };
}
