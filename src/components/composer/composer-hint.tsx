'use client';
import { queueStrings } from '../../words/english/approval.js';
import { composerStrings } from '../../words/english/chat.js';
import { countNeeded } from '../card/needs-person.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { ComposerContext, type Sending } from './composer-context.js';

/**
 * A hint: how to send, why that is impossible or, while nothing is written and calls are pending, how to answer them.
 * It describes the field.
 */
export const ComposerHint: Part<'p', { sending: Sending }> = part(
  'Composer.Hint',
  'p',
  ({ children, ...props }, render) => {
    const { text, sending, disabled, hintId, cards, enterKey } = useWithin(ComposerContext, 'Composer.Hint');
    const strings = useWords(composerStrings);
    const keys = enterKey === 'send' ? strings.hint : strings.hintNewLine;
    const { callsNeedYou } = useWords(queueStrings);
    const isIdle = text === '' && cards.items.length > 0;
    const usual = isIdle ? strings.toAnswer(callsNeedYou(countNeeded(cards.items))) : keys;
    return render(props, {
      'data-cs': 'composer-hint',
      state: { sending },
      id: hintId,
      dir: 'auto',
      children: children ?? disabled ?? usual,
    });
  },
);
