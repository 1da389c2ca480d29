import { UserError } from '../protocol/base/errors.js';
import type { JSONObject } from '../protocol/base/json.js';
import { definedProps } from '../protocol/base/record.js';
import type { RunContext } from '../protocol/run-context.js';
import { makeToolset, resolveTools, toRecord } from './resolve-tools.js';
import { runsAgent, type Tool } from './tool.js';
import type { ToolMap } from './tool-map.js';
import type { DepsOfSources, ToolSource, Toolset } from './toolset.js';

/**
 * Changes or removes tools for each step. The function receives all tools at once and returns those to offer.
 *
 * @param source the tools; it is not changed.
 * @param prepare called before each request, with the tools by name.
 * @throws UserError `prepared-tools` when a step begins and the function returned a name that it was not given.
 * @example
 * const tools = prepared(files, ({ deleteFile, ...rest }, ctx) =>
 *   ctx.runStep === 1 || !deleteFile ? rest : { deleteFile, ...rest },
 * );
 */
export function prepared<SOURCE extends ToolSource>(
  source: SOURCE,
  prepare: (tools: ToolMap, ctx: RunContext<DepsOfSources<[SOURCE]>>) => ToolMap | PromiseLike<ToolMap>,
): Toolset<DepsOfSources<[SOURCE]>> {
  return makeToolset('prepared()', async (ctx) => {
    const before = await resolveTools(source, ctx);
    const after = await resolveTools(await prepare(toRecord(before), ctx), ctx);
    const added = [...after.keys()].filter((name) => !before.has(name));
    if (added.length === 0) return after;
    throw new UserError(
      'prepared-tools',
      `The function of prepared() returned tools that it was not given: ${added.map((name) => `'${name}'`).join(', ')}. It can change and remove tools. To rename tools use renamed(), to add tools use combined().`,
    );
  });
}

/** Options for the tools of a toolset that do not set them themselves. */
export interface ToolDefaults {
  /** The time limit of `execute`, in milliseconds. It does not apply to sub-agents. */
  readonly timeout?: number;
  /** The number of times in a row that the model may retry a tool. */
  readonly retries?: number;
  /** `true` if each tool runs alone. */
  readonly sequential?: boolean;
  /** The app's own metadata. A tool's own members override these, name by name. */
  readonly metadata?: JSONObject;
}

/**
 * Sets options for all tools of a toolset that do not set them themselves. These options override those of the agent
 * and the run (`toolTimeout`, `toolRetries`).
 *
 * @param source the tools; it is not changed.
 * @param defaults the options; omitted ones are not set.
 * @throws UserError `tool-timeout` for a `timeout` that is not a positive number.
 * @example const tools = defaulted(await mcpClient.tools(), { timeout: 30_000, metadata: { origin: 'github' } });
 */
export function defaulted<SOURCE extends ToolSource>(
  source: SOURCE,
  { metadata, timeout, ...rest }: ToolDefaults,
): Toolset<DepsOfSources<[SOURCE]>> {
  if (timeout !== undefined && !(timeout > 0)) {
    throw new UserError(
      'tool-timeout',
      `defaulted() was given the timeout ${timeout}, which is not a positive number. Pass milliseconds above 0, or omit it for no limit.`,
    );
  }
  return makeToolset('defaulted()', async (ctx) => {
    const tools = await resolveTools(source, ctx);
    const addDefaults = (tool: Tool): Tool => ({
      ...definedProps({ ...rest, ...(tool[runsAgent] === true ? {} : { timeout }) }),
      ...tool,
      ...(metadata === undefined ? {} : { metadata: { ...metadata, ...tool.metadata } }),
    });
    return new Map([...tools].map(([name, tool]) => [name, addDefaults(tool)]));
  });
}
