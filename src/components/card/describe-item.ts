import type { PendingItem } from '../../approval/broker/pending.js';
import type { ApprovalState } from '../../conversation/approval-state.js';
import { type CallTone, callTones } from '../../conversation/call-look.js';
import { ownMember } from '../../protocol/base/record.js';
import type { Risk } from '../../protocol/deferred.js';
import type { CountersignStrings } from '../../words/strings.js';
import { capabilityWords } from '../grants/capability-words.js';
import type { GlyphName } from '../shared/glyph.js';

/** The string tables for reasons to ask. */
export interface AskWords {
  readonly grants: Pick<CountersignStrings['grants'], 'scope'>;
  readonly card: Pick<CountersignStrings['card'], 'askedFor'>;
  readonly approval: Pick<
    CountersignStrings['approval'],
    'reasons' | 'askedBecause' | 'askedAlways' | 'definitionChanged'
  >;
}

/** Returns the glyph of a risk; none if the tool declares no risk. */
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

/** A glyph for each state: successive states differ in glyph or tone. `undefined`: the glyph of the risk. */
export const callGlyphs: Readonly<Record<ApprovalState, GlyphName | undefined>> = {
  writing: 'pen',
  called: 'dot',
  waiting: undefined,
  arming: undefined,
  editing: undefined,
  denying: undefined,
  chosen: 'ring',
  checking: 'half',
  approved: 'approved',
  'approved-with-edits': 'pen',
  'run-again': 'again',
  parked: 'bookmark',
  'answered-elsewhere': 'notice',
  sent: 'approved',
  running: 'half',
  returned: 'check',
  failed: 'cross',
  retry: 'again',
  denied: 'no-entry',
  blocked: 'shield',
  expired: 'clock',
  cancelled: 'square',
  skipped: 'skip',
  interrupted: 'broken',
  unknown: 'question',
};

/** Returns the glyph and tone of a call: by its state, or else by its risk. */
export function callLook(
  state: ApprovalState,
  risk?: Risk | undefined,
): { readonly glyph: GlyphName; readonly tone: CallTone } {
  return { glyph: callGlyphs[state] ?? riskGlyph(risk), tone: callTones[state] };
}

/** The reason for requiring approval. */
export interface AskReason {
  /**
   * `tool`: the tool asked while it executed. `rule`: a policy. `capability`: something that the call accesses.
   * `declared`: the tool always asks. `changed`: the tool was allowed, and its definition has changed since.
   */
  readonly because: 'changed' | 'tool' | 'rule' | 'capability' | 'declared';
  readonly words: string;
  /** The text of a tool or a rule that `words` quotes. */
  readonly quoted?: string;
}

/** Returns the reason for requiring approval, in a sentence. */
export function reasonToAsk({ metadata, call }: PendingItem, strings: AskWords): AskReason {
  const { reasons, askedBecause, askedAlways, definitionChanged } = strings.approval;
  if (call.changed !== undefined && call.changed.length > 0)
    return { because: 'changed', words: definitionChanged(call.changed) };
  const quote = (reason: string): Pick<AskReason, 'words' | 'quoted'> => {
    const own = ownMember(reasons, reason);
    return own === undefined ? { words: askedBecause(reason), quoted: reason } : { words: own };
  };
  const told = metadata?.reason;
  if (typeof told === 'string' && told !== '') return { because: 'tool', ...quote(told) };
  if (call.reason !== undefined && call.reason !== '') return { because: 'rule', ...quote(call.reason) };
  const { asksFor = [] } = call;
  if (asksFor.length === 0) return { because: 'declared', words: askedAlways };
  const named = asksFor.map((capability) => capabilityWords(capability, strings.grants));
  return { because: 'capability', words: strings.card.askedFor(named) };
}
