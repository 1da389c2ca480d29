import { agentTool, createAgent, createPolicy, deny } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { expect, it } from 'vitest';
import * as z from 'zod';
import {
  answerPart,
  type Chunk,
  chatWith,
  chunksOf,
  colour,
  createGate,
  filesAgent,
  joinDeltas,
  list,
  questionsIn,
  remove,
} from './chat-server.js';

type Recording = Readonly<Record<string, readonly Chunk[]>>;

const picked = { type: 'tool-pick_colour', toolCallId: 'c', state: 'output-available', input: {}, output: '#fff' };

/** Formats one chunk per line, without random ids and times. */
function formatRecording(recording: Recording): string {
  const lines = Object.entries(recording).map(([name, chunks]) => [
    name,
    joinDeltas(chunks).map((chunk) => JSON.stringify(chunk)),
  ]);
  const text = JSON.stringify(Object.fromEntries(lines), null, 2);
  return `${text.replaceAll(/reply-[\w-]+/g, 'reply').replaceAll(/[a-z0-9]{20,}(?=~)/g, 'run')}\n`;
}

const plays: Readonly<Record<string, () => Promise<Recording>>> = {
  'a batch of four': async () => {
    const { agent } = filesAgent([{ text: 'Four.', calls: [remove('a'), list, colour, remove('b')] }, 'Done.']);
    const chat = chatWith({ agent });
    const asked = await chunksOf(await chat.say('go'));
    const parts = [answerPart(asked, 'a'), answerPart(asked, 'b', { approved: false, reason: 'Needed.' }), picked];
    const done = await chunksOf(await chat.answer(parts));
    return {
      asked,
      done,
      copy: await chunksOf(await chat.answer(parts)),
      message: await chunksOf(await chat.say('go')),
    };
  },
  'an edit, and another round': async () => {
    const { agent } = filesAgent([{ calls: [remove('a')] }, { text: 'More.', calls: [remove('b')] }, 'Done.']);
    const chat = chatWith({ agent });
    const first = await chunksOf(await chat.say('go'));
    const second = await chunksOf(await chat.answer([{ ...answerPart(first, 'a'), input: { path: 'z.txt' } }]));
    const third = await chunksOf(await chat.answer([answerPart(second, 'b')]));
    return { first, second, third };
  },
  'errors of the model and of a tool, and another try': async () => {
    const explode = { toolName: 'explode', toolCallId: 'e', input: {} };
    const { agent } = filesAgent([{ fails: 'Down' }, { text: 'Hm.', calls: [explode] }, 'Oh.']);
    const chat = chatWith({ agent });
    return { failed: await chunksOf(await chat.say('go')), again: await chunksOf(await chat.say('go')) };
  },
  'a response that broke off': async () => {
    const { agent } = filesAgent([{ text: 'Half a sent', breakAfter: 1 }, 'A whole one.']);
    return { chunks: await chunksOf(await chatWith({ agent }).say('go')) };
  },
  'a rule that denies': async () => {
    const { agent } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
    const policy = createPolicy({ rules: [deny({ tool: 'delete_file' }, 'Not here.')] });
    const ruled: typeof agent = { name: 'files', run: (input, options) => agent.run(input, { ...options, policy }) };
    return { chunks: await chunksOf(await chatWith({ agent: ruled }).say('go')) };
  },
  'calls of a sub-agent': async () => {
    const { agent: inner } = filesAgent([{ calls: [remove('a')] }, 'Inner done.']);
    const helper = agentTool(inner, {
      description: 'Helps',
      inputSchema: z.object({ task: z.string() }),
      prompt: ({ task }) => task,
    });
    const calls = [{ toolName: 'helper', toolCallId: 'h', input: { task: 'tidy' } }];
    const agent = createAgent({ model: scriptedModel([{ calls }, 'Done.']), tools: { helper } });
    const chat = chatWith({ agent });
    const asked = await chunksOf(await chat.say('go'));
    const [id = ''] = Object.keys(questionsIn(asked));
    return { asked, done: await chunksOf(await chat.answer([answerPart(asked, id)])) };
  },
  'something else that is said': async () => {
    const { agent } = filesAgent([{ calls: [remove('a')] }, 'Then not.']);
    const chat = chatWith({ agent });
    const asked = await chunksOf(await chat.say('go'));
    const closed = { id: 'm', role: 'assistant', parts: [answerPart(asked, 'a', { approved: false })] };
    const said = { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'Never mind.' }] };
    return { asked, next: await chunksOf(await chat.send({ id: 'chat1', messages: [closed, said] })) };
  },
  'a client that comes back': async () => {
    const held = createGate();
    const { agent } = filesAgent([{ text: 'Well.', calls: [remove('a')] }, 'Done.'], held);
    const chat = chatWith({ agent });
    const asked = await chunksOf(await chat.say('go'));
    const answered = await chat.answer([answerPart(asked, 'a')]);
    await held.begun;
    const back = await chat.stream();
    held.open();
    return { answered: await chunksOf(answered), back: await chunksOf(back) };
  },
  'a process that died in a call': async () => {
    const held = createGate();
    const { agent } = filesAgent([{ calls: [remove('a')] }, 'I do not know.'], held);
    const dying = chatWith({ agent });
    const parts = [answerPart(await chunksOf(await dying.say('go')), 'a')];
    const lost = dying.answer(parts).then(chunksOf);
    await held.begun;
    const heard = await chunksOf(await chatWith({ agent, store: { ...dying.store } }).answer(parts));
    held.open();
    await lost;
    return { heard };
  },
};

it.each(Object.entries(plays))('C451 the chunks of %s equal the recording', async (name, play) => {
  await expect(formatRecording(await play())).toMatchFileSnapshot(`recorded/${name.replaceAll(/[ ,]+/g, '-')}.json`);
});
