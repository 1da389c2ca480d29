import type { LateReason } from '../../protocol/run-event.js';

const englishBegun = {
  /** `moment`: when it began, day and time; nothing where nobody knows. */
  cutOff: (moment: string | undefined) =>
    `This began${moment === undefined ? ' earlier' : ` on ${moment}`} and was cut off. It may have happened; nobody here knows.`,
  happened: 'It happened…',
  happenedLabel: 'What came of it, as text or JSON? The model reads this. Nothing is fine, too.',
  happenedWith: 'It happened',
  notJson: 'This begins like JSON, and is not complete. Mend it, or write it as a text.',
  runAgain: 'Run again',
  /** What running again may do. */
  twice: 'If it has happened, running it again does it twice.',
  confirm: 'Press again to run it',
  confirmNote:
    'Not run again yet: this cannot be undone, and may have happened already. Press once more to run it again.',
  failed: 'It failed…',
  failedLabel: 'What went wrong? The model reads this.',
  failedWith: 'It failed',
  failedDefault: 'The tool call was cut off, and failed.',
  /** An answer came too late, and what became of the call nobody knows. */
  late: {
    cancelled: 'The run was stopped first. Your answer was not used.',
    expired: 'The time was up. Your answer was not used.',
  } satisfies Readonly<Record<Exclude<LateReason, 'answered'>, string>>,
};

/** The English words of calls that have begun before. */
export const begunStrings = { group: 'begun' as const, english: englishBegun };
