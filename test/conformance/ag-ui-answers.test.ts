import { createPolicy, deny, type JSONValue, type RemoteTool, toolReturn } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  agUiAgent,
  agUiTurn,
  asking,
  pydanticInterrupt,
  runFinished,
  sentRuns,
  text,
  toolCall,
  toolResult,
} from '../support/ag-ui.js';
import { type Answer, idsOf, yes } from '../support/remote-agent.js';

// What is promised of agents on servers that speak AG-UI: their questions, and the answers to them.

const remove = toolCall('c1', 'delete_file', { path: 'a.txt' });
const done = agUiTurn(toolResult('c1', 'gone'), text('Done.', 'm2'), runFinished({ type: 'success' }));
const no: Answer = ({ approvals }) => ({
  approvals: Object.fromEntries(
    approvals.map(({ toolCallId }) => [toolCallId, { kind: 'tool-denied', message: 'Not that.' }]),
  ),
});
const edit =
  (overrideArgs: JSONValue): Answer =>
  ({ approvals }) => ({
    approvals: Object.fromEntries(
      approvals.map(({ toolCallId }) => [toolCallId, { kind: 'tool-approved', overrideArgs }]),
    ),
  });
const closed: Answer = ({ calls }) => ({
  calls: Object.fromEntries(calls.map(({ toolCallId }) => [toolCallId, { kind: 'tool-failed', message: 'Closed.' }])),
});

const langGraph = (id: string, raw: object, more: object = {}): object => ({
  id,
  reason: 'langgraph:interrupt',
  metadata: { langgraph: { raw } },
  ...more,
});
const perCall = (toolCallId: string, name: string): object =>
  langGraph(`i-${toolCallId}`, { type: 'tool_approval', tool_call_id: toolCallId, name }, { toolCallId });

