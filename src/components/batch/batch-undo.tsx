'use client';
import { batchStrings } from '../../words/english/batch.js';
import { BatchContext } from '../card/batch-context.js';
import { keyMap } from '../card/keys.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { BatchButton, type BatchButtonState } from './batch-button.js';

/**
 * Retracts all answers of people, with their choices to remember, while the batch waits for its `sendDelay`. The cards
 * are open again then. Renders nothing at other times.
 */
export const BatchUndo: Part<'button', BatchButtonState> = part('Batch.Undo', 'button', (props) => {
  const { run, batch, items } = useWithin(BatchContext, 'Batch.Undo');
  const strings = useWords(batchStrings);
  const answered = items.filter(({ state }) => state.status === 'decided' && state.by.type === 'person');
  if (batch.sendsAt === undefined || answered.length === 0) return null;
  const retractAll = (): void => {
    for (const { id } of answered) run.retract(id);
  };
  return (
    <BatchButton action="undo" shortcut={keyMap.undo} onPress={retractAll} {...props}>
      {props.children ?? strings.undo}
    </BatchButton>
  );
});
