import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Chat, StringsProvider } from '../../../src/components/index.js';
import { callRecord, type ToolPart } from '../../../src/conversation/messages/call-record.js';
import { type CallEvent, reduceCall } from '../../../src/conversation/messages/reduce-call.js';
import { restoreMessages } from '../../../src/conversation/restore-messages.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import { fakeRun } from '../support.js';

afterEach(cleanup);

const about = { toolCallId: 'call-1', toolName: 'search' } as const;
const envelope = { v: 1, seq: 0, runId: 'run', agentPath: ['agent'], ...about } as const;
const begin: CallEvent = {
  ...envelope,
  at: 10_000,
  type: 'tool-start',
  input: {},
  title: 'Search',
  approved: false,
  edited: false,
};

function endWith(value: JSONValue, at = 13_250): CallEvent {
  return { ...envelope, at, type: 'tool-end', end: { status: 'returned', value } };
}

function after(...events: readonly CallEvent[]): ToolPart {
  const part = { ...about, type: 'dynamic-tool', input: {}, state: 'input-available' } as const;
  return events.reduce<ToolPart>((made, event) => reduceCall({ part: made, record: callRecord(made) }, event), part);
}

function show(part: ToolPart, now = 10_400): HTMLElement {
  render(
    <StringsProvider locale="en">
      <Chat.Root run={fakeRun({})}>
        <Chat.Call part={part} now={() => now} />
      </Chat.Root>
    </StringsProvider>,
  );
  const line = document.querySelector<HTMLElement>('[data-cs="call-line"]');
  if (line === null) throw new Error('There is no line.');
  return line;
}

const timeIn = (line: HTMLElement): string | null | undefined =>
  line.querySelector('[data-cs="call-time"]')?.textContent;

it('C496 shows how long a call took, and still after a reload', () => {
  const ended = after(begin, endWith('ok'));
  const [message] = restoreMessages(
    JSON.parse(JSON.stringify([{ id: 'a', role: 'assistant', parts: [ended] }])),
  ).messages;

  expect(timeIn(show(ended))).toBe('3.2s');
  cleanup();
  expect(timeIn(show(message?.parts[0] as ToolPart))).toBe('3.2s');
});

it('C496 shows no time for a call that another clock ended before it began, nor for one without a start', () => {
  expect(timeIn(show(after(begin, endWith('ok', 9000))))).toBe('0.1s');
  cleanup();
  expect(timeIn(show(after(endWith('ok'))))).toBe('');
});

it('C496 counts while the call runs, in room that is reserved from the start', () => {
  const [widths, times] = [10_400, 14_600, 69_000].reduce<[number[], (string | null | undefined)[]]>(
    ([sizes, shown], now) => {
      const line = show(after(begin), now);
      const width = line.querySelector('[data-cs="call-text"]')?.getBoundingClientRect().width ?? 0;
      const time = timeIn(line);
      cleanup();
      return [
        [...sizes, width],
        [...shown, time],
      ];
    },
    [[], []],
  );

  expect(times).toEqual(['', '4s', '59s']);
  expect(new Set(widths).size).toBe(1);
});

it('C496 does not count the time of a call that stopped to ask', () => {
  const asks: CallEvent = {
    ...envelope,
    at: 11_000,
    type: 'approval-requested',
    batchId: 'b',
    call: { ...about, input: {}, title: 'Search' },
  } as unknown as CallEvent;

  expect(callRecord(after(begin, asks))).not.toHaveProperty('startedAt');
});

it('C497 shows a short result on the line, and the size of a long one', () => {
  expect(show(after(begin, endWith('4 matches in 2 files')))).toHaveTextContent('Search done 4 matches in 2 files3.2s');
  cleanup();
  expect(show(after(begin, endWith('a\nb\nc\n')))).toHaveTextContent('3 lines');
  cleanup();
  expect(show(after(begin, endWith(['a.txt'])))).toHaveTextContent('1 item');
});

it('C497 shows no result on the line that contains a secret', () => {
  const line = show(after(begin, endWith('token: ghp_0123456789abcdefghijABCDEFGHIJ012345')));

  expect(line).toHaveTextContent(/^Search done/);
  expect(line).not.toHaveTextContent('ghp_');
});
