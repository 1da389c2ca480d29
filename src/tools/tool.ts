import type { CallOrigin, callOrigin } from '../protocol/base/call-origin.js';
import type { toolOrigin } from '../protocol/base/definition.js';
import { UserError } from '../protocol/base/errors.js';
import type { JSONObject } from '../protocol/base/json.js';
import type { Reversible } from '../protocol/base/reversible.js';
import type { CallDescription, Redactions } from '../protocol/deferred.js';
import type { Preview } from '../protocol/preview.js';
import type {
  ExecuteContext,
  ReconcileContext,
  Reconciled,
  ToolRunContext,
  ToolStepContext,
} from '../protocol/run-context.js';
import type { ToolSchema } from '../protocol/schema.js';
import type { AiFields } from './ai-fields.js';
import type { endsRun } from './output/ends-run.js';
import type { HookLayer, toolLayers, toolMiddleware } from './tool-hooks.js';

/** The argument of {@link tool}. Each method receives its own validated copy of the input. */
export interface ToolDefinition<INPUT, OUTPUT, DEPS> extends AiFields<INPUT, OUTPUT> {
  /** The description that the model reads. Default: none, so the name has to explain the tool. */
  readonly description?: string;
  /** The schema of the input. Every input is validated. */
  readonly inputSchema: ToolSchema<INPUT>;
  /** The schema of results that come from outside (external calls). Default: any JSON. */
  readonly outputSchema?: ToolSchema<OUTPUT>;
  /**
   * Executes a call. May throw `ApprovalRequired`, `CallDeferred`, `ModelRetry` or `ToolFailed`.
   * A tool without `execute` is external: its result comes from a client tool, a handler or a later run.
   *
   * @returns the result; or an async iterable, whose values are progress and whose last value is the result.
   */
  execute?(input: INPUT, ctx: ExecuteContext<DEPS>): OUTPUT | PromiseLike<OUTPUT> | AsyncIterable<OUTPUT>;
  /**
   * `true` if a call requires approval before `execute` runs. If a function throws, approval is required. Default:
   * false.
   */
  readonly requiresApproval?: boolean | RequiresApproval<INPUT, DEPS>;
  /**
   * The capabilities that a call accesses: `fs.read`, `fs.write`, `fs.delete`, `net.egress`, `proc.exec`, `data.user`,
   * `secrets.access`, or names of your own. A function of the input can add the resource after a colon
   * (`fs.write:/drafts/a.md`). Capabilities only describe; the policy decides. If a function throws, the call requires
   * approval. Default: none.
   */
  readonly capabilities?: readonly string[] | CallCapabilities<INPUT, DEPS>;
  /**
   * Describes a call for its card. Default: the title is the tool's name in words, with the first short value of the
   * input that is not hidden (`Delete note: milk`).
   */
  describe?(input: INPUT): CallDescription;
  /**
   * Returns the parts of an input that cards and records hide, in addition to those that look secret, or show although
   * they look secret. `execute` receives the full input. If it throws, the whole input is hidden. Default: nothing in
   * addition.
   */
  redact?(input: INPUT): Redactions;
  /**
   * Returns what the call would change. Called when approval is requested; the card does not wait for it. If it fails,
   * returns an invalid value or takes longer than ten seconds (then the context's `abortSignal` fires), the card shows
   * that instead. Default: none.
   */
  preview?(input: INPUT, ctx: ToolRunContext<DEPS>): Preview | PromiseLike<Preview>;
  /** Validates an input after its schema. May throw the same signals as `execute`. Default: none. */
  argsValidator?(input: INPUT, ctx: ToolRunContext<DEPS>): void | PromiseLike<void>;
  /**
   * Changes or removes the tool for one step. Called before each model request. Default: the tool is unchanged.
   *
   * @returns the tool to offer, or `null` to remove it from this step.
   */
  prepare?(
    tool: Tool<INPUT, OUTPUT, DEPS>,
    ctx: ToolStepContext<DEPS>,
  ): Tool<INPUT, OUTPUT, DEPS> | null | PromiseLike<Tool<INPUT, OUTPUT, DEPS> | null>;
  /**
   * `untrusted`: results may contain text of strangers, such as web pages, mail or files of other people. Rules with
   * `afterUntrusted` match calls that the model makes after it has read one. Default: `untrusted` for sub-agents, tools
   * of providers, and MCP servers that do not declare `openWorldHint: false`; else `trusted`.
   */
  readonly source?: 'trusted' | 'untrusted';
  /**
   * `yes` if the effect of a call can be undone, `no` if not, or `until` with a time or an event in words. The card
   * shows it. Rules with `irreversible` match calls that do not say `yes`. Default: the hints of an MCP server, else
   * unknown.
   */
  readonly reversible?: Reversible;
  /** `true` if the tool runs alone: calls before it finish first, calls after it wait. Default: false. */
  readonly sequential?: boolean;
  /**
   * `true` if a second call with the same `ctx.idempotencyKey` has no further effect, as for tools that only read. A
   * run that resumes from its journal repeats such a call if its end was not persisted. For other tools, people are
   * asked what happened, in the batch. Default: false.
   */
  readonly idempotent?: boolean;
  /**
   * Finds out how a call ended that was interrupted when the page or the process ended. If the tool has none,
   * or it returns `unknown` or throws, people are asked, in the batch. Not called for a tool that is `idempotent`.
   *
   * @example reconcile: async (_, ctx) => (await bank.find(ctx.idempotencyKey))
   *   ? { status: 'returned', value: 'paid' }
   *   : { status: 'not-run' }
   */
  reconcile?(input: INPUT, ctx: ReconcileContext<DEPS>): Reconciled<OUTPUT> | PromiseLike<Reconciled<OUTPUT>>;
  /**
   * The time limit of `execute`, in milliseconds. After that, its signal fires. The model may retry an `idempotent`
   * tool. The call of any other tool ends as `unknown`, because it may have had its effect. Default: no limit.
   */
  readonly timeout?: number;
  /** The number of times in a row that the model may retry this tool. Default: the agent's `toolRetries`. */
  readonly retries?: number;
  /** The app's own metadata of the tool; the model never sees it. Default: none. */
  readonly metadata?: JSONObject;
}

