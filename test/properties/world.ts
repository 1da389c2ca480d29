import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import {
  type Agent,
  type AgentRun,
  ApprovalRequired,
  agentTool,
  CallDeferred,
  createAgent,
  type JSONValue,
  ModelRetry,
  type RunEvent,
  type RunJournal,
  type RunOutcome,
  ToolFailed,
  type ToolRunContext,
  tool,
} from 'countersign/core';
import { createVirtualClock, memoryJournal, scriptedModel, type VirtualClock } from 'countersign/testing';
import { z } from 'zod';
import type { ScriptedFailure } from '../../src/testing/scripted-model.js';
import type { ScriptedResponse } from '../../src/testing/scripted-parts.js';
import { unfinishedInput, withBrokenResponses } from './broken-responses.js';
import { impureSchema, inputSchema, oddSchema } from './input-schema.js';
import { checkRequest } from './invariants/histories.js';
import { isProviderTool, providerTools, withProviderTools } from './provider.js';
import type { CallPlan, Scenario, StepPlan } from './scenario.js';

type Input = z.infer<typeof inputSchema>;

/** An execution of a tool. */
export interface Execution {
  readonly n: number;
  readonly toolName: string;
  readonly toolCallId: string;
  readonly runId: string;
  readonly approved: boolean;
  readonly needsYes: boolean;
  readonly input: Input;
  readonly signal: AbortSignal;
  /** True after the tool's authorization, when it has its side effect. */
  hasEffect: boolean;
  isDone: boolean;
}

/** An approval that counts: its answer was complete and valid. */
export interface CountedApproval {
  /** An approval is only valid in the run in which it was given. */
  readonly runId: string;
  readonly toolCallId: string;
  /** The input that the person saw or edited. */
  readonly input: unknown;
  /** The paths of values that are created during execution, so nobody saw them. */
  readonly made: readonly string[];
  uses: number;
}

/** A run under observation. */
export interface WatchedRun {
  readonly run: AgentRun<unknown>;
  readonly events: RunEvent[];
  /** True if it continued a history with open calls. */
  readonly isResumed: boolean;
  outcome: RunOutcome<unknown> | undefined;
}

/** A violation: the name of the invariant, and the observation. */
export interface Violation {
  readonly invariant: string;
  readonly detail: string;
}

/** The output of an agent with object output. */
export const outputSchema = z.object({ answer: z.number() });

const texts = {
  plain: 'Some text.',
  valid: '{"answer":1}',
  fenced: '```json\n{"answer":2}\n```',
  invalid: '{"answer":"x"}',
};

