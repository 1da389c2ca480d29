import { UserError } from '../protocol/base/errors.js';
import type { RunContext } from '../protocol/run-context.js';
import { makeToolset, resolveTools, toRecord } from './resolve-tools.js';
import type { ToolMap } from './tool-map.js';
import type { DepsOfSources, ToolSource, Toolset } from './toolset.js';

/**
 * Changes or drops definitions for one step, all tools at once. The function gets the tools that there are, and returns those
 * to offer.
 *
 * @param source the tools; it is not changed.
 * @param prepare called before each request, with the tools by their names.
 * @throws UserError `prepared-tools` when a step begins and the function returned a name that was not there.
 * @example const tools = prepared(files, ({ deleteFile, ...rest }, ctx) => (ctx.runStep === 1 ? rest : { deleteFile, ...rest }));
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
