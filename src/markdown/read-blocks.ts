'use client';
import type { Token, TokensList } from 'marked';
import { maxInline } from './complete-inline.js';
import { completeTail } from './complete-tail.js';
import { createLexer } from './model-tokenizer.js';

/** `streaming`: the text is still being written. */
export type TextState = 'streaming' | 'done';

/** A paragraph, a list, a table, or another top-level block. */
interface MarkdownBlock {
  /** The start of the block in the text, which does not change while the text grows. */
  readonly start: number;
  readonly token: Token;
}

/** Splits a growing text into blocks. */
interface BlockReader {
  /** Returns the blocks of a text. Blocks that have not changed since the last call are the same objects. */
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
 * The number of blocks at the end that may still change. The last but one may, too: after a list and a blank line, `2`
 * is a paragraph, but `2.` is the next item of the list.
 */
const liveBlocks = 2;

/**
 * Creates a reader. It caches the settled part of the last text, so that a delta parses only the last blocks again. The
 * cache does not change the result, so the reader may be used while rendering.
 */
export function createBlockReader(): BlockReader {
  let settled = nothing;
  let last: readonly MarkdownBlock[] = [];
  return {
    read: (source, state) => {
      const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
      if (state === 'done') {
        const { blocks, links } = lexBlocks(text, nothing);
        // A link definition at the end also changes earlier blocks that refer to it.
        const areSame = Object.keys(links).length === Object.keys(settled.links).length;
        last = areSame ? reuseBlocks(last, blocks) : blocks;
        settled = nothing;
        return last;
      }
      if (!text.startsWith(settled.text)) settled = nothing;
      const rest = completeTail(text.slice(settled.text.length));
      const { blocks } = lexBlocks(rest, settled);
      last = reuseBlocks(last, [...settled.blocks, ...blocks]);
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
    // Thousands of nested quotes or lists exceed the call stack. Such a text is shown without formatting.
    if (!(error instanceof RangeError)) throw error;
    return { tokens: [{ type: 'html', raw: source, text: source, pre: false, block: true }], links: known };
  }
}

/** Returns the old object of each unchanged block, so that it is not rendered again. */
function reuseBlocks(old: readonly MarkdownBlock[], blocks: readonly MarkdownBlock[]): readonly MarkdownBlock[] {
  return blocks.map((block, at) => {
    const before = old[at];
    return before !== undefined && before.start === block.start && before.token.raw === block.token.raw
      ? before
      : block;
  });
}

/** Adds all blocks but the last ones, which may still change, to the settled part. */
function addSettled(settled: Settled, blocks: readonly MarkdownBlock[], text: string): Settled {
  const visible = blocks.filter(({ token }) => token.type !== 'space');
  const end = visible.at(-liveBlocks)?.start;
  if (end === undefined || visible.length <= liveBlocks) return settled;
  const added = blocks.filter(({ start }) => start < end);
  const raw = added.map(({ token }) => token.raw).join('');
  // Completed syntax is not in the text, so the positions of the blocks would be wrong from there on.
  if (!text.startsWith(raw, settled.text.length)) return settled;
  const links: Links = { ...settled.links };
  for (const { token } of added)
    if (token.type === 'def') links[token.tag] ??= { href: token.href, title: token.title };
  return { text: settled.text + raw, blocks: [...settled.blocks, ...added], links };
}
