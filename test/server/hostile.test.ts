import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerPart, chatWith, chunksOf, colour, filesAgent, remove } from './chat-server.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Returns every path in a value. */
function placesIn(value: Json, at: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return [at, ...inner];
}

function replaced(value: Json, [key, ...rest]: readonly (string | number)[], by: Json): Json {
  if (key === undefined) return by;
  const copy: Json = structuredClone(value);
  const holder = copy as Record<string | number, Json>; // the path is from this value
  holder[key] = replaced(holder[key] ?? null, rest, by);
  return copy;
}

const junk: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    1,
    '',
    'true',
    [],
    {},
    '__proto__',
    'constructor',
    'approval-responded',
    'output-available',
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

it('C229 an approval with any member replaced is refused or does not approve, and never causes a server error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), junk, async (pick, by) => {
      const problems: unknown[] = [];
      const { agent, ran } = filesAgent([{ calls: [remove('a'), colour] }, 'Done.', 'Done.']);
      const chat = chatWith({ agent, onProblem: (problem) => problems.push(problem) });
      const first = await chunksOf(await chat.say('go'));
      const picked = { type: 'tool-pick_colour', toolCallId: 'c', state: 'output-available', input: {}, output: 1 };
      const parts = [answerPart(first, 'a'), picked];
      const whole: Json = JSON.parse(
        JSON.stringify({ id: 'chat1', messages: [{ id: 'm', role: 'assistant', parts }] }),
      );
      const places = placesIn(whole);
      const place = places[pick % places.length] ?? [];

      const answer = await chat.send(JSON.stringify(replaced(whole, place, by)));
      await answer.text();

      expect([answer.status < 500, problems]).toEqual([true, []]);
      // A call may run only if its own request was approved for the input that was sent.
      const isYes = /parts\.0\.approval\.(?:approved|id)$/.test(place.join('.'));
      if (answer.status !== 200 || (isYes && by !== true)) expect(ran).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
