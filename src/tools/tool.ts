import type { toolOrigin } from '../protocol/base/definition.js';
import { UserError } from '../protocol/base/errors.js';
import type { JSONObject } from '../protocol/base/json.js';
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

/** What {@link tool} takes. Methods see a fresh, validated input each. */
export interface ToolDefinition<INPUT, OUTPUT, DEPS> extends AiFields<INPUT, OUTPUT> {
  /** What the tool does: the model reads it. Default: none, so that the name has to say it. */
  readonly description?: string;
  /** What the model has to give; every input is checked against it. */
  readonly inputSchema: ToolSchema<INPUT>;
  /** Checks results that come from outside (external calls). Default: any JSON is taken. */
  readonly outputSchema?: ToolSchema<OUTPUT>;
  /**
   * Does the work. May throw `ApprovalRequired`, `CallDeferred`, `ModelRetry` or `ToolFailed`.
   * A tool without `execute` is external: its result comes from a client tool, a handler or a later run.
   *
   * @returns the result; or an async iterable, each value of which is progress and the last one the result.
   */
  execute?(input: INPUT, ctx: ExecuteContext<DEPS>): OUTPUT | PromiseLike<OUTPUT> | AsyncIterable<OUTPUT>;
  /** Whether a person's yes is needed before `execute` runs. A function that throws counts as yes. Default: false. */
  readonly requiresApproval?: boolean | RequiresApproval<INPUT, DEPS>;
  /**
   * What a call touches: `fs.read`, `fs.write`, `fs.delete`, `net.egress`, `proc.exec`, `data.user`, `secrets.access`, or
   * names of your own; with what exactly behind a colon (`fs.write:/drafts/a.md`), when it is made from the input. Describes;
   * the policy decides. A function that throws makes the call one that is asked about. Default: nothing is known.
   */
  readonly capabilities?: readonly string[] | CallCapabilities<INPUT, DEPS>;
  /**
   * Describes a call for its card. Default: the title is the tool's name in words and the first short value of the input that is not
   * hidden (`Delete note: milk`).
   */
  describe?(input: INPUT): CallDescription;
  /**
   * Says which parts of an input cards and records hide, besides those that look secret, or show although they do. What runs
   * is the full input. A function that throws hides all of it. Default: nothing besides.
   */
  redact?(input: INPUT): Redactions;
  /**
   * Shows what the call would change. Called when a person is asked; the card does not wait for it: what is wrong, what takes
   * longer than ten seconds (the context's `abortSignal` fires then) and what throws stands on the card instead. Default: none.
   */
  preview?(input: INPUT, ctx: ToolRunContext<DEPS>): Preview | PromiseLike<Preview>;
  /** Checks an input after its schema. May throw the same signals as `execute`. Default: none. */
  argsValidator?(input: INPUT, ctx: ToolRunContext<DEPS>): void | PromiseLike<void>;
  /**
   * Changes or drops the tool for one step of the model. Called before each request. Default: it stays.
   *
   * @returns the tool to offer, or `null` to leave it out of this step.
   */
  prepare?(
    tool: Tool<INPUT, OUTPUT, DEPS>,
    ctx: ToolStepContext<DEPS>,
  ): Tool<INPUT, OUTPUT, DEPS> | null | PromiseLike<Tool<INPUT, OUTPUT, DEPS> | null>;
  /** Runs alone: calls before it finish first, calls after it wait. Default: false. */
  readonly sequential?: boolean;
  /**
   * Doing it twice with the same `ctx.idempotencyKey` does what doing it once does, as with all that only reads. A run that begins again from its journal
   * runs such a call again where nobody kept how it ended, and asks nobody. Default: false, so that people are asked then, as a question of the batch.
   */
  readonly idempotent?: boolean;
  /**
   * Finds out what became of a call that began before the page or the process ended, and whose end nobody kept. Where
   * there is none, and where it says `unknown` or throws, people are asked, as a question of the batch. Not called for a tool that is `idempotent`.
   *
   * @example reconcile: async (_, ctx) => (await bank.find(ctx.idempotencyKey)) ? { status: 'returned', value: 'paid' } : { status: 'not-run' }
   */
  reconcile?(input: INPUT, ctx: ReconcileContext<DEPS>): Reconciled<OUTPUT> | PromiseLike<Reconciled<OUTPUT>>;
  /**
   * How long `execute` may take, in milliseconds. After that its signal fires. An `idempotent` tool may then be tried again by the model. The call of
   * any other tool ends as `unknown`, because it may have had its effect. Default: no limit.
   */
  readonly timeout?: number;
  /** How often the model may retry this tool in a row. Default: the agent's `toolRetries`. */
  readonly retries?: number;
  /** The app's own notes about the tool; the model never sees them. Default: none. */
  readonly metadata?: JSONObject;
}

