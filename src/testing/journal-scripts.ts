import { z } from 'zod';
import { agentTool } from '../agent/agent-tool.js';
import { createAgent } from '../agent/create-agent.js';
import type { Agent } from '../agent/run/agent.js';
import type { RunOptions } from '../agent/run/run-options.js';
import { toolHooks } from '../agent/tool-hooks.js';
import { buildResults, type ResultsInit } from '../protocol/build-results.js';
import type { DeferredToolRequests, DeferredToolResults } from '../protocol/deferred.js';
import { runAgain, toolApproved, toolReturn } from '../protocol/make-answer.js';
import { ApprovalRequired, ModelRetry } from '../protocol/signals.js';
import { outputTool } from '../tools/output/output-tool.js';
import { type Tool, tool } from '../tools/tool.js';
import type { ToolHooks } from '../tools/tool-hooks.js';
import { type ScriptedTurn, scriptedModel } from './scripted-model.js';
import type { ScriptedCall } from './scripted-parts.js';

/**
 * The functions that a script may use during one activation. After the end of the activation, none of its promises
 * settles.
 */
export interface ScriptContext {
  /** Performs a side effect. All activations share the list of effects. */
  readonly effect: (name: string) => Promise<string>;
  /** Returns `true` when the side effect has happened, in this activation or an earlier one. */
  readonly hasEffect: (name: string) => boolean;
  /** Waits for a short time. */
  readonly delay: () => Promise<void>;
  /** Returns milliseconds since 1970. Each activation starts later than the one before. */
  readonly now: () => number;
  /** Records a value that has to be the same in each activation. */
  readonly note: (name: string, value: unknown) => void;
  /** The number of activations that ended `deferred`. */
  readonly parked: number;
}

/** A run that has to complete on a journal, regardless of how often its activation ends. */
export interface JournalScript {
  readonly name: string;
  /** Effects that may happen twice, because their tools are idempotent. */
  readonly idempotent?: readonly string[];
  readonly begin: (activation: ScriptContext) => {
    readonly agent: Agent<unknown, unknown>;
    readonly options: Partial<RunOptions>;
  };
}

const inputSchema = z.object({ name: z.string() });

function effectful(
  activation: ScriptContext,
  about: Partial<Tool<{ name: string }, string>> = {},
): Tool<{ name: string }, string> {
  return tool({ inputSchema, execute: ({ name }: { name: string }) => activation.effect(name), ...about });
}

function call(toolName: string, name: string): ScriptedCall {
  return { toolName, toolCallId: name, input: { name } };
}

/**
 * Makes a stateless model: it chooses the turn by the number of responses in the history, so that a resumed run gets
 * the next one.
 */
function model(...turns: readonly ScriptedTurn[]) {
  const turn: ScriptedTurn = (request) => {
    const responses = request.prompt.filter(({ role }) => role === 'assistant').length;
    const next = turns[responses];
    if (next === undefined) throw new Error(`The script has no turn ${responses + 1}.`);
    return typeof next === 'function' ? (next(request) as never) : next;
  };
  return scriptedModel(Array.from({ length: 40 }, () => turn));
}

/**
 * Answers a batch. For each interrupted call it reports whether the effect happened, so that each effect happens
 * exactly once.
 */
function answerAll(
  activation: ScriptContext,
  requests: DeferredToolRequests,
  init: ResultsInit = { approveAll: true },
): DeferredToolResults {
  const interrupted = requests.calls.flatMap(({ toolCallId, interrupted, input }) => {
    const { name } = inputSchema.parse(input);
    return interrupted === undefined
      ? []
      : [[toolCallId, activation.hasEffect(name) ? toolReturn(`did ${name}`) : runAgain()]];
  });
  return buildResults(requests, { ...init, calls: { ...init.calls, ...Object.fromEntries(interrupted) } });
}

function approveAll(activation: ScriptContext): Partial<RunOptions> {
  return { deferredToolHandler: (requests) => answerAll(activation, requests) };
}

function rejectWrong({ name }: { readonly name: string }): void {
  if (name === 'wrong') throw new ModelRetry('That is wrong.');
}

const withApproval = { requiresApproval: true } as const;

