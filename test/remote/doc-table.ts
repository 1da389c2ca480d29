import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/source-files.js';

const text = readFileSync(join(root, 'docs/guides/server-behavior.md'), 'utf8');

/** What the guide says of one kind of server in one row of a table. */
export interface DocCell {
  readonly row: string;
  readonly column: string;
  /**
   * As they stand there, bold ones with their stars. Where it says that it is the same as before, what it is the same
   * as.
   */
  readonly words: string;
}

/**
 * The cells of the first table of the guide below a heading whose first row is `server`. Those of that row are no
 * claims: an app says them.
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

/** Whether the guide says so, however its lines are broken and whatever is bold. */
export function isInGuide(words: string): boolean {
  return text.replaceAll('**', '').replaceAll(/\s+/g, ' ').includes(words);
}