describe('an interrupt', () => {
  it('C230 the interrupts of a run are one batch, known at its end, with the server’s text about each', async () => {
    const { run, asked } = await agUiAgent([
      agUiTurn(
        text('Two things.'),
        toolCall('c1', 'delete_file', { path: 'a.txt' }),
        toolCall('c2', 'list_files'),
        toolCall('c3', 'update_file', { path: 'b' }),
        toolResult('c2', '[]'),
        asking(pydanticInterrupt('c3', { metadata: { reason: 'protected' } }), pydanticInterrupt('c1')),
      ),
      agUiTurn(toolResult('c3', 'ok'), toolResult('c1', 'gone'), text('Done.', 'm2'), runFinished()),
    ]);

    const { outcome, ends } = await run();

    expect(asked.map(idsOf)).toEqual([{ approvals: ['c1', 'c3'], calls: [] }]);
    expect(asked[0]?.approvals[0]).toMatchObject({
      toolName: 'delete_file',
      input: { path: 'a.txt' },
      reason: 'Approve c1?',
    });
    expect(asked[0]?.metadata).toEqual({ c3: { reason: 'protected' } });
    expect(ends).toEqual({ c1: 'returned', c2: 'returned', c3: 'returned' });
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });

  it('C231 its answer follows its schema: edits and reasons are sent only if it has a member for them', async () => {
    const narrow = {
      responseSchema: { type: 'object', properties: { accepted: { type: 'boolean' } }, additionalProperties: false },
    };
    const script = (interrupt: object) => [agUiTurn(remove, asking(interrupt)), done];
    const wide = async (answer: Answer, more: object = {}) => {
      const { run, server, asked } = await agUiAgent(script(pydanticInterrupt('c1', more)), {
        answers: [answer],
        server: {},
      });
      const { outcome } = await run();
      return { resume: sentRuns(server)[1]?.resume, asked, outcome };
    };

    const resolved = (payload: object) => [{ interruptId: 'int-c1', status: 'resolved', payload }];
    expect((await wide(yes)).resume).toEqual(resolved({ approved: true }));
    expect((await wide(no)).resume).toEqual(resolved({ approved: false, reason: 'Not that.' }));
    expect((await wide(edit({ path: 'b.txt' }))).resume).toEqual(
      resolved({ approved: true, editedArgs: { path: 'b.txt' } }),
    );
    expect((await wide(yes, narrow)).resume).toEqual(resolved({ accepted: true }));
    expect((await wide(no, narrow)).resume).toEqual(resolved({ accepted: false }));
    expect((await wide(yes, narrow)).asked[0]?.approvals[0]?.fixedBy).toBe('server');
    const refused = await wide(edit({ path: 'b.txt' }), narrow);
    expect(refused.outcome).toMatchObject({ type: 'failed', error: { code: 'invalid-answer' } });
    expect(refused.resume).toBeUndefined();
  });

  it('C231 a correction by the server itself is not an edit: its approval is a plain approval', async () => {
    const narrow = { responseSchema: { type: 'object', properties: { approved: { type: 'boolean' } } } };
    const real = { name: 'delete_file', arguments: '{"path":"real.txt"}' };
    const snapshot = {
      type: 'MESSAGES_SNAPSHOT',
      messages: [{ id: 'm1', role: 'assistant', toolCalls: [{ id: 'c1', type: 'function', function: real }] }],
    };
    const { run, server, asked } = await agUiAgent(
      [
        agUiTurn(remove, snapshot, asking(pydanticInterrupt('c1', narrow))),
        agUiTurn(toolCall('c1', 'delete_file', { path: 'c.txt' }), asking(pydanticInterrupt('c1', narrow))),
        done,
      ],
      { server: {} },
    );

    await run('go');

    expect(asked.map(({ approvals }) => approvals[0]?.input)).toEqual([{ path: 'real.txt' }, { path: 'c.txt' }]);
    const plain = [{ interruptId: 'int-c1', status: 'resolved', payload: { approved: true } }];
    expect(sentRuns(server).map(({ resume }) => resume)).toEqual([undefined, plain, plain]);
    expect(sentRuns(server)[2]?.messages[1]).toMatchObject({ id: 'm1' });
    expect(JSON.stringify(sentRuns(server)[2]?.messages)).toContain('c.txt');
  });

  it('C231 all answers of a response are sent in one request: decisions as resume, results as messages', async () => {
    const { run, server } = await agUiAgent(
      [
        agUiTurn(remove, toolCall('c2', 'pick_colour', { label: 'x' }), asking(pydanticInterrupt('c1'))),
        agUiTurn(toolResult('c1', 'gone'), text('Done.', 'm2'), runFinished()),
      ],
      { wire: { externalTools: ['pick_colour'] } },
    );

    await run('go');

    const [, sent] = sentRuns(server);
    expect(server.requests).toHaveLength(2);
    expect(sent?.resume).toEqual([{ interruptId: 'int-c1', status: 'resolved', payload: { approved: true } }]);
    expect(sent?.messages.filter(({ role }) => role === 'tool')).toEqual([
      { id: 'result-c2', role: 'tool', toolCallId: 'c2', content: '42' },
    ]);
    expect(sent?.protocolVersion).toBe('1.0');
    expect(sent?.threadId).toBe(sentRuns(server)[0]?.threadId);
    expect(sent?.runId).not.toBe(sentRuns(server)[0]?.runId);
  });
});

describe('interrupts without a one-to-one call', () => {
  it('C230 several about one call are all requested and answered, because a server needs all of them', async () => {
    const second = pydanticInterrupt('c1', { id: 'second', message: 'And the second key?' });
    const { run, asked, server } = await agUiAgent([agUiTurn(remove, asking(pydanticInterrupt('c1'), second)), done], {
      answers: [
        () => ({ approvals: { c1: { kind: 'tool-approved' }, second: { kind: 'tool-denied', message: 'No.' } } }),
      ],
    });

    await run('go');

    expect(asked[0]?.approvals.map(({ toolName, reason }) => [toolName, reason])).toEqual([
      ['delete_file', 'Approve c1?'],
      ['interrupt', 'And the second key?'],
    ]);
    expect(sentRuns(server)[1]?.resume).toEqual([
      { interruptId: 'int-c1', status: 'resolved', payload: { approved: true } },
      { interruptId: 'second', status: 'resolved', payload: { approved: false, reason: 'No.' } },
    ]);
  });

  it('C230 two with the same id are never shown, because approval of one would approve the other', async () => {
    const two = [pydanticInterrupt('c1', { id: 'same' }), pydanticInterrupt('c2', { id: 'same' })];
    const { run, asked, server } = await agUiAgent(
      [agUiTurn(remove, toolCall('c2', 'delete_file', { path: 'b' }), asking(...two))],
      { server: {} },
    );

    const { outcome } = await run();

    expect(asked).toEqual([]);
    expect(server.requests).toHaveLength(1);
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-malformed' } });
  });
});

