import type { AgUiTransportOptions, RemoteAgentOptions } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { agUiAgent, agUiTurn, runFinished, type SentRun, sentRuns, text } from '../../support/ag-ui.js';
import { type AgUiExchange, promptOf } from '../../support/recorded-ag-ui.js';
import { hasRecordings, type Recording, readRecordings } from '../../support/recordings.js';
import { type Answer, idsOf, yes } from '../../support/remote-agent.js';
import type { WireTurn } from '../../support/wire-server.js';

// What other clients sent to real AG-UI servers, and must not have, and where they gave up: where they have the
// recordings, this client is told the same by those servers. The rules of which this is a part are in
// `test/conformance/remote-rules.test.ts`.

type Talk = Recording<SentRun>;

const servers = [
  'pydantic-ai-ag-ui',
  'pydantic-ai-ag-ui-stored',
  'langgraph-ag-ui',
  'agent-framework-ag-ui',
  'agent-framework-ag-ui-detached',
];
const done = agUiTurn(text('Done.', 'last'), runFinished());
const wire: Omit<AgUiTransportOptions, 'url'> = { externalTools: ['calculate_answer'] };

const talks = (...cases: readonly string[]): readonly Talk[] =>
  readRecordings(servers, (_, name) => cases.includes(name));

const isFrom = (server: string, { name }: Talk): boolean => name.startsWith(`${server}/`);

/** What an app says of a server. */
const serverOf = (talk: Talk): NonNullable<RemoteAgentOptions['server']> =>
  isFrom('pydantic-ai-ag-ui', talk) ? 'pydantic-ai' : {};

function turnOf(exchange: AgUiExchange | undefined, ends: NonNullable<WireTurn['ends']> = 'end'): WireTurn {
  if (exchange === undefined) throw new Error('It was not recorded.');
  const { status, headers, body } = exchange;
  return { status, headers, chunks: [body], ends };
}

/** A remote agent that is told these turns, and then that all is done, by a server like the recorded one. */
async function play(talk: Talk, turns: readonly WireTurn[], answers: readonly Answer[] = []) {
  const setup = { answers, server: serverOf(talk), wire };
  const { run, ...rest } = await agUiAgent((_, index) => turns[index] ?? done, setup);
  return { ...rest, again: run, ...(await run(promptOf(talk.exchanges))) };
}

const nobody: Answer = () => null;

/** Says something over what a run has left open. */
const somethingElse = { role: 'user', content: 'text' } as const;

const isYes = ({ payload }: { readonly payload?: unknown }): boolean =>
  /"approved":true|"type":"(?:approve|edit)"/.test(JSON.stringify(payload ?? null));

/** How many yeses a request has. */
const yesesIn = (sent: SentRun | undefined): number => (sent?.resume ?? []).filter(isYes).length;

describe.runIf(hasRecordings)('an approval whose response was interrupted', () => {
  it.each(talks('cut-answer'))('C240 $name is not sent again, and people are asked about its outcome', async (talk) => {
    const [first, cut, copy] = talk.exchanges;

    const { server, asked, outcome } = await play(talk, [turnOf(first), turnOf(cut, 'cut')], [yes, nobody]);

    // The other client said yes again.
    expect(yesesIn(copy?.request.body)).toBe(1);
    expect(sentRuns(server).map(yesesIn)).toEqual([0, 1]);
    expect(asked.map(idsOf).at(-1)).toEqual({ approvals: [], calls: ['call_1_1'] });
    expect(outcome.type).toBe('deferred');
  });

  it.each(talks('cut-continue'))(
    'C240 $name is not sent again if its result had arrived: that result counts',
    async (talk) => {
      const [first, cut, next] = talk.exchanges;

      const { server, asked, ends, outcome } = await play(talk, [turnOf(first), turnOf(cut, 'cut'), turnOf(next)]);

      // Where the server keeps the history nothing is said that nobody has said.
      const goesOn = serverOf(talk) === 'pydantic-ai';
      expect(sentRuns(server).map(yesesIn)).toEqual(goesOn ? [0, 1, 0] : [0, 1]);
      expect(ends).toEqual({ call_1_1: 'returned' });
      expect(asked).toHaveLength(1);
      expect(outcome).toMatchObject(goesOn ? { type: 'completed' } : { type: 'failed', error: { code: 'remote-cut' } });
    },
  );
});

describe.runIf(hasRecordings)('an interrupted text', () => {
  it.each(talks('cut-away'))(
    'C240 $name is requested once more if the client has the history, otherwise not',
    async (talk) => {
      const { server, outcome } = await play(talk, [turnOf(talk.exchanges[0], 'cut')]);

      const isAskedAgain = serverOf(talk) === 'pydantic-ai';
      expect(server.requests).toHaveLength(isAskedAgain ? 2 : 1);
      expect(outcome.type).toBe(isAskedAgain ? 'completed' : 'failed');
    },
  );
});

