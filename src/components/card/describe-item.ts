import type { ItemAnswer, PendingItem } from '../../approval/broker/pending.js';
import type { Risk } from '../../protocol/deferred.js';
import { ownMember } from '../../protocol/record.js';
import { capabilityWords } from '../grants/grant-words.js';
import type { GlyphName } from '../shared/glyph.js';
import type { AnswerStrings, CountersignStrings } from '../strings.js';

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

/** Why a person is asked. */
export interface Why {
  /** `tool`: the tool itself, while it was called. `rule`: a policy. `capability`: what the call touches. `declared`: its tool always asks. */
  readonly because: 'tool' | 'rule' | 'capability' | 'declared';
  readonly words: string;
}

/** Why a person is asked, in a sentence. */
export function whyAsked({ metadata, call }: PendingItem, strings: CountersignStrings): Why {
  const { reasons, askedBecause, askedAlways } = strings.approval;
  const say = (reason: string): string => ownMember(reasons, reason) ?? askedBecause(reason);
  const told = metadata?.reason;
  if (typeof told === 'string' && told !== '') return { because: 'tool', words: say(told) };
  if (call.reason !== undefined && call.reason !== '') return { because: 'rule', words: say(call.reason) };
  const { asksFor = [] } = call;
  if (asksFor.length === 0) return { because: 'declared', words: askedAlways };
  const named = asksFor.map((capability) => capabilityWords(capability, strings.grants));
  return { because: 'capability', words: strings.card.askedFor(named) };
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
