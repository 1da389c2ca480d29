import type { StringTable } from '../../protocol/base/string-table.js';
import { toTitle } from '../../protocol/base/words.js';
/** Client tools. */
export interface OutletStrings {
  readonly working: string;
  readonly missing: (toolName: string) => string;
  readonly crashed: (message: string) => string;
  readonly retry: string;
  readonly fail: string;
  readonly failLabel: string;
  readonly failWith: string;
  readonly failDefault: string;
}

const englishOutlet: OutletStrings = {
  working: 'Working in this page…',
  missing: (toolName) => `Nothing on this page answers “${toTitle(toolName)}” yet, so the run waits.`,
  crashed: (message) => `The component of this tool failed: ${message}`,
  retry: 'Try again',
  fail: 'Mark as failed…',
  failLabel: 'What went wrong? The model reads this.',
  failWith: 'Mark as failed',
  failDefault: 'The tool call could not be carried out.',
};

/** The English words of client tools. */
export const outletStrings: StringTable<'outlet', OutletStrings> = { group: 'outlet', english: englishOutlet };
