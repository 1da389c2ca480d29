import type { ItemAnswer } from '../../approval/broker/pending.js';
import type { GlyphName } from '../shared/glyph.js';

/** One line per way to answer, on a decided card. */
export interface AnswerStrings {
  readonly approved: string;
  readonly edited: string;
  readonly denied: (message: string) => string;
  readonly expired: string;
  readonly returned: string;
  readonly failed: (message: string) => string;
  readonly retry: (message: string) => string;
  readonly parked: string;
}

/** How a decided call is told on one line. */
export interface AnswerLine {
  readonly tone: 'ok' | 'no' | 'note';
  readonly glyph: GlyphName;
  readonly words: string;
}

/** Puts an answer in words. */
export function describeAnswer(answer: ItemAnswer, strings: AnswerStrings): AnswerLine {
  if (answer === 'defer') return { tone: 'note', glyph: 'clock', words: strings.parked };
  switch (answer.kind) {
    case 'tool-approved':
      return {
        tone: 'ok',
        glyph: 'check',
        words: answer.overrideArgs === undefined ? strings.approved : strings.edited,
      };
    case 'tool-denied':
      return { tone: 'no', glyph: 'no-entry', words: strings.denied(answer.message) };
    case 'tool-expired':
      return { tone: 'no', glyph: 'clock', words: strings.expired };
    case 'tool-return':
      return { tone: 'ok', glyph: 'check', words: strings.returned };
    case 'tool-failed':
      return { tone: 'no', glyph: 'cross', words: strings.failed(answer.message) };
    case 'model-retry':
      return { tone: 'note', glyph: 'again', words: strings.retry(answer.message) };
    default:
      return answer satisfies never;
  }
}
