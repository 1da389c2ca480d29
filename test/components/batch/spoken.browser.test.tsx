import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  createAgent,
  isToolPart,
  tool,
  toolApproved,
  type UseAgentRunOptions,
  type UseAgentRunResult,
  useAgentRun,
} from 'countersign';
import { AgentChat, Approval, ApprovalQueue, StringsProvider } from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import { disarmApprovals, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listenToPage, type Spoken } from '../spoken.js';

beforeEach(() => disarmApprovals());
afterEach(() => {
  spoken.stop();
  cleanup();
});

let spoken: Spoken;
let run: UseAgentRunResult;

const path = z.object({ path: z.string() });

const remove = tool({
  inputSchema: path,
  requiresApproval: true,
  describe: (input) => ({ title: `Remove ${input.path}`, risk: 'destructive' }),
  execute: () => 'removed',
});
const clear = tool({
  inputSchema: path,
  requiresApproval: true,
  describe: (input) => ({ title: `Clear ${input.path}` }),
  execute: (input) => {
    if (input.path === 'gone') throw new Error('There is no such file.');
    return 'cleared';
  },
});
const look = tool({ inputSchema: path, describe: (input) => ({ title: `Look at ${input.path}` }), execute: () => 'a' });
const pick = tool({ inputSchema: z.object({}), outputSchema: z.string(), describe: () => ({ title: 'Pick a file' }) });

/** Calls, in the order in which the model writes them. */
function calls(...names: readonly (readonly [toolName: string, path: string])[]): ScriptedTurn {
  return { calls: names.map(([toolName, name], at) => ({ toolName, toolCallId: `c${at}`, input: { path: name } })) };
}

function Review({ run: its }: { readonly run: UseAgentRunResult }): ReactElement {
  return <ApprovalQueue run={its} commit="review" />;
}

async function begin(
  turns: readonly ScriptedTurn[],
  options: Partial<UseAgentRunOptions> = {},
  { strings, slots }: { readonly strings?: typeof arabicStrings; readonly slots?: AgentChat.Slots } = {},
): Promise<void> {
  const agent = createAgent({ name: 'A', model: scriptedModel(turns), tools: { remove, clear, look, pick } });
  function App(): ReactElement {
    run = useAgentRun({ agent, ...options });
    return <AgentChat run={run} slots={slots ?? {}} />;
  }
  render(
    <StrictMode>
      <StringsProvider {...(strings === undefined ? {} : { strings })}>
        <App />
      </StringsProvider>
    </StrictMode>,
  );
  spoken = listenToPage();
  run.start('go');
}

const card = (title: string) => within(screen.getByRole('group', { name: title }));

async function deny(title: string): Promise<void> {
  await userEvent.click(card(title).getByRole('button', { name: 'Deny…' }));
  await userEvent.click(card(title).getByRole('button', { name: 'Deny' }));
}

/** What was said, but for how to get to the calls, which the composer says. */
function heard(): readonly string[] {
  return spoken.said.filter((words) => !words.includes('empty message') && !words.includes('الرسالة الفارغة'));
}

/** What was said so far, waiting until it is this. */
async function said(...words: readonly string[]): Promise<void> {
  await waitFor(() => expect(heard()).toEqual(words));
}

