import type { CallDescription } from '../protocol/deferred.js';
import type { JSONObject } from '../protocol/json.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import type { ToolSchema } from '../protocol/schema.js';

/** What {@link tool} takes. Methods see a fresh, validated input each. */
export interface ToolDefinition<INPUT, OUTPUT, DEPS> {
  /** What the tool does: the model reads it. */
  readonly description?: string;
  readonly inputSchema: ToolSchema<INPUT>;
  /** Checks results that come from outside (external calls). */
  readonly outputSchema?: ToolSchema<OUTPUT>;
  /**
   * Does the work. May throw `ApprovalRequired`, `CallDeferred`, `ModelRetry` or `ToolFailed`.
   * A tool without `execute` is external: its result comes from a client tool, a handler or a later run.
   */
  execute?(input: INPUT, ctx: ToolRunContext<DEPS>): OUTPUT | PromiseLike<OUTPUT>;
  /** Whether a person's yes is needed before `execute` runs. A function that throws counts as yes. Default: false. */
  readonly requiresApproval?: boolean | RequiresApproval<INPUT, DEPS>;
  /** What the tool touches, such as `fs.write`. Describes; the policy decides. */
  readonly capabilities?: readonly string[];
  /** What the card says. Default: the tool's name in words. */
  describe?(input: INPUT): CallDescription;
  /** Checks an input after its schema. May throw the same signals as `execute`. */
  argsValidator?(input: INPUT, ctx: ToolRunContext<DEPS>): void | PromiseLike<void>;
  /** How often the model may retry this tool in a row. Default: the agent's `toolRetries`. */
  readonly retries?: number;
  /** The app's own notes about the tool; the model never sees them. */
  readonly metadata?: JSONObject;
}

/** Decides per call whether a yes is needed. */
export type RequiresApproval<INPUT, DEPS> = {
  decide(input: INPUT, ctx: ToolRunContext<DEPS>): boolean | PromiseLike<boolean>;
}['decide'];

/** Where a tool remembers the type of the deps that it needs. Types only; no value has it. */
declare const depsOf: unique symbol;

/** A tool that an agent can offer to its model. Made by {@link tool}, {@link toolFor}, or the AI SDK's `tool()`. */
export interface Tool<INPUT = unknown, OUTPUT = unknown, DEPS = unknown> extends ToolDefinition<INPUT, OUTPUT, DEPS> {
  readonly [depsOf]?: (deps: DEPS) => void;
}

/** Tools by name. */
// biome-ignore lint/suspicious/noExplicitAny: a record holds tools of many input types; each is checked where it is made
export type ToolMap = Readonly<Record<string, Tool<any, any, any>>>;

/** The deps that a record of tools needs: the intersection of what each needs. */
export type DepsOf<TOOLS extends ToolMap> = ToIntersection<
  {
    [NAME in keyof TOOLS]: TOOLS[NAME] extends { readonly [depsOf]?: infer MARK } ? NonNullable<MARK> : never;
  }[keyof TOOLS]
>;

type ToIntersection<MARK> = [MARK] extends [never]
  ? unknown
  : [MARK] extends [(deps: infer DEPS) => void]
    ? DEPS
    : unknown;

/**
 * Makes a tool for an agent without deps.
 *
 * @throws UserError when the agent that gets it starts and the schema cannot describe itself as JSON Schema.
 * @example const add = tool({ inputSchema: z.object({ a: z.number(), b: z.number() }), execute: ({ a, b }) => a + b });
 */
export function tool<INPUT, OUTPUT>(definition: ToolDefinition<INPUT, OUTPUT, unknown>): Tool<INPUT, OUTPUT, unknown> {
  return definition;
}

/**
 * Gives a `tool()` whose tools know the type of the deps that the run provides.
 *
 * @example const tool = toolFor<{ files: Workspace }>();
 */
export function toolFor<DEPS>(): <INPUT, OUTPUT>(
  definition: ToolDefinition<INPUT, OUTPUT, DEPS>,
) => Tool<INPUT, OUTPUT, DEPS> {
  return (definition) => definition;
}
