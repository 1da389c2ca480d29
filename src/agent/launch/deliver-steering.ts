import { derivedId } from '../../protocol/base/ids.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { SteeringMessage } from '../run/agent.js';
import type { RunScope } from '../run/run-scope.js';
import { runStep } from '../run/run-step.js';

/** Rejects the step of a delivery without messages, so that the journal stores nothing. */
const noMessages = new Error('Nobody sent a message during the step.');

/**
 * Returns the messages that people sent to the run during this step. In a run with a journal, they are persisted as a
 * step, so that each activation delivers them at the same place. While the journal may have later steps, which did not
 * know a message, the message waits for the next step.
 */
export async function deliverSteering(run: RunScope, emit: Emit): Promise<readonly SteeringMessage[]> {
  const { steering } = run.promptState;
  if (steering === undefined) return [];
  const isReplaying = run.progress !== 'executing';
  const step = { key: derivedId(run.runId, 'steering', run.step), emit, soon: true };
  const deliver = async (): Promise<readonly SteeringMessage[]> => {
    const waiting = isReplaying ? [] : steering.deliver();
    if (waiting.length === 0) throw noMessages;
    return waiting;
  };
  try {
    const { value } = await runStep(run, step, deliver);
    steering.markDelivered(value);
    return value;
  } catch (error) {
    if (error === noMessages) return [];
    throw error;
  }
}
