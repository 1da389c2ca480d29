import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UIMessage } from 'ai';
import {
  type Agent,
  type ClientToolProps,
  type ClientTools,
  createRemoteAgent,
  httpTransport,
  type UseAgentRunResult,
  useAgentRun,
} from 'countersign';
import { AgentChat } from 'countersign/components';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { calls, says, waits, whole } from '../support/ui-chunks.js';

afterEach(cleanup);

/** What a server was sent. */
interface Sent {
  readonly id: string;
  readonly trigger: string;
  readonly messages: readonly UIMessage[];
}

/** What a server answers: chunks, or a refusal in its own words. */
type Answer = readonly object[] | { readonly status: number; readonly error: string };

/** An agent on a server that answers one after the other, without a network; keeps what it was sent. */
function remoteAgent(...answers: readonly Answer[]): { readonly agent: Agent; readonly sent: readonly Sent[] } {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const answer = answers[sent.push(JSON.parse(String(init?.body))) - 1] ?? { status: 500, error: 'No more answers.' };
    if ('status' in answer) return Response.json({ error: answer.error }, { status: answer.status });
    const text = answer.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
    return new Response(`${text}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } });
  };
  return { agent: createRemoteAgent({ transport: httpTransport({ api: '/chat', fetch }), server: 'ai-sdk' }), sent };
}

let run: UseAgentRunResult;

function App({ agent, tools = {} }: { readonly agent: Agent; readonly tools?: ClientTools }): ReactElement {
  run = useAgentRun({ agent, clientTools: tools });
  return <AgentChat run={run} />;
}

const log = (): HTMLElement => screen.getByRole('log');
const said = (): (string | null)[] =>
  [...log().querySelectorAll('[data-cs="text"]')].map((element) => element.textContent);

/** Who said what, as a server was sent it. */
const told = ({ messages = [] }: Partial<Sent> = {}): string[] =>
  messages.map(
    ({ role, parts }) => `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}`,
  );

async function say(text: string): Promise<void> {
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), `${text}{Enter}`);
}

describe('A client tool of an agent on a server', () => {
  const Picker = ({ input, submit, fail }: ClientToolProps<{ label: string }, { hex: string }>): ReactElement => (
    <>
      <button type="button" onClick={() => void submit({ hex: '#00f' })}>
        Blue for {input.label}
      </button>
      <button type="button" onClick={() => void fail('No colour fits.')}>
        None
      </button>
    </>
  );
  const asked = waits(calls('c', 'pick_colour', { label: 'Sky' }));

  it.each([
    ['Blue for Sky', { state: 'output-available', output: { hex: '#00f' } }],
    ['None', { state: 'output-error', errorText: 'No colour fits.' }],
  ])('C203 is a component that answers its external call: %s', async (name, answer) => {
    const { agent, sent } = remoteAgent(asked, whole(says('Thanks.')));
    render(<App agent={agent} tools={{ pick_colour: { render: Picker } }} />);
    await say('Paint');

    await userEvent.click(await screen.findByRole('button', { name }));

    await within(log()).findByText('Thanks.');
    expect(sent).toHaveLength(2);
    const parts = sent[1]?.messages.flatMap((message) => message.parts) ?? [];
    expect(parts.find((part) => 'toolCallId' in part)).toMatchObject({ toolCallId: 'c', ...answer });
  });
});

describe('Another answer of an agent on a server', () => {
  it('C210 is requested as a regeneration, with the history before it and the same message', async () => {
    const { agent, sent } = remoteAgent(whole(says('One.')), whole(says('Two.')), whole(says('Two, better.')));
    render(<App agent={agent} />);
    await say('first');
    await within(log()).findByText('One.');
    await say('second');
    await within(log()).findByText('Two.');

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    await within(log()).findByText('Two, better.');
    expect(said()).toEqual(['first', 'One.', 'second', 'Two, better.']);
    expect(sent.map(({ trigger }) => trigger)).toEqual(['submit-message', 'submit-message', 'regenerate-message']);
    expect(sent[2]?.messages).toEqual(sent[1]?.messages);
    expect(sent[2]?.id).toBe(sent[1]?.id);
  });

  it('C210 that its server rejects shows the reason, and the previous answer stays', async () => {
    const refusal = { status: 400, error: 'Only an answer that failed can be asked for again.' };
    const { agent, sent } = remoteAgent(whole(says('One.')), refusal, refusal, whole(says('Two.')));
    render(<App agent={agent} />);
    await say('first');
    await within(log()).findByText('One.');

    for (const count of [2, 3]) {
      await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(sent).toHaveLength(count));
      await waitFor(() => expect(run.status).toBe('failed'));
    }
    expect(screen.getByText(/Only an answer that failed can be asked for again\./)).toBeVisible();
    expect(said()).toEqual(['first', 'One.']);
    await say('second');

    await within(log()).findByText('Two.');
    expect(said()).toEqual(['first', 'One.', 'second', 'Two.']);
    expect(sent.map(({ trigger }) => trigger)).toEqual([
      'submit-message',
      'regenerate-message',
      'regenerate-message',
      'submit-message',
    ]);
    expect(told(sent[3])).toEqual(['user: first', 'assistant: One.', 'user: second']);
  });

  it('C210 without a previous answer sends the message again, because its server may not have it', async () => {
    const { agent, sent } = remoteAgent({ status: 401, error: 'Who are you?' }, whole(says('Here I am.')));
    render(<App agent={agent} />);
    await say('Hello');
    await waitFor(() => expect(run.status).toBe('failed'));

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    await within(log()).findByText('Here I am.');
    expect(sent.map(({ trigger }) => trigger)).toEqual(['submit-message', 'submit-message']);
    expect(sent[1]?.messages).toEqual(sent[0]?.messages);
  });
});

describe('A message of a person to an agent on a server', () => {
  it('that is changed goes out in place of the one before, and what was answered to that does not', async () => {
    const { agent, sent } = remoteAgent(whole(says('One.')), whole(says('Two.')), whole(says('Three.')));
    render(<App agent={agent} />);
    await say('first');
    await within(log()).findByText('One.');
    await say('second');
    await within(log()).findByText('Two.');

    act(() => run.edit('third'));

    await within(log()).findByText('Three.');
    expect(said()).toEqual(['first', 'One.', 'third', 'Three.']);
    expect(sent[2]?.trigger).toBe('submit-message');
    expect(told(sent[2])).toEqual(['user: first', 'assistant: One.', 'user: third']);
  });
});
