import { expect, it } from 'vitest';
import { labelPeople } from '../../src/protocol/decided-by.js';
import { eventProblem } from '../../src/protocol/run-event-shape.js';

it('labels people by name, and by id as well where two have the same name', () => {
  const people = [{ id: 'ada-1', name: 'Ada' }, { id: 'bob' }, { id: 'ada-2', name: 'Ada' }, { id: 'x', name: 'bob' }];

  expect(labelPeople(people)).toEqual(['Ada (ada-1)', 'bob (bob)', 'Ada (ada-2)', 'bob (x)']);
  expect(labelPeople([{ id: 'ada-1', name: 'Ada' }, { id: 'bob' }])).toEqual(['Ada', 'bob']);
  expect(
    labelPeople([
      { id: 'a', name: 'Ada' },
      { id: 'a', name: 'Ada' },
    ]),
  ).toEqual(['Ada', 'Ada']);
});

it.each([
  [{ type: 'people' }],
  [{ type: 'people', people: 'ada' }],
  [{ type: 'people', people: ['ada'] }],
  [{ type: 'people', people: [{ name: 'Ada' }] }],
  [{ type: 'people', people: [{ id: 5 }] }],
  [{ type: 'person', id: 5 }],
  [{ type: 'somebody' }],
])('reads no event by %j', (by) => {
  const envelope = { v: 1, seq: 0, at: 1, runId: 'r', agentPath: ['a'] };
  const event = { ...envelope, type: 'extended', batchId: 'b', toolCallId: 'c', expiresAt: 1 };

  expect(eventProblem(event)).toBeUndefined();
  expect(eventProblem({ ...event, by })).toContain('by');
});
