import { toTitle } from '../../protocol/base/words.js';

const englishOutlet = {
  working: 'Working in this page…',
  missing: (toolName: string) => `Nothing on this page answers “${toTitle(toolName)}” yet, so the run waits.`,
  crashed: (message: string) => `The component of this tool failed: ${message}`,
  retry: 'Try again',
  fail: 'Mark as failed…',
  failLabel: 'What went wrong? The model reads this.',
  failWith: 'Mark as failed',
  failDefault: 'The tool call could not be carried out.',
};

/** The English words of client tools. */
export const outletStrings = { group: 'outlet' as const, english: englishOutlet };
