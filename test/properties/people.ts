import type { Conversation, DecideOutcome, Decision, PendingBatch, PendingItem } from 'countersign/core';
import { choose, recordApprovals } from './decisions.js';
import type { World } from './world.js';

/** People at the cards of a conversation, who follow the scenario with valid or invalid answers. */
export function startPeople(world: World, conversation: Conversation): void {
  const seen = new Set<string>();
  const look = (): void => {
    const { pending, status } = conversation.store.getState();
    if (pending.length > 0 && status !== 'waiting') world.fail('9 one state at a time', `cards wait while ${status}`);
    for (const batch of pending) {
      for (const item of batch.items) {
        const key = `${batch.batchId} ${item.call.toolCallId}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const delay = world.next('delay', world.scenario.decisions, 0) * 3;
        world.sleep(delay).then(
          () => atCard(world, conversation, { batch, item }),
          () => {},
        );
      }
    }
  };
  conversation.store.subscribe(look);
}

interface Card {
  readonly batch: PendingBatch;
  readonly item: PendingItem;
}

async function atCard(world: World, conversation: Conversation, card: Card): Promise<void> {
  const plan = world.next('person', world.scenario.people, 'answer');
  // In a sub-agent, parking a call ends the whole run.
  const isRoot = card.batch.agentPath.length === 1;
  const say = (decision?: Decision): Promise<DecideOutcome> => decide(world, conversation, { ...card, decision });
  switch (plan) {
    case 'answer':
      await say();
      break;
    case 'double-click': {
      const both = await Promise.all([say(), say()]);
      if (both.every(({ status }) => status === 'accepted'))
        world.fail('5 nothing twice', `${card.item.call.toolCallId} was answered twice`);
      break;
    }
    case 'answer-late':
      await say();
      await world.sleep(60);
      if (isAskedAgain(conversation, card)) break;
      if ((await say(true)).status === 'accepted') world.fail('7 late is late', `${card.item.call.toolCallId}`);
      break;
    case 'change-mind':
      await say(card.item.kind === 'approval' ? false : undefined);
      if (isAskedAgain(conversation, card)) break;
      if ((await say(true)).status === 'accepted') world.fail('8 the first answer stands', card.item.call.toolCallId);
      break;
    case 'bad-edit-first': {
      const outcome = await say(badAnswer(card.item));
      if (outcome.status === 'accepted') world.fail('8 wrong answers are refused', 'an edit that breaks the schema');
      await say();
      break;
    }
    case 'wrong-kind-first':
      await expectRefusal(world, conversation, card);
      await say();
      break;
    case 'park':
      await say(isRoot ? 'defer' : undefined);
      break;
    case 'never':
      world.hanging += 1;
      break;
    default:
      plan satisfies never;
  }
}

/** A call that deferred again has a new card, and the next answer belongs to that. */
function isAskedAgain({ store }: Conversation, { batch, item }: Card): boolean {
  const others = store.getState().pending.filter(({ batchId }) => batchId !== batch.batchId);
  return others.some(({ items }) => items.some(({ call }) => call.toolCallId === item.call.toolCallId));
}

async function decide(
  world: World,
  conversation: Conversation,
  { batch, item, decision }: Card & { readonly decision: Decision | undefined },
): Promise<DecideOutcome> {
  const { toolCallId } = item.call;
  const choice = choose(world, item.kind, item.call);
  // Tagged data is accepted like the signals that it represents. An external call cannot be approved: if that is
  // tried, the answer must already be late.
  const outcome = await conversation
    .decide(toolCallId, decision ?? (choice.answer as Decision))
    .catch((error: unknown) => {
      if (decision !== undefined) return { status: 'late' as const, reason: 'answered' as const };
      world.fail('8 right answers are taken', String(error));
      return { status: 'late' as const, reason: 'answered' as const };
    });
  if (outcome.status === 'invalid' && decision === undefined)
    world.fail('8 right answers are taken', JSON.stringify(outcome.issues));
  if (outcome.status === 'accepted' && decision === undefined) recordApprovals(world, batch.runId, [choice]);
  return outcome;
}

function badAnswer({ kind }: PendingItem): Decision {
  return kind === 'approval'
    ? { kind: 'tool-approved', overrideArgs: { n: 'x' } }
    : { kind: 'tool-return', returnValue: 'x' };
}

/** An answer for one kind of call must be rejected for the other, and any answer for an unknown call. */
async function expectRefusal(world: World, conversation: Conversation, { item }: Card): Promise<void> {
  const { toolCallId } = item.call;
  const wrong = item.kind === 'approval' ? { kind: 'tool-return', returnValue: 1 } : true;
  const attempts = [
    [toolCallId, wrong],
    [toolCallId, 1],
    ['nobody', true],
  ] as const;
  for (const [id, decision] of attempts) {
    if (item.kind === 'external' && decision === 1) continue; // a number is a result
    const outcome = await conversation.decide(id, decision as Decision).catch((error: unknown) => error);
    const isRefused = outcome instanceof Error || (id !== 'nobody' && (outcome as DecideOutcome).status === 'late');
    if (!isRefused) world.fail('8 wrong answers are refused', `${JSON.stringify(decision)} for ${item.kind} ${id}`);
  }
}
