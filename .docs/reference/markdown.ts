// Small writers of Markdown, for pages that are generated.

/** Escapes `<` and `{` outside of code, so that text is never read as markup. */
export function toText(text: string): string {
  return text
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/</g, '&lt;')))
    .join('');
}

/** Writes a value as inline code, also inside a table. */
export function toCode(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}

/** Writes a fenced block. */
export function toBlock(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trim()}\n\`\`\``;
}

/** Writes a table. Cells are Markdown of one line; `|` is escaped. */
export function toTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const toRow = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  return [toRow(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(toRow)].join('\n');
}

/** Joins the sections of a page; empty ones are left out. */
export function toPage(...sections: readonly string[]): string {
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}