describe('an external call', () => {
  const pick = toolCall('c1', 'pick_colour', { label: 'x' });
  const after = agUiTurn(text('Nice.', 'm2'), runFinished());

  it('C232 it is recognized by its name among the sent tools, by the pending ids of the server, or by the app’s declaration', async () => {
    const tools = { pick_colour: { description: 'Ask for a colour', inputSchema: z.object({ label: z.string() }) } };
    const pending = runFinished({ type: 'success', pendingToolCallIds: ['c1'] });
    for (const [end, wire] of [
      [runFinished(), { tools }],
      [pending, {}],
      [runFinished(), { externalTools: ['pick_colour'] }],
    ] as const) {
      const { run, asked, server } = await agUiAgent([agUiTurn(pick, end), after], { wire });

      const { outcome } = await run();

      expect(asked.map(idsOf)).toEqual([{ approvals: [], calls: ['c1'] }]);
      expect(outcome).toMatchObject({ type: 'completed', output: 'Nice.' });
      expect(sentRuns(server)[1]?.messages.at(-1)).toMatchObject({ role: 'tool', toolCallId: 'c1', content: '42' });
      expect(sentRuns(server)[0]?.tools).toEqual(
        'tools' in wire
          ? [expect.objectContaining({ name: 'pick_colour', parameters: expect.objectContaining({ type: 'object' }) })]
          : [],
      );
    }
  });

  it('C232 every other call without a result belongs to the server: no person is asked, and nothing is sent for it', async () => {
    const { run, asked, server } = await agUiAgent([
      agUiTurn(remove, toolCall('c2', 'list_files'), asking(pydanticInterrupt('c1'))),
      agUiTurn(toolResult('c2', '[]'), toolResult('c1', 'gone'), text('Done.', 'm2'), runFinished()),
    ]);

    const { ends, outcome } = await run();

    expect(asked.map(idsOf)).toEqual([{ approvals: ['c1'], calls: [] }]);
    expect(sentRuns(server)[1]?.messages.filter(({ role }) => role === 'tool')).toEqual([]);
    expect(ends).toEqual({ c1: 'returned', c2: 'returned' });
    expect(outcome.type).toBe('completed');
  });

  it('C232 one whose end the server never sends is unknown, and costs no further request', async () => {
    const { run, server } = await agUiAgent([agUiTurn(toolCall('c2', 'list_files'), text('Well.'), runFinished())]);

    const { ends, outcome } = await run();

    expect(ends).toEqual({ c2: 'unknown' });
    expect(outcome.type).toBe('completed');
    expect(server.requests).toHaveLength(1);
  });

  it('C232 an error is in both places in which servers look for it', async () => {
    const { run, server } = await agUiAgent([agUiTurn(pick, runFinished()), after], {
      wire: { externalTools: ['pick_colour'] },
      answers: [closed],
    });

    await run('go');

    expect(sentRuns(server)[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'Closed.', error: 'Closed.' });
  });
});

