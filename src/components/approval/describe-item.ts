import type { ItemAnswer } from '../../approval/pending.js';
import type { Risk } from '../../protocol/deferred.js';
import type { JSONObject } from '../../protocol/json.js';
import { ownMember } from '../../protocol/record.js';
import type { GlyphName } from '../shared/glyph.js';
import type { AnswerStrings, ApprovalStrings } from '../strings.js';

/** The shape that stands for a risk; none is known when the tool's author said nothing. */
export function riskGlyph(risk: Risk | undefined): GlyphName {
  if (risk === undefined) return 'question';
  const glyphs: Readonly<Record<Risk, GlyphName>> = {
    low: 'notice',
    medium: 'triangle',
    high: 'diamond',
    destructive: 'octagon',
  };
  return glyphs[risk];
}

/** Why a person is asked, in a sentence. */
export function whyAsked(metadata: JSONObject | undefined, strings: ApprovalStrings): string {
  const reason = metadata?.reason;
  if (typeof reason !== 'string' || reason === '') return strings.askedAlways;
  return ownMember(strings.reasons, reason) ?? strings.askedBecause(reason);
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
