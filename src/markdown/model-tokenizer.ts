'use client';
import { Hooks, Lexer, Tokenizer, type Tokens } from 'marked';
import { cutAddress } from './link-end.js';
import { maskMarks } from './mark-sides.js';

/** A tokenizer for marks and addresses in languages without spaces between words. */
class ModelTokenizer extends Tokenizer {
  override emStrong(src: string, mask: string, before = ''): Tokens.Em | Tokens.Strong | undefined {
    if (!isUnmasked(src, mask)) return undefined;
    const run = /^[*_]+/.exec(src)?.[0].length ?? 0;
    const next = mask.length - src.length + run;
    // The mask says that punctuation after the run counts as a letter, so what is before it does not matter.
    const isJoined = mask.charAt(next) !== src.charAt(run) && !'*_'.includes(before);
    return super.emStrong(src, mask, isJoined ? '' : before);
  }

  override del(src: string, mask: string, before = ''): Tokens.Del | undefined {
    if (!isUnmasked(src, mask)) return undefined;
    const isJoined = mask.charAt(mask.length - src.length + 2) !== src.charAt(2) && before !== '~';
    return super.del(src, mask, isJoined ? '' : before);
  }

  /**
   * Reads a definition, which renders nothing. One without a valid address, such as a footnote or `[Note]: done`, is
   * text.
   */
  override def(src: string): Tokens.Def | undefined {
    const found = super.def(src);
    return found === undefined || !/^(?:https?:|mailto:|data:image)/i.test(found.href) ? undefined : found;
  }

  override url(src: string): Tokens.Link | undefined {
    const link = super.url(src);
    if (link === undefined || /^\p{ASCII}*$/u.test(link.raw)) return link;
    return super.url(cutAddress(link.raw));
  }
}

class ModelHooks extends Hooks {
  override emStrongMask(text: string): string {
    return maskMarks(text);
  }
}

/** Returns `true` when the mask has the character that the text begins with. */
function isUnmasked(src: string, mask: string): boolean {
  return mask.charAt(mask.length - src.length) === src.charAt(0);
}

/**
 * Creates a lexer. It has options of its own: those that an app sets for `marked` elsewhere are not meant for texts of
 * a model.
 */
export function createLexer(): Lexer {
  return new Lexer({ gfm: true, tokenizer: new ModelTokenizer(), hooks: new ModelHooks() });
}
