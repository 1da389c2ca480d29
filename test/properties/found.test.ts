import { expect, it } from 'vitest';
import { driveConversation } from './drive-conversation.js';
import { driveRuns } from './drive-run.js';
import { playScenario } from './property.js';
import type { CallPlan, Scenario, StepPlan, ToolName } from './scenario.js';

function step(...calls: readonly (ToolName | CallPlan)[]): StepPlan {
  const plans = calls.map((call) => (typeof call === 'string' ? good(call) : call));
  return { calls: plans, text: 'none', stream: 'whole' };
}

function good(tool: ToolName, id?: string): CallPlan {
  return { tool, id, input: 'good' };
}

function scenario(change: Partial<Scenario>): Scenario {
  return {
    steps: [],
    inner: [step('plain')],
    handlers: ['answer'],
    people: ['answer'],
    decisions: [0],
    next: ['go-on'],
    shifts: [0],
    concurrency: Number.POSITIVE_INFINITY,
    toolErrors: 'model',
    retries: 100,
    output: 'text',
    journalFailsAt: 0,
    hangsAt: 0,
    stop: { by: 'nobody', after: 0 },
    ...change,
  };
}

const parkEdit = [0, 0, 11, 0];
const allNoted = [10];
const editFirst = [11, 0, 0, 0];
const slow = [0, 0, 6];

/** Random conversations that once violated an invariant, as shrunk by fast-check. */
const found = [
  {
    what: 'a call whose end the journal could not note ran again on resume',
    drive: driveRuns,
    plan: scenario({ steps: [step(good('sequential', 'same'), good('validated', 'same'))], journalFailsAt: 6 }),
  },
  {
    what: 'a call that threw, and whose end the journal could not note, ran again on resume',
    drive: driveRuns,
    plan: scenario({ steps: [step('throws', 'sequential'), step('plain')], journalFailsAt: 6 }),
  },
  {
    what: 'a note on one call closed the parked call beside it',
    drive: driveRuns,
    plan: scenario({
      steps: [step('guarded'), step('validated', 'guarded')],
      handlers: ['answer', 'park'],
      decisions: allNoted,
      next: ['prompt'],
    }),
  },
  {
    what: 'a parked call was shown with its edit, and the original ran',
    drive: driveRuns,
    plan: scenario({
      steps: [step('greedy', 'sequential'), step('nested')],
      handlers: ['park', 'answer'],
      decisions: parkEdit,
    }),
  },
  {
    what: 'a click at a stale card of a sub-agent answered the call of a later run',
    drive: driveConversation,
    plan: scenario({
      steps: [step('nested', 'ghost'), step('nested', 'sequential'), step('hands')],
      inner: [step('guardedExternal', 'guardedExternal', good('asks', 'same')), step('plain')],
      decisions: slow,
      stop: { by: 'time', after: 0 },
    }),
  },
  {
    what: 'a provider that named its earlier call as the prompt does left it running, and ended it again in place of a later one',
    drive: driveRuns,
    plan: scenario({
      steps: [step(good('webAsks', 'toString'), 'web'), step(good('web', 'toString'), 'plain'), step('hands')],
    }),
  },
  {
    what: 'a second yes for a call of the provider was refused as if the history were of another run',
    drive: driveRuns,
    plan: scenario({ steps: [step('webAsks', 'plain')], handlers: ['park', 'answer'], next: ['replay'] }),
  },
  {
    what: 'a run whose journal never answered could not be stopped',
    drive: driveRuns,
    plan: scenario({ steps: [step('plain', 'guarded')], hangsAt: 1 }),
  },
  {
    what: 'a run whose schema never answered could not be stopped',
    drive: driveConversation,
    plan: scenario({ steps: [step('plain', 'validated')], hangsAt: 3 }),
  },
  {
    what: 'half a response ran, which its package had ended as if it were whole',
    drive: driveRuns,
    plan: scenario({ steps: [1, 2].map(() => ({ ...step('plain', 'guarded'), stream: 'just-ends' })) }),
  },
  {
    what: 'a response ran whose last call had lost its arguments',
    drive: driveConversation,
    plan: scenario({ steps: [{ ...step('guarded', 'plain', 'plain'), stream: 'unfinished' }] }),
  },
  {
    what: 'the result of an edited call that was handed on was refused as that of another call',
    drive: driveRuns,
    plan: scenario({ steps: [step('guardedHands')], handlers: ['answer', 'park'], decisions: editFirst }),
  },
  {
    what: 'a call was told as begun that a sibling had kept from running',
    drive: driveRuns,
    plan: scenario({
      steps: [step('impure', 'impure', 'ghost'), step('plain')],
      shifts: [0, 0, 1, 0, 0, 0, 0],
      toolErrors: 'throw',
      retries: 100,
    }),
  },
  {
    what: 'a stop between the last call of a response and its keeping left all its calls open',
    drive: driveRuns,
    plan: scenario({ steps: [step('plain', 'plain')], journalFailsAt: 1_000, stop: { by: 'event', after: 9 } }),
  },
  {
    what: 'a stop while a failed run was closed made it a stopped one with open calls',
    drive: driveRuns,
    plan: scenario({
      steps: [
        step('fails', good('impure', 'same'), 'slow', good('fails', 'same'), 'validated', 'web', good('plain', 'same')),
        step(
          ...(['impure', 'web', 'nested', 'webLater', 'impure', good('sequential', 'same'), 'hands'] as const),
          ...([good('hands', 'same'), good('nested', 'same'), 'plain', 'nested', 'hands'] as const),
        ),
        { ...step('hands'), text: 'valid' },
      ],
      inner: [step('hands', 'impure', 'plain')],
      journalFailsAt: 30,
      stop: { by: 'event', after: 118 },
    }),
  },
] as const;

it.each(found)('no longer: $what', async ({ drive, plan }) => {
  expect(await playScenario(plan, drive)).toEqual([]);
});

/** A journal that never fails, and no journal. */
const journals = [1_000, 0];

it.each(journals.flatMap((fails) => Array.from({ length: 60 }, (_, after) => [after, fails] as const)))(
  'ends every call, and says nothing after the end, when it is stopped at event %i (journal: %i)',
  async (after, journalFailsAt) => {
    const steps = [step('plain', 'nested', 'asks'), step('hands', 'guardedExternal'), step('slow')];

    const broken = await playScenario(
      scenario({ steps, inner: [step('guarded', 'slow')], journalFailsAt, stop: { by: 'event', after } }),
      driveRuns,
    );

    expect(broken).toEqual([]);
  },
);
