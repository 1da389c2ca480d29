import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/source-files.js';

const text = readFileSync(join(root, 'docs/guides/server-behavior.md'), 'utf8');

/** A cell of the guide's table: one kind of server in one row. */
export interface DocCell {
  readonly row: string;
  readonly column: string;
  /**
   * The text of the cell, with the asterisks of bold text. A cell that refers to an earlier one has that one's
   * text.
   */
  readonly words: string;
}

/**
 * Returns the cells of the first table below a heading whose first row is `server`. The cells of that row are
 * settings of an app, not claims.
 */
export function readDocTable(heading: string): readonly DocCell[] {
  const lines = text.slice(text.indexOf(`\n## ${heading}\n`)).split('\n');
  const first = lines.findIndex((line) => line.startsWith('| `server` |'));
  const [header = [], ...rows] = [lines[first - 2] ?? '', ...untilEmpty(lines.slice(first + 1))].map(cellsOf);
  return rows.flatMap(([row = '', ...cells]) =>
    cells.map((words, index) => {
      const same = cells.slice(0, index).findLast((before) => before !== 'the same') ?? '';
      return { row, column: header[index + 1] ?? '', words: words === 'the same' ? same : words };
    }),
  );
}

function untilEmpty(lines: readonly string[]): readonly string[] {
  return lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  );
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** Returns `true` if the guide contains this text, regardless of line breaks and bold text. */
export function isInGuide(words: string): boolean {
  return text.replaceAll('**', '').replaceAll(/\s+/g, ' ').includes(words);
}
