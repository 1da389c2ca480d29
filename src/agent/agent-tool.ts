import { HandlerError, RunAborted, UserError } from '../protocol/base/errors.js';
import { derivedId } from '../protocol/base/ids.js';
import type { JSONObject } from '../protocol/base/json.js';
import { definedProps } from '../protocol/base/record.js';
import { noUsage, type RunOutcome, type RunUsage } from '../protocol/outcome.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import type { RunEvent, RunEventBody } from '../protocol/run-event.js';
import type { ToolSchema } from '../protocol/schema.js';
import { runsAgent, type Tool, toolFor } from '../tools/tool.js';
import { EndsAs } from './calls/attempt.js';
import { askFirst } from './launch/ask-first.js';
import { asFatal } from './plumbing/fatal.js';
import { untrustedReads } from './policy/call-risk.js';
import { withoutApproval } from './policy/without-approval.js';
import type { Agent, AgentRun } from './run/agent.js';
import { executionOf, withNesting } from './run/nesting.js';
import type { RunArguments, RunInput } from './run/run-options.js';
import type { Execution } from './run/run-scope.js';

/** Options of {@link agentTool}. */
export interface AgentToolOptions<INPUT> {
  /** The purpose of the sub-agent, which the model of the outer agent reads. */
  readonly description: string;
  /** The schema of the input that the model of the outer agent writes. */
  readonly inputSchema: ToolSchema<INPUT>;
  /** Returns the prompt of the sub-agent for an input. */
  readonly prompt: (input: INPUT) => RunInput;
  /**
   * Requires approval before the sub-agent is called. This does not approve the calls that the sub-agent makes.
   * Default: false.
   */
  readonly requiresApproval?: boolean;
  /** `trusted` if no tool of the sub-agent reads text of strangers. Default: `untrusted`. */
  readonly source?: 'trusted' | 'untrusted';
  /** The app's own notes about the tool; no model sees them. Default: none. */
  readonly metadata?: JSONObject;
}

/**
 * Makes a tool of an agent. Its run belongs to the outer one: its deferred calls reach the same handler, labelled with
 * its path; its events stand in the same log; a stop stops it; its usage counts.
 *
 * @param agent whose run the tool is; the tool needs the same deps.
 * @throws UserError `nested-deferral`, which ends the outer run, when the sub-agent's run ends `deferred` and the outer
 * one has no journal: nothing could take it up again.
 * @example
 * const research = agentTool(researcher, {
 *   description: 'Finds things out',
 *   inputSchema: z.object({ topic: z.string() }),
 *   prompt: ({ topic }) => topic,
 * });
 */
export function agentTool<DEPS, OUTPUT, INPUT>(
  agent: Agent<DEPS, OUTPUT>,
  { prompt, ...options }: AgentToolOptions<INPUT>,
): Tool<INPUT, OUTPUT, DEPS> {
  const tool = toolFor<DEPS>();
  const made = tool<INPUT, OUTPUT>({
    ...options,
    execute: async (input: INPUT, ctx: ToolRunContext<DEPS>) => {
      const execution = executionOf(ctx);
      const run = agent.run(prompt(input), ...runArguments(ctx, execution));
      await forward(run, execution);
      const outcome = await run.outcome;
      if (execution !== undefined) execution.run.usage = sum(execution.run.usage, outcome.usage);
      return innerOutput(outcome, agent.name, execution) as OUTPUT; // as far as JSON has it
    },
  });
  return { ...made, [runsAgent]: true };
}

function runArguments<DEPS>(ctx: ToolRunContext<DEPS>, execution: Execution | undefined): RunArguments<DEPS> {
  const { deps, metadata, abortSignal, conversationId } = ctx;
  const options = { deps, metadata, abortSignal, conversationId };
  if (execution === undefined) return [options] as unknown as RunArguments<DEPS>; // deps are the tool's own
  const {
    gate: { handlers, ask, grants, policies },
    answers: { results: deferredToolResults },
    journal,
    expiry,
    agentPath,
    agents,
    memory,
    usageBudget,
    config,
  } = execution.run;
  const handler = handlers.find((candidate) => candidate !== askFirst);
  const own = {
    ...options,
    ...definedProps({ ask }),
    // Its id follows from the call, so that a life that begins again finds its steps; what was parked in it may be
    // answered by now.
    ...(journal === undefined
      ? {}
      : { journal, runId: derivedId(execution.run.runId, 'run', execution.call.toolCallId) }),
    ...(journal === undefined || deferredToolResults === undefined ? {} : { deferredToolResults }),
    ...definedProps({ grants, expiry }),
    ...(handlers.length === 0
      ? { deferredToolHandler: null }
      : handler === undefined
        ? {}
        : { deferredToolHandler: handler }),
  };
  const around = policies.map(withoutApproval);
  return [
    withNesting(own, {
      agentPath,
      agents,
      policies: around,
      untrusted: untrustedReads(execution.run),
      usageBudget,
      costOf: config.costOf,
      ...(memory && { memory }),
    }),
  ] as unknown as RunArguments<DEPS>; // deps are the tool's own
}

/** The sub-agent's events, in the outer run's log. */
async function forward(run: AgentRun<unknown>, execution: Execution | undefined): Promise<void> {
  if (execution === undefined) return;
  const own = [execution.call.toolCallId];
  for await (const event of run) {
    const callPath = event.callPath === undefined ? own : [...own, ...event.callPath];
    execution.emit({ ...withoutEnvelope(event), callPath });
  }
}

function withoutEnvelope({ v: _, seq: _seq, at: _at, runId: _runId, ...body }: RunEvent): RunEventBody {
  return body as RunEventBody; // a rest of a union loses which is which
}

function innerOutput(outcome: RunOutcome<unknown>, name: string, execution: Execution | undefined): unknown {
  switch (outcome.type) {
    case 'completed':
      return outcome.output;
    case 'failed':
      throw isAppsMistake(outcome.error) ? asFatal(outcome.error) : outcome.error;
    case 'aborted':
      throw new RunAborted('sub-agent-aborted', `The run of agent '${name}' was stopped.`);
    case 'suspended':
      throw new RunAborted('sub-agent-aborted', `The run of agent '${name}' was left.`);
    case 'deferred':
      if (execution?.run.journal !== undefined) throw new EndsAs({ type: 'parked-inside', requests: outcome.requests });
      throw asFatal(
        new UserError(
          'nested-deferral',
          `Agent '${name}' runs as a tool, and its run ended with calls that nobody answered. Without a journal a call inside a sub-agent cannot be parked: ` +
            'answer it in the deferredToolHandler, or give the run an `ask` or a `journal`.',
        ),
      );
    default:
      return outcome satisfies never;
  }
}

/** No model can mend what the app did wrong, so it ends the outer run, too. */
function isAppsMistake(error: unknown): boolean {
  return UserError.isInstance(error) || HandlerError.isInstance(error);
}

function sum(a: RunUsage, b: RunUsage): RunUsage {
  const keys = [...new Set([...Object.keys(noUsage), ...Object.keys(a), ...Object.keys(b)])] as (keyof RunUsage)[];
  return Object.fromEntries(keys.map((key) => [key, (a[key] ?? 0) + (b[key] ?? 0)])) as unknown as RunUsage; // the same keys, added
}
