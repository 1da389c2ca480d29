import { jsonSchema } from 'ai';
import { buildResults, createAgent, createGrants, type RunOptions, type ToolMap, tool } from 'countersign/core';
import { type JournalWrite, type MemoryJournal, memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nextTask } from '../../src/agent/plumbing/next-task.js';
import { stepKind } from '../support/step-keys.js';
import { eventsOf, ofType } from './support.js';

/** Something of the app that does not settle, and when it is reached. */
function hold() {
  let reach: () => void = () => {};
  let end: { readonly resolve: (value: never) => void; readonly reject: (reason: Error) => void } | undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return {
    reached,
    reach: () => reach(),
    wait: <T>(): Promise<T> => {
      reach();
      return new Promise<T>((resolve, reject) => {
        end = { resolve, reject };
      });
    },
    /** Settles it after all. */
    release: (value?: unknown) => end?.resolve(value as never),
    fail: () => end?.reject(new Error('too late')),
  };
}

type Hold = ReturnType<typeof hold>;

interface Case {
  readonly tools?: ToolMap;
  readonly options?: Partial<RunOptions>;
  readonly output?: z.ZodType;
}

const object = z.object({ path: z.string() });
const inputSchema = object;

/** What a journal writes, without the id of its run. */
function nameOf({ type, key }: JournalWrite): string {
  return `${type} ${key.startsWith('scheme:') ? 'scheme' : stepKind(key)}`;
}

/** A journal that never ends one kind of write. */
function journal({ wait }: Hold, name: string, entries: string[]): MemoryJournal {
  return memoryJournal({
    onWrite: (write) => {
      entries.push(nameOf(write));
      return nameOf(write) === name ? wait() : undefined;
    },
  });
}

const writes = [
  'end scheme',
  'begin model',
  'end model',
  'end plan',
  'begin tool',
  'end tool',
  'end asked',
  'end answers',
] as const;

const never: readonly (readonly [string, (held: Hold, entries: string[]) => Case])[] = [
  ...writes.map(
    (name) =>
      [
        `the journal, at its '${name}',`,
        (held: Hold, entries: string[]) => ({ options: { journal: journal(held, name, entries) } }),
      ] as const,
  ),
  [
    'an input schema',
    (held) => ({
      tools: { act: tool({ inputSchema: object.refine(() => held.wait<boolean>()), execute: () => 'acted' }) },
    }),
  ],
  ['an output schema', (held) => ({ output: object.refine(() => held.wait<boolean>()) })],
  [
    'a schema that describes itself',
    (held) => ({
      tools: { act: tool({ inputSchema: jsonSchema(() => held.wait<object>()), execute: () => 'acted' }) },
    }),
  ],
  [
    'toModelOutput',
    (held) => ({
      tools: { act: tool({ inputSchema, execute: () => 'acted', toModelOutput: () => held.wait<never>() }) },
    }),
  ],
  [
    'what stores the grants',
    (held) => {
      const grants = createGrants({ storage: { load: () => new Promise(() => {}), save: () => {} } });
      const find: typeof grants.find = (call) => {
        held.reach();
        return grants.find(call);
      };
      return { options: { grants: { ...grants, find } } };
    },
  ],
];

function start(held: Hold, make: (held: Hold, entries: string[]) => Case) {
  const done: string[] = [];
  const entries: string[] = [];
  const { tools = {}, options = {}, output } = make(held, entries);
  const guarded = tool({
    inputSchema,
    capabilities: ['fs.write'],
    requiresApproval: true,
    execute: () => void done.push('guarded'),
  });
  const plain = tool({ inputSchema, capabilities: ['fs.read'], execute: () => void done.push('plain') });
  const all = { guarded, plain, ...tools };
  const input = { path: 'a' };
  const calls = Object.keys(all).map((toolName) => ({ toolName, input }));
  const model = scriptedModel(output === undefined ? [{ calls }] : [{ text: '{"path":"a"}', calls }]);
  const agent = createAgent({ model, tools: all, ...(output === undefined ? {} : { output }) });
  const run = agent.run('go', {
    deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }),
    ...options,
  } as RunOptions);
  return { run, done, entries, model };
}

describe('a stop', () => {
  it.each(never)(
    'C125 ends the run while %s never settles, and closes its calls',
    { timeout: 20_000 },
    async (_, make) => {
      const held = hold();
      const { run } = start(held, make);
      await held.reached;

      run.abort('enough');
      const outcome = await run.outcome;

      expect(outcome).toMatchObject({ type: 'aborted', reason: 'enough' });
      const ids = (type: string): string[] =>
        outcome.messages.flatMap(({ content }) =>
          (typeof content === 'string' ? [] : [...content]).flatMap((part) =>
            part.type === type && 'toolCallId' in part ? [part.toolCallId] : [],
          ),
        );
      expect(ids('tool-result')).toEqual(ids('tool-call'));
      const events = await eventsOf(run);
      const told = (type: 'tool-call' | 'tool-end'): string[] =>
        ofType(events, type).map(({ toolCallId }) => toolCallId);
      expect(told('tool-end').sort()).toEqual(told('tool-call').sort());
    },
  );

  it.each(never.flatMap(([what, make]) => (['release', 'fail'] as const).map((how) => [what, how, make] as const)))(
    'C125 is final if %s settles after it (%s): nothing more executes, is emitted, or changes the outcome',
    { timeout: 20_000 },
    async (_, how, make) => {
      const held = hold();
      const { run, done, entries, model } = start(held, make);
      await held.reached;
      run.abort();
      const outcome = await run.outcome;
      const before = JSON.stringify({ outcome, done, entries, events: await eventsOf(run) });
      const requests = model.requests.length;

      held[how](true);
      await nextTask();
      await nextTask();

      // A rejection that nobody handles would fail this test run.
      expect(JSON.stringify({ outcome, done, entries, events: await eventsOf(run) })).toBe(before);
      expect(model.requests).toHaveLength(requests);
    },
  );

  it('C125 keeps existing results, and withholds those whose text never arrives', {
    timeout: 20_000,
  }, async () => {
    const held = hold();
    const { run } = start(held, (own) => ({
      tools: { act: tool({ inputSchema, execute: () => 'secret', toModelOutput: () => own.wait<never>() }) },
    }));
    await held.reached;

    run.abort();
    const outcome = await run.outcome;

    expect(outcome.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: [
        { toolName: 'guarded', output: { type: 'json', value: null } },
        { toolName: 'plain', output: { type: 'json', value: null } },
        { toolName: 'act', output: { type: 'error-text', value: expect.stringContaining('stopped') } },
      ],
    });
    expect(JSON.stringify(outcome.messages)).not.toContain('secret');
  });

  it('C125 while a resumed run starts closes the open calls of its history', { timeout: 20_000 }, async () => {
    const held = hold();
    const messages = [
      { role: 'user' as const, content: 'go' },
      {
        role: 'assistant' as const,
        content: [{ type: 'tool-call' as const, toolCallId: 'old', toolName: 'act', input: {} }],
      },
    ];
    const agent = createAgent({ model: scriptedModel([]), toolsets: [{ tools: () => held.wait<ToolMap>() }] });
    const run = agent.run(undefined, { messages });
    await held.reached;

    run.abort();
    const outcome = await run.outcome;

    expect(outcome.newMessages).toMatchObject([
      { role: 'tool', content: [{ toolCallId: 'old', output: { value: 'The tool call was cancelled.' } }] },
    ]);
  });
});
