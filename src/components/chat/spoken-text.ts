/**
 * A text of a model as it is read aloud: what Markdown says is kept, its signs are not. Code is read word for word. It is no parser: what
 * it does not know it leaves as it is.
 *
 * @param markdown what the model wrote; a text that is no Markdown has few of its signs, and stays as it is.
 * @example spokenText('Wrote **`a.md`**.') // 'Wrote a.md.'
 */
export function spokenText(markdown: string): string {
  // None of the signs in code mean anything: it is put aside, and back at the end.
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

/** Blocks between fences (an open one reaches to the end), signs that are escaped, and spans between one or two backticks. */
const literal =
  /^ {0,3}```[^`\n]*\n[\s\S]*?(?:^ {0,3}```[^\S\n]*$|(?![\s\S]))|\\[!-/:-@[-`{-~]|(?<!`)``[^`\n]+(?:`[^`\n]+)*``(?!`)|(?<!`)`[^`\n]+`(?!`)/gm;

function literalWords(piece: string): string {
  if (piece.startsWith('\\')) return piece.slice(1);
  return piece.startsWith('`') && !piece.startsWith('```')
    ? piece.replace(/^`+ ?| ?`+$/g, '')
    : piece.replace(/^ {0,3}```.*$\n?/gm, '').trimEnd();
}

/** A line without what makes it a heading, a quotation, an item or a row. One that only draws, such as a rule, goes. */
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

/** Words without the signs around them. Signs inside of a word (`2*3*4`, `snake_case`) are its own. */
function withoutMarks(line: string): string {
  return line
    .replace(/!?\[([^[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?: "[^"]*")?\)/g, '$1')
    .replace(/(?<![\w*])(\*{1,3})(?=\S)([^*]*[^*\s])\1(?![\w*])/g, '$2')
    .replace(/(?<![\w_])(_{1,3})(?=\S)([^_]*[^_\s])\1(?![\w_]|\.\w)/g, '$2')
    .replace(/~~(?=\S)([^~]*[^~\s])~~/g, '$1');
}
