import type { ClientTool, ClientTools } from './client-tools.js';

/** The client tools that components add while they are mounted. */
export interface AddedTools {
  /** As they are now; the same object until one comes or goes. */
  readonly current: () => ClientTools;
  /** Gives what takes it away again. */
  readonly add: (name: string, tool: ClientTool) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Client tools of nobody yet. */
export function createAddedTools(): AddedTools {
  let tools: ClientTools = Object.freeze({});
  const listeners = new Set<() => void>();
  const change = (next: ClientTools): void => {
    tools = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => tools,
    add: (name, tool) => {
      change({ ...tools, [name]: tool });
      return () => {
        // Another component may have added one of the same name since: that one stays.
        if (tools[name] !== tool) return;
        const { [name]: _, ...rest } = tools;
        change(rest);
      };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
