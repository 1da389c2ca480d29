import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Meter, Suggestion } from '../../src/components/index.js';
import type { RunEvent } from '../../src/protocol/run-event.js';
import type { PartCase, PartTable } from './part-conformance.js';
import { fakeRun } from './support.js';

type Inside = (part: ReactElement) => ReactElement;

const press = (element: HTMLElement): Promise<void> => userEvent.click(element);

// Suggestion

function says(): PartCase {
  const run = fakeRun();
  return {
    props: { text: 'Hello' },
    within: (part) => (
      <Suggestion.Root run={run} suggestions={['Hello']}>
        {() => part}
      </Suggestion.Root>
    ),
    acts: { on: 'onClick', act: press, seen: () => run.start.mock.calls.length },
  };
}

export const suggestionParts: PartTable<typeof Suggestion> = {
  Root: () => ({ props: { run: fakeRun(), suggestions: ['Hello'] } }),
  Item: says,
};

// Meter

const usage = { requests: 1, toolCalls: 0, inputTokens: 10, outputTokens: 5 };
const used: RunEvent = { v: 1, seq: 0, at: 0, runId: 'r', agentPath: ['lead'], type: 'usage', usage };
const measured = fakeRun({ events: [used], usage });
const inMeter: Inside = (part) => (
  <Meter.Root run={measured} window={100} price={() => '$1'}>
    {part}
  </Meter.Root>
);

export const meterParts: PartTable<typeof Meter> = {
  Root: () => ({ props: { run: measured } }),
  Bar: () => ({ within: inMeter }),
  Tokens: () => ({ within: inMeter }),
  Cost: () => ({ within: inMeter }),
};