/** A function that returns `true` when a call requires approval. */
export type RequiresApproval<INPUT, DEPS> = {
  decide(input: INPUT, ctx: ToolRunContext<DEPS>): boolean | PromiseLike<boolean>;
}['decide'];

/** A function that returns the capabilities that a call accesses. */
export type CallCapabilities<INPUT, DEPS> = {
  list(input: INPUT, ctx: ToolRunContext<DEPS>): readonly string[] | PromiseLike<readonly string[]>;
}['list'];

/** Marks a tool as ours; the AI SDK's tools do not have it. Its type carries the deps that the tool needs. */
export const toolMark: unique symbol = Symbol.for('countersign.tool');

/** Marks a tool that runs another agent: its steps are persisted one by one. */
export const runsAgent: unique symbol = Symbol.for('countersign.runs-agent');

/**
 * A tool that an agent can offer to its model. Made by {@link tool} or {@link toolFor}, or converted from an AI SDK
 * tool.
 */
export interface Tool<INPUT = unknown, OUTPUT = unknown, DEPS = unknown> extends ToolDefinition<INPUT, OUTPUT, DEPS> {
  readonly [toolMark]?: (deps: DEPS) => void;
  readonly [runsAgent]?: true;
  readonly [toolOrigin]?: string;
  /** Absent for a tool of the app's own code. */
  readonly [callOrigin]?: CallOrigin;
  /** The hook layers around the tool, outermost first. */
  readonly [toolLayers]?: readonly HookLayer[];
  readonly [toolMiddleware]?: object;
  readonly [endsRun]?: 'input' | 'result';
  /** `provider`: the provider knows this tool by `id` and `args`, and describes it to the model itself. */
  readonly type?: 'function' | 'dynamic' | 'provider';
  readonly id?: `${string}.${string}`;
  readonly args?: Readonly<Record<string, unknown>>;
  /** `true` if the provider also runs it, so that its calls cannot wait for approval. */
  readonly isProviderExecuted?: boolean;
  /** Makes the description from the tool's entry in `toolsContext`. */
  describeTool?(context: unknown): Promise<string | undefined>;
}

/** Returns a function that types and marks a definition. */
function toolFactory<DEPS>() {
  return <INPUT, OUTPUT>(definition: ToolDefinition<INPUT, OUTPUT, DEPS>): Tool<INPUT, OUTPUT, DEPS> => {
    assertValidDefinition(definition);
    return { ...definition, [toolMark]: () => {} };
  };
}

function assertValidDefinition<DEFINITION extends { readonly timeout?: number }>(definition: DEFINITION): void {
  if ('needsApproval' in definition) {
    throw new UserError(
      'needs-approval',
      "tool() was given needsApproval, which is the AI SDK's name, so the tool would run without approval. Rename the option to requiresApproval.",
    );
  }
  const { timeout } = definition;
  if (timeout !== undefined && !(timeout > 0)) {
    throw new UserError(
      'tool-timeout',
      `tool() was given the timeout ${timeout}, which is not a positive number. Pass milliseconds above 0, or omit it for no limit.`,
    );
  }
}

/**
 * Makes a tool for an agent without deps.
 *
 * @param definition with `execute`; without it, the tool's results come from elsewhere.
 * @throws UserError `needs-approval` for `needsApproval` (here it is `requiresApproval`), `tool-timeout` for a
 *   `timeout` that is not a positive number.
 * @example const add = tool({ inputSchema: z.object({ a: z.number(), b: z.number() }), execute: ({ a, b }) => a + b });
 */
export function tool<INPUT, OUTPUT>(definition: ToolDefinition<INPUT, OUTPUT, unknown>): Tool<INPUT, OUTPUT, unknown> {
  return toolFactory<unknown>()(definition);
}

/**
 * Returns a `tool()` for tools that use the deps of the run, with their type.
 *
 * @throws UserError from the returned function, as {@link tool} does.
 * @example const tool = toolFor<{ files: Workspace }>();
 */
export function toolFor<DEPS>(): <INPUT, OUTPUT>(
  definition: ToolDefinition<INPUT, OUTPUT, DEPS>,
) => Tool<INPUT, OUTPUT, DEPS> {
  return toolFactory<DEPS>();
}
