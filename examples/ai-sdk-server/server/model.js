import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

const say = (text) => [
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: text },
  { type: 'text-end', id: '0' },
];

let count = 0;

function call(toolName, input) {
  count += 1;
  return { type: 'tool-call', toolCallId: `call-${count}`, toolName, input: JSON.stringify(input) };
}

/** A scripted model, so that the example needs no key. Replace it with a model of any AI SDK provider. */
export const model = new MockLanguageModelV4({
  doStream: async ({ prompt }) => {
    // A message of the user may follow the result, so the last message is not enough.
    const lastIndex = (wanted) => prompt.findLastIndex(({ role }) => role === wanted);
    const isDone = lastIndex('tool') > lastIndex('assistant');
    const said = isDone ? say('That is done.') : [...say('This one is old.'), call('deleteNote', { name: 'old' })];
    const finishReason = { unified: isDone ? 'stop' : 'tool-calls', raw: undefined };
    const chunks = [{ type: 'stream-start', warnings: [] }, ...said, { type: 'finish', finishReason, usage }];
    return { stream: simulateReadableStream({ chunks }) };
  },
});
