import { pullStream } from './source.js';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish = (unified, raw) => ({ type: 'finish', finishReason: { unified, raw }, usage });

function model(parts) {
  return {
    specificationVersion: 'v4',
    provider: 'mock',
    modelId: 'mock',
    supportedUrls: {},
    doGenerate: async () => toGenerated(await collect(parts())),
    doStream: async () => ({ stream: pullStream(parts()) }),
  };
}

/** Responds with one text. */
export function textModel(makeSource) {
  return model(async function* () {
    yield { type: 'stream-start', warnings: [] };
    yield { type: 'text-start', id: 't' };
    for await (const delta of makeSource()) yield { type: 'text-delta', id: 't', delta };
    yield { type: 'text-end', id: 't' };
    yield finish('stop', 'stop');
  });
}

/** Responds with one call of `add` per step, then with the text `done`. */
export function toolModel({ steps, onStep }) {
  let step = 0;
  return model(async function* () {
    await onStep(step);
    const i = step++;
    const [toolCallId, toolName, input] = [`c${i}`, 'add', `{"i":${i}}`];
    yield { type: 'stream-start', warnings: [] };
    if (i < steps) {
      yield { type: 'tool-input-start', id: toolCallId, toolName };
      yield { type: 'tool-input-delta', id: toolCallId, delta: input };
      yield { type: 'tool-input-end', id: toolCallId };
      yield { type: 'tool-call', toolCallId, toolName, input };
      yield finish('tool-calls', 'tool_calls');
      return;
    }
    yield { type: 'text-start', id: 't' };
    yield { type: 'text-delta', id: 't', delta: 'done' };
    yield { type: 'text-end', id: 't' };
    yield finish('stop', 'stop');
  });
}

async function collect(parts) {
  const all = [];
  for await (const part of parts) all.push(part);
  return all;
}

function toGenerated(parts) {
  const { finishReason } = parts.at(-1);
  const content = parts.flatMap((part) => {
    if (part.type === 'tool-call') return [part];
    return part.type === 'text-delta' ? [{ type: 'text', text: part.delta }] : [];
  });
  return { content, finishReason, usage, warnings: [] };
}
