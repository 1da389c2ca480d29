import { z } from 'zod';
import { agentTool } from '../agent/agent-tool.js';
import { createAgent } from '../agent/create-agent.js';
import { toolHooks } from '../agent/hooked.js';
import type { Agent } from '../agent/run/agent.js';
import type { RunOptions } from '../agent/run/run-options.js';
import { buildResults, type ResultsInit } from '../protocol/build-results.js';
import type { DeferredToolRequests, DeferredToolResults } from '../protocol/deferred.js';
import { runAgain, toolApproved, toolReturn } from '../protocol/make-answer.js';
import { ApprovalRequired, ModelRetry } from '../protocol/signals.js';
import { outputTool } from '../tools/output/output-tool.js';
import { type Tool, tool } from '../tools/tool.js';
import type { ToolHooks } from '../tools/tool-hooks.js';
import { type ScriptedTurn, scriptedModel } from './scripted-model.js';
import type { ScriptedCall } from './scripted-parts.js';

/** One life of a run: it may end at any moment, and from then on nothing in it does anything. */
export interface ScriptLife {
  /** Has a side effect, which all lives share. Waits for ever in a life that is over. */
  readonly effect: (name: string) => Promise<string>;
  /** Whether that side effect has happened, in this life or an earlier one. */
  readonly hasEffect: (name: string) => boolean;
  /** Waits a little while, and for ever in a life that is over. */
  readonly delay: () => Promise<void>;
  /** Milliseconds since 1970. Each life begins later than the one before. */
  readonly now: () => number;
  /** Takes note of something that has to be the same in each life. */
  readonly note: (name: string, value: unknown) => void;
  /** How many lives of the run have ended `deferred`. */
  readonly parked: number;
}

/** A run that a journal has to get through whole, however often its life ends. */
export interface JournalScript {
  readonly name: string;
  /** Tools that may run twice with the same key. */
  readonly idempotent?: readonly string[];
  readonly begin: (life: ScriptLife) => {
    readonly agent: Agent<unknown, unknown>;
    readonly options: Partial<RunOptions>;
  };
}

const inputSchema = z.object({ name: z.string() });

function effectful(
  life: ScriptLife,
  about: Partial<Tool<{ name: string }, string>> = {},
): Tool<{ name: string }, string> {
  return tool({ inputSchema, execute: ({ name }: { name: string }) => life.effect(name), ...about });
}

function call(toolName: string, name: string): ScriptedCall {
  return { toolName, toolCallId: name, input: { name } };
}

/** A model that keeps no count of its own: what it says follows from how often it has spoken. */
function model(...turns: readonly ScriptedTurn[]) {
  const turn: ScriptedTurn = (request) => {
    const spoken = request.prompt.filter(({ role }) => role === 'assistant').length;
    const next = turns[spoken];
    if (next === undefined) throw new Error(`The script has no turn ${spoken + 1}.`);
    return typeof next === 'function' ? (next(request) as never) : next;
  };
  return scriptedModel(Array.from({ length: 40 }, () => turn));
}

/** Answers a batch, and says of each call that may have happened whether it did, so that its effect happens once after all. */
function answerAll(
  life: ScriptLife,
  requests: DeferredToolRequests,
  init: ResultsInit = { approveAll: true },
): DeferredToolResults {
  const became = requests.calls.flatMap(({ toolCallId, begun, input }) => {
    const { name } = inputSchema.parse(input);
    return begun === undefined ? [] : [[toolCallId, life.hasEffect(name) ? toolReturn(`did ${name}`) : runAgain()]];
  });
  return buildResults(requests, { ...init, calls: { ...init.calls, ...Object.fromEntries(became) } });
}

function approveAll(life: ScriptLife): Partial<RunOptions> {
  return { deferredToolHandler: (requests) => answerAll(life, requests) };
}

function refuseWrong({ name }: { readonly name: string }): void {
  if (name === 'wrong') throw new ModelRetry('That is wrong.');
}

const guarded = { requiresApproval: true } as const;