/** Decides per call whether a yes is needed. */
export type RequiresApproval<INPUT, DEPS> = {
  decide(input: INPUT, ctx: ToolRunContext<DEPS>): boolean | PromiseLike<boolean>;
}['decide'];

/** Says what a call touches. */
export type CallCapabilities<INPUT, DEPS> = {
  list(input: INPUT, ctx: ToolRunContext<DEPS>): readonly string[] | PromiseLike<readonly string[]>;
}['list'];

/** Marks a tool as ours, so that one of the AI SDK is known by its absence. Its type carries the deps that the tool needs. */
export const toolMark: unique symbol = Symbol.for('countersign.tool');

/** Marks a tool whose work is the run of another agent: its steps are kept one by one. */
export const runsAgent: unique symbol = Symbol.for('countersign.runs-agent');

/** A tool that an agent can offer to its model. Made by {@link tool} or {@link toolFor}; the AI SDK's are turned into one. */
export interface Tool<INPUT = unknown, OUTPUT = unknown, DEPS = unknown> extends ToolDefinition<INPUT, OUTPUT, DEPS> {
  readonly [toolMark]?: (deps: DEPS) => void;
  readonly [runsAgent]?: true;
  readonly [toolOrigin]?: string;
  /** Outermost first. */
  readonly [toolLayers]?: readonly HookLayer[];
  readonly [toolMiddleware]?: object;
  readonly [endsRun]?: 'input' | 'result';
  /** `provider`: the provider knows this tool by `id` and `args`, and describes it to the model itself. */
  readonly type?: 'function' | 'dynamic' | 'provider';
  readonly id?: `${string}.${string}`;
  readonly args?: Readonly<Record<string, unknown>>;
  /** Whether the provider also runs it, so that no call of it can be held back. */
  readonly isProviderExecuted?: boolean;
  /** Makes the description from the tool's entry of `toolsContext`. */
  describeTool?(context: unknown): Promise<string | undefined>;
}

/** Makes a function that gives a definition its type and its mark. */
function marking<DEPS>() {
  return <INPUT, OUTPUT>(definition: ToolDefinition<INPUT, OUTPUT, DEPS>): Tool<INPUT, OUTPUT, DEPS> => {
    refuseMistakes(definition);
    return { ...definition, [toolMark]: () => {} };
  };
}

function refuseMistakes<DEFINITION extends { readonly timeout?: number }>(definition: DEFINITION): void {
  if ('needsApproval' in definition) {
    throw new UserError(
      'needs-approval',
      "tool() was given needsApproval, the AI SDK's name, and would run without asking. Call it requiresApproval.",
    );
  }
  const { timeout } = definition;
  if (timeout !== undefined && !(timeout > 0)) {
    throw new UserError(
      'tool-timeout',
      `tool() was given the timeout ${timeout}. Give milliseconds above 0, or leave it out for no limit.`,
    );
  }
}

/**
 * Makes a tool for an agent without deps.
 *
 * @param definition with `execute`, or without for a tool whose result comes from elsewhere.
 * @throws UserError `needs-approval` for `needsApproval` (here it is called `requiresApproval`), `tool-timeout` for a `timeout` that is no time.
 * @example const add = tool({ inputSchema: z.object({ a: z.number(), b: z.number() }), execute: ({ a, b }) => a + b });
 */
export function tool<INPUT, OUTPUT>(definition: ToolDefinition<INPUT, OUTPUT, unknown>): Tool<INPUT, OUTPUT, unknown> {
  return marking<unknown>()(definition);
}

/**
 * Gives a `tool()` whose tools know the type of the deps that the run provides.
 *
 * @throws UserError from the given function, as {@link tool} does.
 * @example const tool = toolFor<{ files: Workspace }>();
 */
export function toolFor<DEPS>(): <INPUT, OUTPUT>(
  definition: ToolDefinition<INPUT, OUTPUT, DEPS>,
) => Tool<INPUT, OUTPUT, DEPS> {
  return marking<DEPS>();
}