/** The components of one conversation, and the records of its behavior. */
export class World {
  readonly clock: VirtualClock = createVirtualClock();
  readonly executions: Execution[] = [];
  readonly approvals: CountedApproval[] = [];
  readonly runs: WatchedRun[] = [];
  readonly violations: Violation[] = [];
  /** The numbers of the calls in broken responses, which the next attempt does not repeat. */
  readonly lost: Set<number> = new Set();
  /** The error codes that the outcome of a run may have unless it was stopped, by run id. */
  readonly refusals: Map<string, string> = new Map();
  /** The number of waits that intentionally never end. */
  hanging = 0;
  /** The number of waits in tools that ignore their abort signal. */
  sleeping = 0;
  readonly scenario: Scenario;
  readonly agent: Agent<unknown, string>;
  readonly journal: RunJournal | undefined;
  readonly #started: Set<string> = new Set();
  #calls = 0;
  #waits = 0;
  /** The state that a schema reads. */
  #era = 0;
  #counters: Record<string, number> = {};

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.journal = scenario.journalFailsAt + scenario.hangsAt === 0 ? undefined : this.#makeJournal();
    const inner = this.#watched(this.#makeAgent('inner', scenario.inner, {}));
    const nested = {
      description: 'asks another agent',
      inputSchema,
      prompt: ({ n }: Input) => `inner ${n}`,
    };
    this.agent = this.#makeAgent('outer', scenario.steps, {
      nested: agentTool(inner, nested),
      guardedNested: agentTool(inner, { ...nested, requiresApproval: true }),
    });
  }

  /** Returns the next plan of a list, which repeats. */
  next<T>(name: string, plans: readonly T[], fallback: T): T {
    const count = this.#counters[name] ?? 0;
    this.#counters[name] = count + 1;
    return plans[count % plans.length] ?? fallback;
  }

  fail(invariant: string, detail: string): void {
    this.violations.push({ invariant, detail });
  }

  /** Records the events and the outcome of a run. */
  watch(run: AgentRun<unknown>, isResumed: boolean): WatchedRun {
    const watched: WatchedRun = { run, events: [], isResumed, outcome: undefined };
    this.runs.push(watched);
    const follow = async (): Promise<void> => {
      for await (const event of run) watched.events.push(event);
      watched.outcome = await run.outcome;
    };
    void follow();
    return watched;
  }

  sleep(ms: number): Promise<void> {
    this.sleeping += 1;
    return new Promise((resolve) => {
      this.clock.environment.setTimeout(() => {
        this.sleeping -= 1;
        resolve();
      }, ms);
    });
  }

  /** Waits forever, on purpose. */
  hang<T>(): Promise<T> {
    this.hanging += 1;
    return new Promise(() => {});
  }

  /** A wait for the app, which may never end. */
  async #perhapsHang(): Promise<void> {
    if (++this.#waits === this.scenario.hangsAt) await this.hang();
  }

  #watched(agent: Agent<unknown, string>): Agent<unknown, string> {
    return {
      name: agent.name,
      run: (input, ...options) => {
        const run = agent.run(input, ...options);
        this.watch(run, false);
        return run;
      },
    };
  }

  #makeAgent(name: string, steps: readonly StepPlan[], nested: object): Agent<unknown, string> {
    const { environment } = this.clock;
    const { concurrency, toolErrors, retries } = this.scenario;
    const hasOutput = name === 'outer' && this.scenario.output === 'object';
    const failed = new Set<string>();
    const broken = new WeakSet<LanguageModelV4CallOptions>();
    const turn = (request: LanguageModelV4CallOptions): ScriptedResponse | ScriptedFailure => {
      checkRequest(this, request.prompt);
      const index = responsesIn(request.prompt);
      const step = steps[index];
      if (step === undefined) return { text: hasOutput ? texts.valid : 'Done.' };
      const first = request.prompt.find(({ role }) => role === 'user');
      const attempt = `${index} ${JSON.stringify(first)}`;
      const isSecond = failed.has(attempt);
      failed.add(attempt);
      if (!isSecond && ['just-ends', 'unfinished'].includes(step.stream)) broken.add(request);
      return this.#toResponse(step, isSecond);
    };
    return createAgent({
      name,
      model: withProviderTools(
        withBrokenResponses(
          scriptedModel(
            Array.from({ length: 400 }, () => turn),
            environment,
          ),
          (request) => broken.has(request),
        ),
        (prompt) => steps[responsesIn(prompt)]?.calls.some(({ tool }) => isProviderTool(tool)) === true,
      ),
      tools: { ...this.#makeTools(), ...providerTools, ...nested },
      ...(hasOutput ? { output: outputSchema } : {}),
      environment,
      toolErrors,
      toolRetries: retries,
      toolCallConcurrency: concurrency,
      maxResultBytes: 1_000_000,
    }) as Agent<unknown, never> as Agent<unknown, string>; // no tool here needs deps, and the output's type does not matter
  }

  #toResponse(step: StepPlan, isSecond: boolean): ScriptedResponse | ScriptedFailure {
    if (step.stream === 'fails' && !isSecond) return { fails: 'overloaded', status: 503 };
    const half = step.stream === 'unfinished' ? step.calls.findLast(({ tool }) => !isProviderTool(tool)) : undefined;
    const isLost = !isSecond && (half !== undefined || step.stream === 'breaks' || step.stream === 'just-ends');
    const before = this.#calls;
    const own = step.calls.filter(({ tool }) => isProviderTool(tool));
    // A provider can distinguish its own calls of one response.
    const isTwin = (plan: CallPlan): boolean => own.includes(plan) && own.find(({ id }) => id === plan.id) !== plan;
    const calls = step.calls.map((plan) => this.#toCall(isTwin(plan) ? { ...plan, id: undefined } : plan));
    for (let n = before + 1; isLost && n <= this.#calls; n++) this.lost.add(n);
    return {
      calls: calls.map((call, at) =>
        isLost && step.calls[at] === half ? { ...call, rawInput: unfinishedInput } : call,
      ),
      ...(step.text === 'none' ? {} : { text: texts[step.text], reasoning: 'Why.' }),
      ...(step.stream === 'breaks' && isLost ? { breakAfter: 4, breakWith: { type: 'overloaded_error' } } : {}),
      ...(step.stream === 'just-ends' && isLost ? { finishReason: 'interrupted' as const } : {}),
      ...(step.stream === 'odd-end' ? { finishReason: 'other' as const } : {}),
      ...(step.stream === 'slow' ? { after: 30, pace: 7 } : {}),
      ...(step.stream === 'cut-off' ? { finishReason: 'length' as const } : {}),
    };
  }

  #toCall({ tool: toolName, id, input }: CallPlan): NonNullable<ScriptedResponse['calls']>[number] {
    const n = ++this.#calls;
    const good = `{"n":${n}}`;
    const raw = {
      good,
      malformed: '{"n":',
      wrong: '{"n":"x"}',
      empty: '',
      polluted: `{"n":${n},"__proto__":{"n":0},"constructor":1}`,
    }[input];
    return {
      toolName,
      rawInput: isProviderTool(toolName) ? good : raw,
      ...(id === undefined ? {} : { toolCallId: id }),
    };
  }

  #makeJournal(): RunJournal {
    let entries = 0;
    return memoryJournal({
      onWrite: async ({ type, key }) => {
        if (++entries === this.scenario.journalFailsAt) throw new Error('The disk is full.');
        await this.#perhapsHang();
        const [, toolCallId = ''] = /~tool\.(.*)\.\d+$/.exec(key) ?? [];
        if (type === 'begin') this.#started.add(toolCallId);
      },
    });
  }

  #begin(input: Input, ctx: ToolRunContext, needsYes: boolean): Execution {
    const execution: Execution = {
      n: input.n,
      input: { ...input },
      toolName: ctx.toolName,
      toolCallId: ctx.toolCallId,
      runId: ctx.runId,
      approved: ctx.toolCallApproved,
      needsYes,
      signal: ctx.abortSignal,
      hasEffect: false,
      isDone: false,
    };
    this.executions.push(execution);
    if (this.lost.has(input.n)) this.fail('2 half a response never runs', `${ctx.toolName}, call ${input.n}, began`);
    if (this.journal !== undefined && !this.#started.has(ctx.toolCallId))
      this.fail('6 intention before effect', `${ctx.toolCallId} began before the journal had it`);
    // Changing the received input must not affect others.
    input.n = -1;
    return execution;
  }

  /** Counts as the side effect, and returns the tool's result. */
  #effect(execution: Execution): { readonly n: number } {
    execution.hasEffect = true;
    execution.isDone = true;
    return { n: execution.n };
  }

  #body(needsYes: boolean, work: (execution: Execution, ctx: ToolRunContext) => unknown = (e) => this.#effect(e)) {
    return async (input: Input, ctx: ToolRunContext): Promise<unknown> => {
      const execution = this.#begin(input, ctx, needsYes);
      try {
        return await work(execution, ctx);
      } finally {
        execution.isDone = true;
      }
    };
  }

  #makeTools() {
    const needsYes = ({ n }: Input): boolean => n % 2 === 0 || n % 5 === 0;
    const base = { inputSchema, description: 'does something' };
    const outputSchema = z.object({ ok: z.number() });
    const impure = {
      ...base,
      inputSchema: impureSchema(() => {
        this.#era += this.next('shift', this.scenario.shifts, 0);
        return `era ${this.#era}`;
      }),
      describe: (input: Input) => {
        input.note = 'described';
        return { title: `Do ${input.n}` };
      },
    };
    const askOnce = (e: Execution, ctx: ToolRunContext): unknown => {
      if (!ctx.toolCallApproved) throw new ApprovalRequired({ metadata: { n: e.n } });
      return this.#effect(e);
    };
    return {
      plain: tool({ ...base, execute: this.#body(false) }),
      guarded: tool({ ...base, requiresApproval: true, execute: this.#body(true) }),
      sometimes: tool({
        ...base,
        requiresApproval: async (input: Input) => {
          const needed = needsYes(input);
          const fails = input.n % 5 === 0;
          input.n = -2;
          if (fails) throw new Error('cannot tell');
          return needed;
        },
        execute: (input: Input, ctx: ToolRunContext) => this.#body(needsYes(input))(input, ctx),
      }),
      asks: tool({ ...base, execute: this.#body(true, askOnce) }),
      validated: tool({
        ...base,
        inputSchema: inputSchema.refine(() => this.#perhapsHang().then(() => true)),
        toModelOutput: async ({ output }) => {
          await this.#perhapsHang();
          return { type: 'json', value: output as JSONValue }; // parsed from JSON
        },
        argsValidator: (input: Input, ctx) => {
          input.n = -3;
          if (!ctx.toolCallApproved) throw new ApprovalRequired();
        },
        execute: this.#body(true),
      }),
      asksTwice: tool({
        ...base,
        execute: this.#body(true, (e, ctx) => {
          const times = this.executions.filter(({ n }) => n === e.n).length;
          if (!ctx.toolCallApproved || times < 3) throw new ApprovalRequired();
          return this.#effect(e);
        }),
      }),
      greedy: tool({
        ...base,
        execute: this.#body(true, () => {
          throw new ApprovalRequired();
        }),
      }),
      hands: tool({
        ...base,
        outputSchema,
        execute: this.#body(false, (e) => {
          throw new CallDeferred({ metadata: { n: e.n } });
        }),
      }),
      guardedHands: tool({
        ...base,
        outputSchema,
        requiresApproval: true,
        execute: this.#body(true, () => {
          throw new CallDeferred();
        }),
      }),
      external: tool({ ...base, outputSchema }),
      guardedExternal: tool({ ...base, outputSchema, requiresApproval: true }),
      sequential: tool({
        ...base,
        sequential: true,
        execute: this.#body(false, async (e) => {
          const others = this.executions.filter((o) => o !== e && o.runId === e.runId && isRunning(o));
          if (others.length > 0) this.fail('C52 barrier', `${e.toolCallId} ran beside ${others[0]?.toolCallId}`);
          await this.sleep(15);
          return this.#effect(e);
        }),
      }),
      throws: tool({
        ...base,
        execute: this.#body(false, async (e) => {
          this.#effect(e);
          await this.sleep((e.n % 3) * 10);
          throw new Error('broken');
        }),
      }),
      retries: tool({
        ...base,
        execute: this.#body(false, () => {
          throw new ModelRetry('again');
        }),
      }),
      impure: tool({ ...impure, requiresApproval: true, execute: this.#body(true) }),
      odd: tool({ ...base, inputSchema: oddSchema, execute: this.#body(true, askOnce) }),
      fails: tool({
        ...base,
        execute: this.#body(false, () => {
          throw new ToolFailed('cannot');
        }),
      }),
      hangs: tool({ ...base, timeout: 300, execute: this.#body(false, (_, ctx) => untilAborted(ctx.abortSignal)) }),
      stubborn: tool({ ...base, timeout: 300, execute: this.#body(false, () => new Promise(() => {})) }),
      slow: tool({
        ...base,
        execute: this.#body(false, async (e) => {
          this.#effect(e);
          e.isDone = false;
          await this.sleep((e.n % 7) * 20);
          return { n: e.n };
        }),
      }),
      progress: tool({
        ...base,
        execute: (input: Input, ctx: ToolRunContext) => this.#progress(this.#begin(input, ctx, false)),
      }),
    };
  }

  async *#progress(execution: Execution): AsyncGenerator<unknown> {
    for (let step = 1; step <= 3; step++) {
      await this.sleep(10);
      yield { step };
    }
    yield this.#effect(execution);
  }
}

function responsesIn(prompt: LanguageModelV4Prompt): number {
  return prompt.filter(({ role }) => role === 'assistant').length;
}

/** Returns `true` for an execution that has neither ended nor been aborted. */
export function isRunning({ isDone, signal }: Execution): boolean {
  return !isDone && !signal.aborted;
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