describe('screen reader announcements', () => {
  it('C177 name the batch with the first title and its risk, each decision with the number of open calls, results, and the answer', async () => {
    const answer = 'Kept **`a_b`**, see [the list](https://a.b):\n\n- `c` is *clear*';
    await begin([calls(['remove', 'a_b'], ['clear', 'c']), { text: answer }]);
    await said('2 actions need your approval. First: Remove a_b, destructive.');

    await deny('Remove a_b');
    await said('2 actions need your approval. First: Remove a_b, destructive.', 'Remove a_b: denied. 1 left.');
    await userEvent.click(card('Clear c').getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(heard().slice(2).join(' ')).toContain('Clear c: done.'));
    await waitFor(() => expect(heard().slice(2)).toContain('Kept a_b, see the list:\n\nc is clear'));
    expect(heard().slice(2).join(' ')).toContain('None left.');
    expect(
      heard()
        .join(' ')
        .match(/Remove a_b: denied/g),
    ).toHaveLength(1);
    expect(new Set(heard()).size).toBe(heard().length);
  });

  it('C419 name an edited call by its new title, and by the former one after the answer is retracted', async () => {
    await begin([calls(['clear', 'a'], ['clear', 'b'])], { sendDelay: 60_000 });
    const first = '2 actions need your approval. First: Clear a.';
    await said(first);

    await run.decide('c0', toolApproved({ overrideArgs: { path: '.env' } }));
    const edited = 'Clear .env: approved with edits. 1 left.';
    await said(first, edited);
    run.retract(run.pending[0]?.items[0]?.id ?? '');

    await said(first, edited, 'Clear a: open again. 2 left.');
  });

  it('C177 count calls that are decided together', async () => {
    await begin([calls(['clear', 'a'], ['clear', 'b'], ['clear', 'gone']), { text: 'So.' }]);
    await said('3 actions need your approval. First: Clear a.');

    await userEvent.click(screen.getByRole('button', { name: 'Approve all' }));

    await waitFor(() => {
      expect(heard().join(' ')).toContain('2 actions: done.');
      expect(heard().join(' ')).toContain('Clear gone: failed.');
    });
    expect(heard().filter((words) => words.includes('left'))).toHaveLength(1);
  });

  it('C177 name a retracted answer', async () => {
    await begin([calls(['clear', 'a'], ['clear', 'b']), { text: 'So.' }], { sendDelay: 60_000 });
    await said('2 actions need your approval. First: Clear a.');
    await deny('Clear a');
    await said('2 actions need your approval. First: Clear a.', 'Clear a: denied. 1 left.');

    run.retract(run.pending[0]?.items[0]?.id ?? '');

    await said(
      '2 actions need your approval. First: Clear a.',
      'Clear a: denied. 1 left.',
      'Clear a: open again. 2 left.',
    );
  });

  it('C177 name expired calls', async () => {
    await begin([calls(['clear', 'a'], ['clear', 'b']), { text: 'So.' }], { expiry: { after: 300 } });

    await waitFor(() => expect(heard().join(' ')).toContain('2 actions: expired, nobody answered in time.'));
    await waitFor(() => expect(heard()).toContain('So.'));
    expect(
      heard()
        .join(' ')
        .match(/expired/g),
    ).toHaveLength(1);
  });

  it('C177 name the ends of the calls of a stopped run', async () => {
    await begin([calls(['clear', 'a'], ['clear', 'b'])]);
    await said('2 actions need your approval. First: Clear a.');

    run.stop();

    await said('2 actions need your approval. First: Clear a.', '2 actions: cancelled.');
  });

  it('C177 name the only call together with the batch, also one that the page answers, and say once that it is done', async () => {
    await begin([{ calls: [{ toolName: 'pick', toolCallId: 'p', input: {} }] }, { text: 'So.' }], {
      clientTools: {
        pick: {
          render: ({ submit }: { readonly submit: (value: string) => unknown }) => (
            <button type="button" onClick={() => submit('x')}>
              This one
            </button>
          ),
        },
      },
    } as unknown as Partial<UseAgentRunOptions>); // the props that it uses are some of those it gets
    await said('1 action needs your approval: Pick a file.');

    await userEvent.click(screen.getByRole('button', { name: 'This one' }));

    await waitFor(() => expect(heard()).toContain('So.'));
    await waitFor(() => expect(heard()).toContain('Pick a file: done. None left.'));
    expect(heard()).toHaveLength(3);
  });

  it('C177 name the result of a call without approval, and summarize several such results', async () => {
    await begin([calls(['look', 'a'], ['look', 'b'], ['look', 'c']), { text: 'So.' }]);

    await waitFor(() => expect(heard()).toContain('3 actions: done.'));
    await waitFor(() => expect(heard()).toContain('So.'));
    expect(heard()).toHaveLength(2);
  });

  it('C178 name an executed call by the title of its edited input, as its line does', async () => {
    await begin([calls(['clear', 'a']), { text: 'So.' }]);
    await said('1 action needs your approval: Clear a.');

    await run.decide('c0', { kind: 'tool-approved', overrideArgs: { path: 'b' } });
    await waitFor(() => expect(heard()).toContain('So.'));

    await waitFor(() => expect(heard().join(' ')).toContain('Clear b: done, with edits.'));
    expect(document.querySelector('[data-cs="call-title"]')).toHaveTextContent('Clear b');
    const part = run.messages.flatMap((message) => message.parts).find(isToolPart);
    if (part === undefined) throw new Error('The call stands in no message.');
    render(
      <Approval.Root part={part}>
        <Approval.Record />
      </Approval.Root>,
    );
    expect(document.querySelector('[data-cs="card-record"] [data-cs="card-title"]')).toHaveTextContent('Clear b');
  });

  it('C177 count the choices of a review, and name the decisions after it is submitted', async () => {
    await begin([calls(['clear', 'a'], ['clear', 'b']), { text: 'So.' }], {}, { slots: { Queue: Review } });
    await said('2 actions need your approval. First: Clear a.');

    await deny('Clear a');
    await said('2 actions need your approval. First: Clear a.', '1 to deny, 1 still open');
    await userEvent.click(card('Clear b').getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(heard().at(-1)).toBe('1 to approve, 1 to deny'));
    await userEvent.click(screen.getByRole('button', { name: 'Submit 2 answers' }));

    await waitFor(() => expect(heard().join(' ')).toContain('Clear a: denied.'));
  });

  it('C177 use the strings of the page', async () => {
    await begin([calls(['remove', 'a'], ['clear', 'b'])], {}, { strings: arabicStrings });
    await said('إجراءان بانتظار موافقتك. الأول: Remove a، لا رجعة فيه.');

    await run.decide('c0', false);

    await waitFor(() => expect(heard().at(-1)).toBe('Remove a: مرفوض. بقي إجراء واحد.'));
  });
});
