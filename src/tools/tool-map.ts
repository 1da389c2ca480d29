import type { ToolSet } from 'ai';
import { type Tool, toolMark } from './tool.js';

/**
 * A tool made with the AI SDK's own `tool()` or `dynamicTool()`, by an MCP client, or by a provider package. An app can
 * add some of our options to it: `{ ...aiTool, requiresApproval: true, capabilities: ['net'] }`.
 */
export type AiTool = ToolSet[string] & AddedOptions & { readonly [toolMark]?: never };

type AddedOptions = Pick<
  // biome-ignore lint/suspicious/noExplicitAny: the AI SDK's tool keeps its input's type to itself
  Tool<any, any, any>,
  'argsValidator' | 'capabilities' | 'describe' | 'preview' | 'requiresApproval' | 'retries' | 'sequential' | 'timeout'
>;

/** Tools by name. A record can mix ours and the AI SDK's. */
// biome-ignore lint/suspicious/noExplicitAny: a record holds tools of many types; each is checked where it is made
export type ToolMap<DEPS = any> = Readonly<Record<string, Tool<any, any, DEPS> | AiTool>>;

/** The deps that a record of tools needs: the intersection of each tool's deps. */
export type DepsOf<TOOLS extends ToolMap> = ToIntersection<{ [NAME in keyof TOOLS]: MarkOf<TOOLS[NAME]> }[keyof TOOLS]>;

/** The type of a tool's mark, which carries the deps that the tool needs. */
export type MarkOf<TOOL> = typeof toolMark extends keyof TOOL ? NonNullable<TOOL[typeof toolMark]> : never;

/** The intersection of deps that satisfies every function of a union. */
export type ToIntersection<MARK> = [MARK] extends [never]
  ? unknown
  : [MARK] extends [(deps: infer DEPS) => void]
    ? DEPS
    : unknown;