/** What {@link journalContract} plays. */
export const journalScripts: readonly JournalScript[] = [
  {
    name: 'one batch',
    begin: (life) => ({
      agent: createAgent({
        model: model({ text: 'On it.', calls: [call('act', 'a'), call('ask', 'b')] }, 'Done.'),
        tools: { act: effectful(life), ask: effectful(life, guarded) },
      }),
      options: approveAll(life),
    }),
  },
  {
    name: 'two batches',
    begin: (life) => ({
      agent: createAgent({
        model: model({ calls: [call('ask', 'a')] }, { calls: [call('ask', 'b'), call('act', 'c')] }, 'Done.'),
        tools: { act: effectful(life), ask: effectful(life, guarded) },
      }),
      options: approveAll(life),
    }),
  },
  {
    name: 'five calls side by side, each decided about in its own time',
    begin: (life) => {
      const requiresApproval = async (): Promise<boolean> => {
        await life.delay();
        return false;
      };
      return {
        agent: createAgent({
          model: model({ calls: ['a', 'b', 'c', 'd', 'e'].map((name) => call('act', name)) }, 'Done.'),
          tools: { act: effectful(life, { requiresApproval }) },
        }),
        options: approveAll(life),
      };
    },
  },
  {
    name: 'a sub-agent with approvals',
    begin: (life) => {
      const inner = createAgent({
        name: 'inner',
        model: model({ calls: [call('ask', 'x'), call('act', 'y')] }, 'Found.'),
        tools: { act: effectful(life), ask: effectful(life, guarded) },
      });
      const helper = agentTool(inner, { description: 'Helps', inputSchema, prompt: ({ name }) => name });
      return {
        agent: createAgent({
          model: model({ calls: [call('act', 'a'), call('helper', 'h'), call('act', 'b')] }, 'Done.'),
          tools: { act: effectful(life), helper },
        }),
        options: approveAll(life),
      };
    },
  },
  {
    name: 'an edit, and what a tool asks while it runs',
    begin: (life) => ({
      agent: createAgent({
        model: model({ calls: [call('ask', 'a'), call('more', 'b')] }, 'Done.'),
        tools: {
          ask: effectful(life, guarded),
          more: effectful(life, {
            execute: async ({ name }, ctx) => {
              await ctx.authorize('net.egress:example.org');
              return await life.effect(name);
            },
          }),
        },
      }),
      options: {
        deferredToolHandler: (requests) =>
          answerAll(life, requests, {
            approveAll: true,
            approvals: requests.approvals.some(({ toolCallId }) => toolCallId === 'a')
              ? { a: toolApproved({ overrideArgs: { name: 'edited' } }) }
              : {},
          }),
      },
    }),
  },
  {
    name: 'a result from elsewhere',
    begin: (life) => ({
      agent: createAgent({
        model: model({ calls: [call('pick', 'a'), call('act', 'b')] }, 'Done.'),
        tools: { act: effectful(life), pick: tool({ inputSchema }) },
      }),
      options: {
        deferredToolHandler: async (requests) => {
          await life.delay();
          return answerAll(life, requests, { calls: { a: toolReturn('picked') } });
        },
      },
    }),
  },
  {
    name: 'a park within a sub-agent, and answers for it later',
    begin: (life) => {
      const inner = createAgent({
        name: 'inner',
        model: model({ calls: [call('ask', 'x'), call('ask', 'y')] }, 'Found.'),
        tools: { ask: effectful(life, guarded) },
      });
      const helper = agentTool(inner, { description: 'Helps', inputSchema, prompt: ({ name }) => name });
      return {
        agent: createAgent({
          model: model({ calls: [call('helper', 'h'), call('act', 'a')] }, 'Done.'),
          tools: { act: effectful(life), helper },
        }),
        options: {
          deferredToolHandler: (requests) => answerAll(life, requests, { approvals: { x: true }, defer: ['y'] }),
        },
      };
    },
  },
  {
    name: 'a question with a deadline',
    begin: (life) => ({
      agent: createAgent({
        model: model({ calls: [call('ask', 'a')] }, 'Done.'),
        tools: { ask: effectful(life, guarded) },
        expiry: { after: 60_000 },
        environment: { now: life.now },
      }),
      options: {
        ask: async ({ requests, expiresAt }) => {
          // What became of a call is another question, with a time of its own.
          if (requests.approvals.length > 0) life.note('deadline', expiresAt);
          await life.delay();
          return answerAll(life, requests);
        },
      },
    }),
  },
  {
    name: 'an output that a function makes, after a wrong one and beside others',
    idempotent: ['c'],
    begin: (life) => ({
      agent: createAgent({
        model: model(
          { calls: [call('finish', 'wrong'), call('act', 'a')] },
          { calls: [call('act', 'b'), call('finish', 'c'), call('ask', 'd'), call('finish', 'e')] },
        ),
        endStrategy: 'graceful',
        tools: { act: effectful(life), ask: effectful(life, guarded) },
        output: [outputTool(effectful(life, { idempotent: true, argsValidator: refuseWrong }), { name: 'finish' })],
        outputValidators: [(output) => `${output}, checked`],
      }),
      options: approveAll(life),
    }),
  },
  {
    name: 'a tool that may run again',
    idempotent: ['a'],
    begin: (life) => ({
      agent: createAgent({
        model: model({ calls: [call('read', 'a')] }, 'Done.'),
        tools: { read: effectful(life, { idempotent: true }) },
      }),
      options: approveAll(life),
    }),
  },
  {
    name: 'hooks around tools and a sub-agent',
    begin: (life) => {
      const inner = createAgent({
        name: 'inner',
        model: model({ calls: [call('ask', 'x')] }, 'Found.'),
        tools: { ask: effectful(life, guarded) },
      });
      const helper = agentTool(inner, { description: 'Helps', inputSchema, prompt: ({ name }) => name });
      const hooks: ToolHooks = {
        afterToolValidate: async () => await life.delay(),
        beforeTool: async (_, ctx) => {
          await life.delay();
          if (!ctx.toolCallApproved) throw new ApprovalRequired();
        },
        wrapTool: async (_, __, next) => await next(),
        afterTool: async ({ result }) => {
          await life.delay();
          return `${String(result.returnValue)}, as hooks say`;
        },
      };
      return {
        agent: createAgent({
          model: model({ calls: [call('act', 'a'), call('helper', 'h'), call('act', 'b')] }, 'Done.'),
          tools: { act: effectful(life), helper },
          toolHooks: toolHooks(hooks),
        }),
        options: approveAll(life),
      };
    },
  },
];
