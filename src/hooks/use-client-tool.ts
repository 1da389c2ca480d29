'use client';
import { useEffect, useInsertionEffect, useRef } from 'react';
import type { ClientToolExecute } from '../conversation/run-client-tools.js';
import type { ClientTool } from './client-tools.js';
import type { UseAgentRunResult } from './use-agent-run.js';

/**
 * Adds a client tool while the component is mounted: for tools that need something of the component, such as a map or
 * an editor. The agent declares the tool, without `execute`. An earlier call is answered, too. Of several with one name
 * the last mounted is used.
 *
 * @param run the result of `useAgentRun`.
 * @param name of the tool, as the agent declares it.
 * @param tool a component or a function; functions may be created in each rendering, components should not.
 * @example useClientTool(run, 'panTo', { execute: ({ place }) => map.current?.panTo(place) });
 */
export function useClientTool(run: Pick<UseAgentRunResult, 'addClientTool'>, name: string, tool: ClientTool): void {
  const { addClientTool } = run;
  const newest = useRef(tool);
  useInsertionEffect(() => {
    newest.current = tool;
  });
  const { streaming, done } = tool;
  const render = 'render' in tool ? tool.render : undefined;
  useEffect(() => {
    const views = { ...(streaming && { streaming }), ...(done && { done }) };
    const execute: ClientToolExecute = (...args) => {
      const now = newest.current;
      return 'execute' in now ? now.execute(...args) : undefined;
    };
    return addClientTool(name, render === undefined ? { ...views, execute } : { ...views, render });
  }, [addClientTool, name, render, streaming, done]);
}
