import {
  buildResults,
  CallDeferred,
  type DeferredToolHandler,
  decisionRecord,
  isDeferred,
  mergeResults,
  ofKind,
  type RunOutcome,
  tool,
  toolHooks,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, eventsOf, lastResults, ofType } from './support.js';

const inputSchema = z.object({ text: z.string() });
const calls = ['ask', 'job', 'pick', 'act'].map((toolName) => ({
  toolName,
  toolCallId: toolName,
  input: { text: toolName },
}));

function tools() {
  const deferred = (kind?: 'question' | 'external') =>
    tool({
      inputSchema,
      execute: (): string => {
        throw new CallDeferred({ ...(kind === undefined ? {} : { kind }), metadata: { kind: kind ?? 'none' } });
      },
    });
  return {
    ask: deferred('question'),
    job: deferred(),
    pick: tool({ inputSchema }),
    act: tool({ inputSchema, requiresApproval: true, execute: () => 'acted' }),
  };
}

function requestsOf(outcome: RunOutcome) {
  if (!isDeferred(outcome)) throw new Error(`It is ${outcome.type}.`);
  return outcome.requests;
}

describe('kinds of question', () => {
  it('C287 a batch is divided into questions, results and approvals', async () => {
    const { agent } = agentWith(tools(), [{ calls }]);

    const requests = requestsOf(await agent.run('go', { deferredToolHandler: null }).outcome);
    const ids = (kind: 'approval' | 'external' | 'question') => {
      const part = ofKind(requests, kind);
      return part && [...part.approvals, ...part.calls].map(({ toolCallId }) => toolCallId);
    };

    expect({ question: ids('question'), external: ids('external'), approval: ids('approval') }).toEqual({
      question: ['ask'],
      external: ['job', 'pick'],
      approval: ['act'],
    });
    expect(ofKind(requests, 'question')?.metadata).toEqual({ ask: { kind: 'question' } });
    expect(ofKind({ ...requests, calls: [] }, 'question')).toBeNull();
    expect(JSON.parse(JSON.stringify(requests))).toEqual(requests);
  });

  it('C287 validators and hooks ask questions, too, and a question in a stored run keeps its kind', async () => {
    const ask = (): never => {
      throw new CallDeferred({ kind: 'question' });
    };
    const checked = tool({ inputSchema, argsValidator: ask, execute: () => 'never' });
    const hookedToo = tool({ inputSchema, execute: () => 'never' });
    const asked = [
      { toolName: 'checked', input: { text: 'a' } },
      { toolName: 'hookedToo', input: { text: 'b' } },
    ];
    const { agent } = agentWith({ checked, hookedToo }, [{ calls: asked }], {
      toolHooks: toolHooks({ afterToolValidate: ({ toolName }) => (toolName === 'hookedToo' ? ask() : undefined) }),
    });

    const requests = requestsOf(await agent.run('go', { deferredToolHandler: null }).outcome);

    expect(requests.calls.map(({ kind }) => kind)).toEqual(['question', 'question']);
  });

  it('C287 a handler shows the questions to people, and answers the rest itself', async () => {
    const { agent, model } = agentWith(tools(), [{ calls }, 'Done.']);
    const handler: DeferredToolHandler = async (requests, { ask }) => {
      const questions = ofKind(requests, 'question');
      const said = questions && (await ask(questions));
      const done = buildResults(requests, { approveAll: true, calls: { job: 'done', pick: 'picked' } });
      return said === null ? done : mergeResults(said, done);
    };

    await agent.run('go', {
      deferredToolHandler: handler,
      ask: async ({ requests }) =>
        buildResults(requests, { calls: Object.fromEntries(requests.calls.map((one) => [one.toolCallId, 'said'])) }),
    }).outcome;

    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toEqual([
      { type: 'text', value: 'said' },
      { type: 'text', value: 'done' },
      { type: 'text', value: 'picked' },
      { type: 'text', value: 'acted' },
    ]);
  });

  it('C288 the record names the person of each answer that a handler returns', async () => {
    const { agent } = agentWith(tools(), [{ calls }, 'Done.']);
    const run = agent.run('go', {
      deferredToolHandler: (requests) =>
        mergeResults(
          buildResults(requests, { calls: { ask: 'said' }, answeredBy: { ask: 'Ada' } }),
          buildResults(requests, {
            approveAll: true,
            calls: { job: 'done', pick: 'picked' },
            answeredBy: { ask: 'Mallory', act: 'Grace' },
          }),
        ),
    });
    const events = await eventsOf(run);

    const by = Object.fromEntries(
      (await decisionRecord(events)).map((entry) => [entry.toolCallId, entry.decision?.by]),
    );
    expect(by).toEqual({
      ask: { type: 'handler', name: 'Ada' },
      job: { type: 'handler' },
      pick: { type: 'handler' },
      act: { type: 'handler', name: 'Grace' },
    });
    expect(ofType(events, 'deferred-response')[0]?.results?.answeredBy).toEqual({ ask: 'Ada', act: 'Grace' });
  });

  it('C288 names are accepted for calls of the batch only, and only if they are names', async () => {
    const { agent } = agentWith({ act: tools().act }, [{ calls: calls.slice(3) }]);
    const requests = requestsOf(await agent.run('go', { deferredToolHandler: null }).outcome);

    expect(() => buildResults(requests, { answeredBy: { other: 'Ada' } })).toThrow(/'other'/);
    expect(buildResults(requests, { answeredBy: { act: 7 as never } }).answeredBy).toEqual({});
  });
});