/** The scripts of {@link journalContract}. */
export const journalScripts: readonly JournalScript[] = [
  {
    name: 'one batch',
    begin: (activation) => ({
      agent: createAgent({
        model: model({ text: 'On it.', calls: [call('act', 'a'), call('ask', 'b')] }, 'Done.'),
        tools: { act: effectful(activation), ask: effectful(activation, withApproval) },
      }),
      options: approveAll(activation),
    }),
  },
  {
    name: 'two batches',
    begin: (activation) => ({
      agent: createAgent({
        model: model({ calls: [call('ask', 'a')] }, { calls: [call('ask', 'b'), call('act', 'c')] }, 'Done.'),
        tools: { act: effectful(activation), ask: effectful(activation, withApproval) },
      }),
      options: approveAll(activation),
    }),
  },
  {
    name: 'five calls side by side, each decided about in its own time',
    begin: (activation) => {
      const requiresApproval = async (): Promise<boolean> => {
        await activation.delay();
        return false;
      };
      return {
        agent: createAgent({
          model: model({ calls: ['a', 'b', 'c', 'd', 'e'].map((name) => call('act', name)) }, 'Done.'),
          tools: { act: effectful(activation, { requiresApproval }) },
        }),
        options: approveAll(activation),
      };
    },
  },
  {
    name: 'a sub-agent with approvals',
    begin: (activation) => {
      const inner = createAgent({
        name: 'inner',
        model: model({ calls: [call('ask', 'x'), call('act', 'y')] }, 'Found.'),
        tools: { act: effectful(activation), ask: effectful(activation, withApproval) },
      });
      const helper = agentTool(inner, { description: 'Helps', inputSchema, prompt: ({ name }) => name });
      return {
        agent: createAgent({
          model: model({ calls: [call('act', 'a'), call('helper', 'h'), call('act', 'b')] }, 'Done.'),
          tools: { act: effectful(activation), helper },
        }),
        options: approveAll(activation),
      };
    },
  },
  {
    name: 'an edit, and what a tool asks while it runs',
    begin: (activation) => ({
      agent: createAgent({
        model: model({ calls: [call('ask', 'a'), call('more', 'b')] }, 'Done.'),
        tools: {
          ask: effectful(activation, withApproval),
          more: effectful(activation, {
            execute: async ({ name }, ctx) => {
              await ctx.authorize('net.egress:example.org');
              return await activation.effect(name);
            },
          }),
        },
      }),
      options: {
        deferredToolHandler: (requests) =>
          answerAll(activation, requests, {
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
    begin: (activation) => ({
      agent: createAgent({
        model: model({ calls: [call('pick', 'a'), call('act', 'b')] }, 'Done.'),
        tools: { act: effectful(activation), pick: tool({ inputSchema }) },
      }),
      options: {
        deferredToolHandler: async (requests) => {
          await activation.delay();
          return answerAll(activation, requests, { calls: { a: toolReturn('picked') } });
        },
      },
    }),
  },
  {
    name: 'a park within a sub-agent, and answers for it later',
    begin: (activation) => {
      const inner = createAgent({
        name: 'inner',
        model: model({ calls: [call('ask', 'x'), call('ask', 'y')] }, 'Found.'),
        tools: { ask: effectful(activation, withApproval) },
      });
      const helper = agentTool(inner, { description: 'Helps', inputSchema, prompt: ({ name }) => name });
      return {
        agent: createAgent({
          model: model({ calls: [call('helper', 'h'), call('act', 'a')] }, 'Done.'),
          tools: { act: effectful(activation), helper },
        }),
        options: {
          deferredToolHandler: (requests) => answerAll(activation, requests, { approvals: { x: true }, defer: ['y'] }),
        },
      };
    },
  },
  {
    name: 'a question with a deadline',
    begin: (activation) => ({
      agent: createAgent({
        model: model({ calls: [call('ask', 'a')] }, 'Done.'),
        tools: { ask: effectful(activation, withApproval) },
        expiry: { after: 60_000 },
        environment: { now: activation.now },
      }),
      options: {
        ask: async ({ requests, expiresAt }) => {
          // Interrupted calls are asked about in a batch of their own, with its own deadline.
          if (requests.approvals.length > 0) activation.note('deadline', expiresAt);
          await activation.delay();
          return answerAll(activation, requests);
        },
      },
    }),
  },
  {
    name: 'an output that a function makes, after a wrong one and beside others',
    idempotent: ['c'],
    begin: (activation) => ({
      agent: createAgent({
        model: model(
          { calls: [call('finish', 'wrong'), call('act', 'a')] },
          { calls: [call('act', 'b'), call('finish', 'c'), call('ask', 'd'), call('finish', 'e')] },
        ),
        endStrategy: 'graceful',
        tools: { act: effectful(activation), ask: effectful(activation, withApproval) },
        output: [
          outputTool(effectful(activation, { idempotent: true, argsValidator: rejectWrong }), { name: 'finish' }),
        ],
        outputValidators: [(output) => `${output}, checked`],
      }),
      options: approveAll(activation),
    }),
  },
  {
    name: 'a tool that may run again',
    idempotent: ['a'],
    begin: (activation) => ({
      agent: createAgent({
        model: model({ calls: [call('read', 'a')] }, 'Done.'),
        tools: { read: effectful(activation, { idempotent: true }) },
      }),
      options: approveAll(activation),
    }),
  },
  {
    name: 'hooks around tools and a sub-agent',
    begin: (activation) => {
      const inner = createAgent({
        name: 'inner',
        model: model({ calls: [call('ask', 'x')] }, 'Found.'),
        tools: { ask: effectful(activation, withApproval) },
      });
      const helper = agentTool(inner, { description: 'Helps', inputSchema, prompt: ({ name }) => name });
      const hooks: ToolHooks = {
        afterToolValidate: async () => await activation.delay(),
        beforeTool: async (_, ctx) => {
          await activation.delay();
          if (!ctx.toolCallApproved) throw new ApprovalRequired();
        },
        wrapTool: async (_, __, next) => await next(),
        afterTool: async ({ result }) => {
          await activation.delay();
          return `${String(result.returnValue)}, as hooks say`;
        },
      };
      return {
        agent: createAgent({
          model: model({ calls: [call('act', 'a'), call('helper', 'h'), call('act', 'b')] }, 'Done.'),
          tools: { act: effectful(activation), helper },
          toolHooks: toolHooks(hooks),
        }),
        options: approveAll(activation),
      };
    },
  },
];