describe('LangGraph', () => {
  it('C233 with one interrupt for each call, each decision is separate', async () => {
    for (const [answer, payload] of [
      [yes, { type: 'approve' }],
      [no, { type: 'reject', message: 'Not that.' }],
      [edit({ path: 'b' }), { type: 'edit', edited_action: { name: 'delete_file', args: { path: 'b' } } }],
    ] as const) {
      const { run, server } = await agUiAgent([agUiTurn(remove, asking(perCall('c1', 'delete_file'))), done], {
        answers: [answer],
        server: {},
      });

      await run('go');

      expect(sentRuns(server)[1]?.resume).toEqual([{ interruptId: 'i-c1', status: 'resolved', payload }]);
    }
  });

  const batched = {
    action_requests: [
      { name: 'delete_file', args: { path: 'a.txt' } },
      { name: 'pick_colour', args: { label: 'x' } },
      { name: 'delete_file', args: { path: 'b.txt' } },
    ],
    review_configs: [
      { action_name: 'delete_file', allowed_decisions: ['approve', 'reject'] },
      { action_name: 'pick_colour', allowed_decisions: ['respond'] },
    ],
  };
  const three = [
    toolCall('c2', 'delete_file', { path: 'b.txt' }),
    toolCall('c3', 'pick_colour', { label: 'x' }),
    toolCall('c1', 'delete_file', { path: 'a.txt' }),
  ].flat();
  const mixedAnswer: Answer = ({ calls }) => ({
    approvals: { c1: { kind: 'tool-approved' }, c2: { kind: 'tool-denied', message: 'Keep it.' } },
    calls: yes({ approvals: [], calls, metadata: {} })?.calls ?? {},
  });
  const decisions = [{ type: 'approve' }, { type: 'respond', message: '42' }, { type: 'reject', message: 'Keep it.' }];

  it('C233 with one interrupt for all calls, they are matched by name and arguments, and answered by position', async () => {
    const { run, server, asked } = await agUiAgent([agUiTurn(three, asking(langGraph('i', batched))), done], {
      answers: [mixedAnswer],
      server: {},
    });

    await run('go');

    expect(asked.map(idsOf)).toEqual([{ approvals: ['c2', 'c1'], calls: ['c3'] }]);
    expect(asked[0]?.approvals.map(({ fixedBy }) => fixedBy)).toEqual(['server', 'server']);
    expect(sentRuns(server)[1]?.resume).toEqual([{ interruptId: 'i', status: 'resolved', payload: { decisions } }]);
  });

  it('C233 a failed result is sent as text, because it accepts no rejection in its place', async () => {
    const failed: Answer = (requests) => ({
      ...mixedAnswer(requests),
      calls: { c3: { kind: 'tool-failed', message: 'There is no colour.' } },
    });
    const { run, server } = await agUiAgent([agUiTurn(three, asking(langGraph('i', batched))), done], {
      answers: [failed],
      server: {},
    });

    await run('go');

    const said = [decisions[0], { type: 'respond', message: 'There is no colour.' }, decisions[2]];
    expect(sentRuns(server)[1]?.resume).toMatchObject([{ payload: { decisions: said } }]);
  });

  it('C233 a failed result of a call that the server does not report, but that runs here, is sent as text, too', async () => {
    const script = [agUiTurn(toolCall('c1', 'calculate', {}), asking(perCall('c1', 'calculate'))), done];
    const failed: Answer = () => ({ calls: { c1: { kind: 'tool-failed', message: 'It is broken.' } } });
    const { run, server } = await agUiAgent(script, { answers: [failed], wire: { externalTools: ['calculate'] } });

    await run('go');

    const payload = { type: 'respond', message: 'It is broken.' };
    expect(sentRuns(server)[1]?.resume).toMatchObject([{ payload }]);
  });

  it('C233 in its older format, without outcomes, the answer is sent as a command', async () => {
    const custom = { type: 'CUSTOM', name: 'on_interrupt', value: JSON.stringify(batched) };
    const { run, server } = await agUiAgent([agUiTurn(three, custom, runFinished()), done], { answers: [mixedAnswer] });

    await run('go');

    expect(sentRuns(server)[1]?.resume).toBeUndefined();
    expect(sentRuns(server)[1]?.forwardedProps).toEqual({ command: { resume: { decisions } } });
  });

  it('C233 a changed call is shown as the call that it would execute, also to policies: an unseen call is never approved', async () => {
    const actions = ['secret.txt', 'other.txt'].map((path) => ({ name: 'delete_file', args: { path } }));
    const { run, asked, server } = await agUiAgent(
      [agUiTurn(remove, asking(langGraph('i', { action_requests: actions }))), done],
      {
        policy: createPolicy({ rules: [deny('fs.delete:/secret.txt', 'Not that.')] }),
        tools: {
          delete_file: {
            inputSchema: z.object({ path: z.string() }),
            capabilities: ({ path }) => [`fs.delete:/${path}`],
          },
        } satisfies Record<string, RemoteTool<{ path: string }>>,
      },
    );

    await run('go');

    expect(asked[0]?.approvals).toMatchObject([{ toolName: 'delete_file', input: { path: 'other.txt' } }]);
    expect(sentRuns(server)[1]?.resume?.[0]?.payload).toEqual({
      decisions: [{ type: 'reject', message: 'Not that.' }, { type: 'approve' }],
    });
    expect(JSON.stringify(sentRuns(server)[1]?.messages)).not.toContain('other.txt');
  });

  it('C233 if `respond` is the only allowed decision, it has the text of a failed result, and an unsupported denial is not sent', async () => {
    const asks = (allowed: readonly string[]) =>
      asking(
        langGraph('i', {
          action_requests: [{ name: 'delete_file', args: { path: 'a.txt' } }],
          review_configs: [{ action_name: 'delete_file', allowed_decisions: allowed }],
        }),
      );
    const play = async (allowed: readonly string[], answer: Answer) => {
      const { run, server } = await agUiAgent([agUiTurn(remove, asks(allowed)), done], {
        answers: [answer],
        server: {},
      });
      const { outcome } = await run();
      return { sent: sentRuns(server)[1]?.resume?.[0]?.payload, outcome };
    };

    const failed = await play(['respond'], closed);
    const denied = await play(['approve', 'edit'], no);

    expect(failed.sent).toEqual({ decisions: [{ type: 'respond', message: 'Closed.' }] });
    expect(denied.sent).toBeUndefined();
    expect(denied.outcome).toMatchObject({ type: 'failed', error: { code: 'remote-refused' } });
  });

  it.each(['What is your name?', { question: 'What is your name?' }])(
    'C235 its own question text is shown: %j',
    async (raw) => {
      const value = typeof raw === 'string' ? raw : JSON.stringify(raw);
      for (const end of [
        [asking({ id: 'i', reason: 'langgraph:interrupt', metadata: { langgraph: { raw } } })],
        [{ type: 'CUSTOM', name: 'on_interrupt', value }, runFinished()],
      ]) {
        const { run, asked } = await agUiAgent([agUiTurn(end), done]);

        await run('go');

        expect(asked[0]?.calls[0]?.input).toEqual({ message: value, reason: 'langgraph:interrupt' });
      }
    },
  );

  it('C233 repeated known calls are not executed again, and an input that differs from the approved one is reported', async () => {
    const { run, asked } = await agUiAgent([
      agUiTurn(remove, asking(perCall('c1', 'delete_file'))),
      agUiTurn(
        toolCall('c1', 'delete_file', { path: 'other.txt' }),
        toolResult('c1', 'gone'),
        text('Done.', 'm2'),
        runFinished(),
      ),
    ]);

    const { events, warnings, ends } = await run();

    expect(asked).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'tool-call')).toHaveLength(1);
    expect(warnings).toEqual(['remote-other-input']);
    expect(ends).toEqual({ c1: 'returned' });
  });

  it('C233 two interrupts at once, which it cannot accept, leave the batch open, and the error says what helps', async () => {
    const message = 'When there are multiple pending interrupts, you must specify the interrupt id when resuming.';
    const { run } = await agUiAgent([
      agUiTurn(
        remove,
        toolCall('c2', 'delete_file', { path: 'b' }),
        asking(perCall('c1', 'delete_file'), perCall('c2', 'delete_file')),
      ),
      agUiTurn({ type: 'RUN_ERROR', message }),
    ]);

    const { outcome, ends } = await run();

    expect(outcome).toMatchObject({
      type: 'failed',
      error: { code: 'remote-refused', message: expect.stringContaining('batched') },
    });
    expect(ends).toEqual({});
  });
});

