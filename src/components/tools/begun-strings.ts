import type { StringTable } from '../../protocol/base/string-table.js';
import type { LateReason } from '../../protocol/run-event.js';

/** Calls that have begun before, and of which nobody knows how they ended. */
export interface BegunStrings {
  /** `moment`: when it began, day and time; nothing where nobody knows. */
  readonly cutOff: (moment: string | undefined) => string;
  readonly happened: string;
  readonly happenedLabel: string;
  readonly happenedWith: string;
  readonly notJson: string;
  readonly runAgain: string;
  /** What running again may do. */
  readonly twice: string;
  readonly confirm: string;
  readonly confirmNote: string;
  readonly failed: string;
  readonly failedLabel: string;
  readonly failedWith: string;
  readonly failedDefault: string;
  /** An answer came too late, and what became of the call nobody knows. */
  readonly late: Readonly<Record<Exclude<LateReason, 'answered'>, string>>;
}

const englishBegun: BegunStrings = {
  cutOff: (moment) =>
    `This began${moment === undefined ? ' earlier' : ` on ${moment}`} and was cut off. It may have happened; nobody here knows.`,
  happened: 'It happened…',
  happenedLabel: 'What came of it, as text or JSON? The model reads this. Nothing is fine, too.',
  happenedWith: 'It happened',
  notJson: 'This begins like JSON, and is not complete. Mend it, or write it as a text.',
  runAgain: 'Run again',
  twice: 'If it has happened, running it again does it twice.',
  confirm: 'Press again to run it',
  confirmNote:
    'Not run again yet: this cannot be undone, and may have happened already. Press once more to run it again.',
  failed: 'It failed…',
  failedLabel: 'What went wrong? The model reads this.',
  failedWith: 'It failed',
  failedDefault: 'The tool call was cut off, and failed.',
  late: {
    cancelled: 'The run was stopped first. Your answer was not used.',
    expired: 'The time was up. Your answer was not used.',
  },
};

/** The English words of calls that have begun before. */
export const begunStrings: StringTable<'begun', BegunStrings> = { group: 'begun', english: englishBegun };
