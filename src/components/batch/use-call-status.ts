'use client';
import type { PendingItem } from '../../approval/broker/pending.js';
import { messageOf, stateOfItem } from '../../conversation/approval-state.js';
import { type CallTone, stateWords } from '../../conversation/call-look.js';
import { askStrings } from '../../words/english/approval.js';
import { batchCardStrings, batchStrings } from '../../words/english/batch.js';
import { stateStrings } from '../../words/english/card.js';
import { attentionStrings } from '../../words/english/inbox.js';
import { BatchContext } from '../card/batch-context.js';
import { choiceWords } from '../card/describe-choice.js';
import { callLook } from '../card/describe-item.js';
import { useWithin } from '../part/use-within.js';
import type { GlyphName } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';

/** The state of a call, on one line. */
export interface CallStatus {
  readonly glyph: GlyphName;
  readonly tone: CallTone;
  readonly words: string;
}

/** Returns the state of a call of the batch around; while it is pending, its risk. */
export function useCallStatus({ call, kind, state }: PendingItem): CallStatus {
  const { answers } = useWithin(BatchContext, 'Batch.Items');
  const approval = useWords(askStrings);
  const attention = useWords(attentionStrings);
  const { planOpen } = useWords(batchStrings);
  const { chosen } = useWords(batchCardStrings);
  const card = useWords(stateStrings);
  const choice = answers.choices.get(call.toolCallId);
  const shown = choice === undefined ? stateOfItem(state) : choice.status === 'sending' ? 'checking' : 'chosen';
  const { glyph, tone } = callLook(shown, call.risk);
  if (choice !== undefined) return { glyph, tone, words: choiceWords(choice.decision, chosen) };
  if (shown === 'waiting') {
    const risk = call.risk === undefined ? planOpen : approval.risk[call.risk];
    if (call.interrupted !== undefined)
      return { glyph: 'question', tone, words: stateWords(shown, card, { hasBegun: true }) };
    return kind === 'external' ? { glyph: 'pen', tone, words: attention.yours } : { glyph, tone, words: risk };
  }
  return {
    glyph,
    tone,
    words: stateWords(shown, card, { message: messageOf(state), hasBegun: call.interrupted !== undefined }),
  };
}