describe('Agent Framework', () => {
  const confirm = toolCall('x', 'confirm_changes', { function_name: 'delete_file' });
  const request = { type: 'CUSTOM', name: 'function_approval_request', value: { id: 'i' } };

  it('C234 the calls that it invents to ask are neither shown nor answered', async () => {
    const { run, server, asked } = await agUiAgent([
      agUiTurn(remove, request, confirm, toolResult('x', 'ok'), asking(pydanticInterrupt('c1'))),
      done,
    ]);

    const { events, warnings } = await run();

    expect(asked.map(idsOf)).toEqual([{ approvals: ['c1'], calls: [] }]);
    expect(JSON.stringify(events)).not.toMatch(/confirm_changes|function_approval_request/);
    expect(JSON.stringify(sentRuns(server))).not.toContain('confirm_changes');
    expect(warnings).toEqual([]);
  });

  it.each(['APPROVAL_RESUME_REQUIRED', 'APPROVAL_RESUME_MISSING_INTERRUPT', 'APPROVAL_RESUME_INVALID_RESPONSE'])(
    'C234 after %s nothing has executed: the batch stays open',
    async (code) => {
      const { run, agent } = await agUiAgent([
        agUiTurn(remove, asking(pydanticInterrupt('c1'))),
        agUiTurn({ type: 'RUN_ERROR', message: 'No.', code }),
        done,
      ]);

      const { outcome, ends } = await run();
      const again = await agent.run(undefined, { messages: outcome.messages }).outcome;

      expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-refused' } });
      expect(ends).toEqual({});
      expect(again).toMatchObject({ type: 'completed', output: 'Done.' });
    },
  );

  it('C234 people are asked about an outcome that it calls indeterminate', async () => {
    const message = 'Approval execution outcome is indeterminate; automatic retry is unsafe.';
    const { run, asked } = await agUiAgent(
      [
        agUiTurn(remove, asking(pydanticInterrupt('c1'))),
        agUiTurn({ type: 'RUN_ERROR', message, code: 'APPROVAL_RESUME_INVALID' }),
        agUiTurn(text('Fine.', 'm2'), runFinished()),
      ],
      { answers: [yes, () => ({ calls: { c1: toolReturn('It is gone.') } })] },
    );

    await run('go');

    expect(asked[1]?.calls[0]?.interrupted).toBeDefined();
  });
});

