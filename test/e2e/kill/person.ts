import {
  type Conversation,
  type Decision,
  type PendingItem,
  runAgain,
  toolApproved,
  toolDenied,
  toolReturn,
} from 'countersign/core';
import { deniedTool } from './app.js';

/** A person's view of the world outside, and their speed. */
export interface PersonOptions {
  readonly post: (what: string, about: object) => Promise<unknown>;
  /** Resolves when the page is idle, because people are slower than disks. */
  readonly quiet: () => Promise<void>;
}

/** Answers each pending call, one after the other. */
export function answerPendingCalls(conversation: Conversation, { post, quiet }: PersonOptions): void {
  const { store } = conversation;
  let isBusy = false;
  const waiting = (): PendingItem | undefined =>
    store
      .getState()
      .pending.flatMap(({ items }) => items)
      .find(({ state }) => state.status === 'waiting');
  const answer = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    while (waiting() !== undefined) {
      await quiet();
      // An answer of an earlier activation is applied without the person.
      const item = waiting();
      if (item === undefined) break;
      const { id, batchId, call } = item;
      const isBegun = call.interrupted !== undefined;
      const { toolCallId } = call;
      const times = await post('asked', { id, batchId, call: toolCallId, isBegun });
      await conversation.decide(toolCallId, isBegun ? answerToInterrupted(Number(times)) : answerTo(item));
    }
    isBusy = false;
  };
  store.subscribe(() => void answer());
  void answer();
}

function answerTo({ kind, call: { toolName, input } }: PendingItem): Decision {
  if (kind === 'external') return toolReturn('picked');
  if (toolName === deniedTool) return toolDenied('Not today.');
  const isEdited = toolName === 'remove' && typeof input === 'object';
  return isEdited ? toolApproved({ overrideArgs: { ...input, path: 'edited' } }) : true;
}

/** The person checks whether the effect of an interrupted call has happened. */
function answerToInterrupted(times: number): Decision {
  return times > 0 ? toolReturn('it happened') : runAgain();
}
