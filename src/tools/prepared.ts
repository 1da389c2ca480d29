import { UserError } from '../protocol/base/errors.js';
import type { JSONObject } from '../protocol/base/json.js';
import { given } from '../protocol/base/record.js';
import type { RunContext } from '../protocol/run-context.js';
import { makeToolset, resolveTools, toRecord } from './resolve-tools.js';
import { runsAgent, type Tool } from './tool.js';
import type { ToolMap } from './tool-map.js';
import type { DepsOfSources, ToolSource, Toolset } from './toolset.js';

/**
 * Changes or drops definitions for one step, all tools at once. The function gets the tools that there are, and returns those
 * to offer.
 *
 * @param source the tools; it is not changed.
 * @param prepare called before each request, with the tools by their names.
 * @throws UserError `prepared-tools` when a step begins and the function returned a name that was not there.
 * @example const tools = prepared(files, ({ deleteFile, ...rest }, ctx) => (ctx.runStep === 1 || !deleteFile ? rest : { deleteFile, ...rest }));
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
      `The function of prepared() returned tools that it was not given: ${added.map((name) => `'${name}'`).join(', ')}. It may change and drop tools; use renamed() for other names and combined() for more tools.`,
    );
  });
}

/** What the tools of a toolset are, where they do not say. */
export interface ToolDefaults {
  /** How long `execute` may take, in milliseconds. Sub-agents take as long as they take. */
  readonly timeout?: number;
  /** How often the model may retry a tool in a row. */
  readonly retries?: number;
  /** Whether each runs alone. */
  readonly sequential?: boolean;
  /** The app's own notes; a tool's own go before these, name by name. */
  readonly metadata?: JSONObject;
}

/**
 * Says for all tools of a toolset what they do not say themselves. The agent's and the run's (`toolTimeout`, `toolRetries`) come after that.
 *
 * @param source the tools; it is not changed.
 * @param defaults what is not there is left as it is.
 * @throws UserError `tool-timeout` for a `timeout` that is no time.
 * @example const tools = defaulted(await mcpClient.tools(), { timeout: 30_000, metadata: { origin: 'github' } });
 */
export function defaulted<SOURCE extends ToolSource>(
  source: SOURCE,
  { metadata, timeout, ...rest }: ToolDefaults,
): Toolset<DepsOfSources<[SOURCE]>> {
  if (timeout !== undefined && !(timeout > 0)) {
    throw new UserError(
      'tool-timeout',
      `defaulted() was given the timeout ${timeout}. Give milliseconds above 0, or leave it out for no limit.`,
    );
  }
  return makeToolset('defaulted()', async (ctx) => {
    const tools = await resolveTools(source, ctx);
    const filled = (tool: Tool): Tool => ({
      ...given({ ...rest, ...(tool[runsAgent] === true ? {} : { timeout }) }),
      ...tool,
      ...(metadata === undefined ? {} : { metadata: { ...metadata, ...tool.metadata } }),
    });
    return new Map([...tools].map(([name, tool]) => [name, filled(tool)]));
  });
}