describe('another interrupt', () => {
  const schema = { type: 'object', properties: { email: { type: 'string' } } };
  const form = { id: 'form-one', reason: 'input_required', message: 'Your address?', responseSchema: schema };

  it('C235 it is an external call with the schema as its form, and its result is the payload', async () => {
    const { run, server, asked } = await agUiAgent(
      [agUiTurn(text('First:'), asking(form)), agUiTurn(text('Thanks.', 'm2'), runFinished())],
      { answers: [() => ({ calls: { 'form-one': toolReturn({ email: 'a@example.com' }) } })] },
    );

    const { outcome } = await run();

    expect(asked[0]?.calls[0]).toMatchObject({
      toolCallId: 'form-one',
      toolName: 'interrupt',
      input: { message: 'Your address?', schema, reason: 'input_required' },
    });
    expect(sentRuns(server)[1]?.resume).toEqual([
      { interruptId: 'form-one', status: 'resolved', payload: { email: 'a@example.com' } },
    ]);
    expect(JSON.stringify(sentRuns(server)[1]?.messages)).not.toContain('form-one');
    expect(outcome).toMatchObject({ type: 'completed', output: 'Thanks.' });
  });

  it('C235 interrupts that repeat an id, also that of a call, are separate calls', async () => {
    const form = (message: string, more: object = {}) =>
      asking({ id: 'c1', reason: 'input_required', message, ...more });
    const { run, server, asked } = await agUiAgent([
      agUiTurn(remove, form('Your name?', { toolCallId: 'c1' })),
      agUiTurn(form('Your age?')),
      agUiTurn(text('Thanks.', 'm2'), runFinished()),
    ]);

    const { outcome } = await run();

    expect(asked.map(({ calls }) => calls.map(({ toolName, input }) => [toolName, input]))).toEqual([
      [['interrupt', { message: 'Your name?', reason: 'input_required' }]],
      [['interrupt', { message: 'Your age?', reason: 'input_required' }]],
    ]);
    const answer = [{ interruptId: 'c1', status: 'resolved', payload: '42' }];
    expect(sentRuns(server).map(({ resume }) => resume)).toEqual([undefined, answer, answer]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Thanks.' });
  });

  it('C235 without a result it is cancelled', async () => {
    const { run, server } = await agUiAgent(
      [agUiTurn(text('First:'), asking(form)), agUiTurn(text('Well.', 'm2'), runFinished())],
      {
        answers: [closed],
      },
    );

    await run('go');

    expect(sentRuns(server)[1]?.resume).toEqual([{ interruptId: 'form-one', status: 'cancelled' }]);
  });

  it('C235 an app that knows it answers it itself', async () => {
    const interrupt = { id: 'form-one', reason: 'review', toolCallId: 'c1', responseSchema: { enum: ['go', 'stop'] } };
    const { run, server, asked } = await agUiAgent([agUiTurn(remove, asking(interrupt)), done], {
      wire: {
        toInterruptAnswer: ({ reason }, { type }) =>
          reason === 'review' ? (type === 'approve' ? 'go' : 'stop') : undefined,
      },
    });

    await run('go');

    expect(asked.map(idsOf)).toEqual([{ approvals: ['c1'], calls: [] }]);
    expect(sentRuns(server)[1]?.resume).toEqual([{ interruptId: 'form-one', status: 'resolved', payload: 'go' }]);
  });

  const review = { id: 'form-one', reason: 'review', toolCallId: 'c1', responseSchema: { enum: ['go', 'stop'] } };

  it.each([
    ['no word', () => undefined],
    ['no JSON', () => 1n],
  ])('C235 an app whose answer to an approval is %s sends nothing, and the batch stays open', async (_, toYes) => {
    const { run, server, asked } = await agUiAgent([agUiTurn(remove, asking(review))], {
      wire: { toInterruptAnswer: (__, { type }) => (type === 'approve' ? (toYes() as undefined) : 'stop') },
    });

    const { outcome, ends } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-refused' } });
    expect(ends).toEqual({});
    expect(asked).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  it('C235 an app that fails at an interrupt leaves it unanswered, and loses no batch', async () => {
    const { run, asked } = await agUiAgent([agUiTurn(remove, asking(review, pydanticInterrupt('c1'))), done], {
      wire: {
        toInterruptAnswer: () => {
          throw new Error('Not that.');
        },
      },
    });

    await run('go');

    expect(asked.map(idsOf)).toEqual([{ approvals: ['c1'], calls: ['form-one'] }]);
  });

  it('C238 a state that is not JSON is rejected before anything is sent, so nobody is asked about an outcome', async () => {
    let count = 0;
    const state = () => (count++ === 0 ? {} : (1n as never));
    const { run, asked } = await agUiAgent([agUiTurn(remove, asking(pydanticInterrupt('c1')))], { wire: { state } });

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-refused' } });
    expect(asked).toHaveLength(1);
  });
});

describe('an interrupt with an end', () => {
  const late = pydanticInterrupt('c1', { expiresAt: '2020-01-01T00:00:00Z' });

  it('C236 an approval after the end is not sent, and the batch stays unchanged', async () => {
    const { run, server } = await agUiAgent([agUiTurn(remove, asking(late))]);

    const { outcome, ends } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-refused' } });
    expect(server.requests).toHaveLength(1);
    expect(ends).toEqual({});
  });

  it('C236 a denial after the end abandons it', async () => {
    const { run, server } = await agUiAgent(
      [agUiTurn(remove, asking(late)), agUiTurn(text('Well.', 'm2'), runFinished())],
      {
        answers: [no],
      },
    );

    await run('go');

    expect(sentRuns(server)[1]?.resume).toEqual([{ interruptId: 'int-c1', status: 'cancelled' }]);
  });

  it('C236 people have until then, even with another deadline', async () => {
    const expiresAt: unknown[] = [];
    const { run } = await agUiAgent([agUiTurn(remove, asking(late))], {
      expiry: { after: 1_000_000_000 },
      deferredToolHandler: (requests, { ask }) => ask(requests),
    });

    await run('go', {
      ask: async (request) => {
        expiresAt.push(request.expiresAt);
        return null;
      },
    });

    expect(expiresAt[0]).toBe(Date.parse('2020-01-01T00:00:00Z'));
  });
});
