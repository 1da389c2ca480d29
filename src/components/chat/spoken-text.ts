/**
 * Returns the text of a model for screen readers: without Markdown syntax, with its content. Code is read word for
 * word. It is not a parser: syntax that it does not know stays.
 *
 * @param markdown the text that the model wrote; text without Markdown stays almost unchanged.
 * @example spokenText('Wrote **`a.md`**.') // 'Wrote a.md.'
 */
export function spokenText(markdown: string): string {
  // Code is set aside, since its characters have no meaning in Markdown, and restored at the end.
  const aside: string[] = [];
  const text = markdown.replace(literal, (piece) => `\uE000${aside.push(literalWords(piece)) - 1}\uE001`);
  return text
    .split('\n')
    .flatMap(spokenLine)
    .join('\n')
    .replace(/\uE000(\d+)\uE001/g, (_, place: string) => aside[Number(place)] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Fenced blocks (an open one reaches to the end), escaped characters, and spans between one or two backticks. */
const literal =
  /^ {0,3}```[^`\n]*\n[\s\S]*?(?:^ {0,3}```[^\S\n]*$|(?![\s\S]))|\\[!-/:-@[-`{-~]|(?<!`)``[^`\n]+(?:`[^`\n]+)*``(?!`)|(?<!`)`[^`\n]+`(?!`)/gm;

function literalWords(piece: string): string {
  if (piece.startsWith('\\')) return piece.slice(1);
  return piece.startsWith('`') && !piece.startsWith('```')
    ? piece.replace(/^`+ ?| ?`+$/g, '')
    : piece.replace(/^ {0,3}```.*$\n?/gm, '').trimEnd();
}

/**
 * Returns a line without the syntax of a heading, a quotation, an item or a row. A line that only draws, such as a
 * rule, is dropped.
 */
function spokenLine(line: string): readonly string[] {
  if (/^ {0,3}(?:(?:[-*_] *){3,}|\|?(?: *:?-+:? *\|)+(?: *:?-+:?)? *)$/.test(line)) return [];
  const quoted = line.replace(/^ {0,3}(?:> ?)+/, '');
  const bare = /^ {0,3}#{1,6}\s/.test(quoted)
    ? quoted.replace(/^ {0,3}#+\s+/, '').replace(/\s#+$/, '')
    : quoted.replace(/^\s*[-*+]\s+(?:\[[ xX]\]\s+)?/, '');
  const row = /^\s*\|(.*)\|\s*$/.exec(bare)?.[1];
  const cells = row?.split('|').map((cell) => cell.replace(/ *<br ?\/?> */gi, ' ').trim());
  return [withoutMarks(cells === undefined ? bare : cells.join(', ')).trimEnd()];
}

/** Removes the emphasis around words. Characters inside of a word (`2*3*4`, `snake_case`) are kept. */
function withoutMarks(line: string): string {
  return line
    .replace(/!?\[([^[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?: "[^"]*")?\)/g, '$1')
    .replace(/(?<![\w*])(\*{1,3})(?=\S)([^*]*[^*\s])\1(?![\w*])/g, '$2')
    .replace(/(?<![\w_])(_{1,3})(?=\S)([^_]*[^_\s])\1(?![\w_]|\.\w)/g, '$2')
    .replace(/~~(?=\S)([^~]*[^~\s])~~/g, '$1');
}
