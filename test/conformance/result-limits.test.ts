import { agentTool, buildResults, createAgent, ToolFailed, type ToolMap, tool, toolReturn } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, eventsOf, lastResults, ofType } from './support.js';

const none = z.object({});
const act = { calls: [{ toolName: 'act' }] };
const image = (size: number) => ({
  type: 'file' as const,
  mediaType: 'image/png',
  data: { type: 'data' as const, data: 'iVBORw0KGgo='.repeat(size / 12) },
});

/** Runs `act` once. Returns its result and the messages after it, as the model reads them. */
async function runAct(act_: ToolMap[string], options: { readonly maxResultBytes?: number } = {}) {
  const { agent, model } = agentWith({ act: act_ } as ToolMap, [act, 'ok'], options);
  const run = agent.run('go');
  const events = await eventsOf(run);
  const prompt = model.requests[1]?.prompt;
  return {
    end: ofType(events, 'tool-end')[0]?.end,
    output: lastResults(prompt)[0]?.output,
    after: prompt?.findLast(({ role }) => role === 'user')?.content,
  };
}

/** A tool whose result is this content for the model. */
function contentTool(
  ...value: readonly (ReturnType<typeof image> | { readonly type: 'text'; readonly text: string })[]
) {
  return tool({
    inputSchema: none,
    execute: () => 'whole',
    toModelOutput: () => ({ type: 'content', value: [...value] }),
  });
}

describe('content that is larger than maxResultBytes', () => {
  it('C411 is truncated where its text exceeds the limit, and later texts are omitted', async () => {
    const texts = ['a'.repeat(60), 'ä'.repeat(30), 'b'.repeat(50)].map((text) => ({ type: 'text' as const, text }));

    const { output, end } = await runAct(contentTool(...texts), { maxResultBytes: 99 });

    const note = '\n[Cut off: this result has 170 bytes, of which you see the first 99.]';
    // The limit falls into the middle of an "ä", which is left out.
    expect(output).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: 'a'.repeat(60) },
        { type: 'text', text: `${'ä'.repeat(19)}${note}` },
      ],
    });
    expect(end).toEqual({ status: 'returned', value: 'whole' });
  });

  it('C411 has a note in place of a file that exceeds the limit, and keeps its text and smaller files', async () => {
    const text = { type: 'text' as const, text: 't'.repeat(900) };

    const { output } = await runAct(contentTool(text, image(1200), image(600), image(600)), { maxResultBytes: 1000 });

    const note = expect.stringMatching(/^\[Left out: a file \(image\/png\) of this result takes \d+ bytes\./);
    expect(output).toEqual({
      type: 'content',
      value: [text, { type: 'text', text: note }, image(600), { type: 'text', text: note }],
    });
  });

  it('C411 may hold texts of up to 100,000 bytes by default', async () => {
    const text = 'a'.repeat(100_000);

    const fits = await runAct(contentTool({ type: 'text', text }));
    const exceeds = await runAct(contentTool({ type: 'text', text: `${text}b` }));

    expect(fits.output).toEqual({ type: 'content', value: [{ type: 'text', text }] });
    expect(exceeds.output).toMatchObject({
      type: 'content',
      value: [{ text: expect.stringMatching(/^a{100000}\n\[Cut off/) }],
    });
  });

  it('C411 may hold files of up to 5 MB by default', async () => {
    const { output } = await runAct(contentTool(image(1_200_000), image(4_800_000)));

    expect(output).toMatchObject({ type: 'content', value: [{ type: 'file' }, { type: 'text' }] });
  });
});

describe('text that is larger than maxResultBytes', () => {
  const long = 'x'.repeat(150);
  const cut = expect.stringMatching(/^x{100}\n\[Cut off: this result has 150 bytes/);
  const fail = (error: Error) =>
    tool({
      inputSchema: none,
      execute: () => {
        throw error;
      },
    });

  it.each([
    ['an error', fail(new ToolFailed(long)), { type: 'error-text', value: cut }],
    [
      'a JSON error',
      tool({
        inputSchema: none,
        execute: () => long,
        toModelOutput: ({ output }) => ({ type: 'error-json', value: [output] }),
      }),
      { type: 'error-text', value: expect.stringMatching(/^\["x{98}\n\[Cut off: this result has 154 bytes/) },
    ],
  ])('C412 is truncated as %s', async (_, made, expected) => {
    const { output } = await runAct(made as ToolMap[string], { maxResultBytes: 100 });

    expect(output).toEqual(expected);
  });

  it('C412 is truncated as the reason of a denial', async () => {
    const guarded = tool({ inputSchema: none, requiresApproval: true, execute: () => 'done' });
    const { agent, model } = agentWith({ act: guarded }, [act, 'ok'], { maxResultBytes: 100 });

    await agent.run('go', {
      deferredToolHandler: (requests) =>
        buildResults(requests, { approvals: { 'call-1': { kind: 'tool-denied', message: long } } }),
    }).outcome;

    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toEqual({ type: 'execution-denied', reason: cut });
  });

  it.each([
    [
      'toolReturn',
      tool({
        inputSchema: none,
        execute: () => toolReturn('ok', { content: [{ type: 'text', text: long }, image(120)] }),
      }),
    ],
    [
      'enqueue',
      tool({
        inputSchema: none,
        execute: (_, ctx) => {
          ctx.enqueue([{ type: 'text', text: long }, image(120)]);
          return 'ok';
        },
      }),
    ],
  ])('C412 is truncated as content of %s, which omits files', async (_, made) => {
    const { after } = await runAct(made as ToolMap[string], { maxResultBytes: 100 });

    expect(after).toMatchObject([
      { type: 'text', text: cut },
      { type: 'text', text: expect.stringContaining('[Left out: a file (image/png)') },
    ]);
  });
});

describe('a tool whose toModelOutput fails', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('no words');
      },
      'no words',
    ],
    ['returns no output', () => 'paid' as never, 'toModelOutput returned a value that is not a tool output.'],
    ['returns content that is not a list', () => ({ type: 'content', value: 'paid' }) as never, ''],
  ])('C413 if it %s, the model reads that the call is done, and nothing of its result', async (_, convert, reason) => {
    const pay = tool({ inputSchema: none, execute: () => ({ receipt: 7 }), toModelOutput: convert });

    const { output, end } = await runAct(pay);

    expect(output).toEqual({
      type: 'error-text',
      value: expect.stringMatching(/^The call is done, but its result was not converted for you: /),
    });
    expect(JSON.stringify(output)).not.toContain('receipt');
    expect(output).toMatchObject({ value: expect.stringContaining(reason) });
    expect(end).toEqual({ status: 'returned', value: { receipt: 7 } });
  });
});

describe('a sub-agent whose output JSON cannot carry', () => {
  it('C417 is done: its output is stored as text', async () => {
    const inner = createAgent({ model: scriptedModel(['42']), outputValidators: [() => 42n as never] });
    const count = agentTool(inner, { description: 'Counts', inputSchema: none, prompt: () => 'count' });

    const { end } = await runAct(count as ToolMap[string]);

    expect(end).toEqual({ status: 'returned', value: expect.stringMatching(/^42\n\[This result is not JSON/) });
  });
});