describe.runIf(hasRecordings)('a message sent while calls are open', () => {
  it.each(talks('said-instead'))('C242 $name comes after the end of the open calls', async (talk) => {
    const { server, outcome, again } = await play(talk, [turnOf(talk.exchanges[0])], [nobody]);

    await again(null, { messages: [...outcome.messages, somethingElse] });

    // The other client left it as it was.
    const left = talk.exchanges[1]?.request.body;
    expect(left?.resume).toBeUndefined();
    expect(left?.messages.filter(({ role }) => role === 'tool')).toEqual([]);
    const [, next, last] = sentRuns(server);
    expect(next?.messages).toContainEqual(expect.objectContaining({ role: 'tool', toolCallId: 'call_1_1' }));
    // One that would wait for it is told first.
    const isGivenUp = isFrom('agent-framework-ag-ui', talk);
    expect(next?.resume?.map(({ status }) => status)).toEqual(isGivenUp ? ['cancelled'] : undefined);
    expect((isGivenUp ? last : next)?.messages.at(-1)).toMatchObject({ role: 'user', content: 'text' });
  });
});

describe.runIf(hasRecordings)('a pending batch', () => {
  it.each(talks('probe'))('C243 $name is requested again from the history, without an empty request', async (talk) => {
    const { server, outcome, again, asked } = await play(talk, [turnOf(talk.exchanges[0])], [nobody]);

    const { outcome: next } = await again(null, { messages: outcome.messages });

    // The other client asked with nothing.
    expect(talk.exchanges[1]?.request.body.messages).toEqual([]);
    expect(asked[1]?.approvals).toEqual(asked[0]?.approvals);
    expect(asked[1]?.calls.map(({ toolCallId }) => toolCallId)).toEqual(idsOf(asked[0]).calls);
    expect(sentRuns(server)).toHaveLength(2);
    expect(yesesIn(sentRuns(server)[1])).toBeGreaterThan(0);
    expect(next.type).not.toBe('deferred');
  });
});

describe.runIf(hasRecordings)('when the stock client gave up', () => {
  const framework = talks('mixed', 'mixed-plain', 'two').filter((talk) => isFrom('agent-framework-ag-ui', talk));

  it.each(framework)('C239 $name is one batch, known at the end', async (talk) => {
    const { asked, outcome, warnings } = await play(talk, [turnOf(talk.exchanges[0])], [nobody]);

    const isTwo = talk.name.endsWith('/two');
    expect(idsOf(asked[0])).toEqual(
      isTwo
        ? { approvals: ['call_1_1', 'call_1_2'], calls: [] }
        : { approvals: ['call_1_1', 'call_1_4'], calls: ['call_1_3'] },
    );
    expect(outcome.type).toBe('deferred');
    expect(warnings.filter((code) => code !== 'remote-unknown-chunk')).toEqual([]);
  });

  it.each(framework.filter(({ name }) => !name.endsWith('/mixed')))(
    'C242 $name continues with messages that arrived out of order',
    async (talk) => {
      const [first, second] = talk.exchanges;
      const some: Answer = (requests) => {
        const all = yes(requests);
        const no = { kind: 'tool-denied', message: 'Not a.' } as const;
        return talk.name.endsWith('/two') ? { ...all, approvals: { ...all?.approvals, call_1_1: no } } : all;
      };

      const { asked, outcome, ends } = await play(talk, [turnOf(first), turnOf(second)], [some, nobody]);

      if (talk.name.endsWith('/two')) {
        // It asks about a call again that is denied, and has run nothing: that is a question of its own.
        expect(asked.map(idsOf)).toEqual([
          { approvals: ['call_1_1', 'call_1_2'], calls: [] },
          { approvals: ['interrupt-1'], calls: [] },
        ]);
        expect(asked[1]?.approvals[0]?.reason).toBe('Approve running delete_file?');
        expect(Object.values(ends)).not.toContain('returned');
      } else {
        expect(outcome.type).toBe('completed');
        expect(ends).toMatchObject({ call_1_1: 'returned', call_1_4: 'returned' });
      }
    },
  );

  it.each(talks('one-chunk'))('C237 $name has the input that only its snapshot contains', async (talk) => {
    const { asked } = await play(talk, [turnOf(talk.exchanges[0])], [nobody]);

    expect(asked[0]?.approvals).toMatchObject([{ toolCallId: 'call_1_1', input: { path: 'old.txt' } }]);
  });
});
