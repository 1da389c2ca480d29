import type { ConversationOptions } from '../store/conversation.js';
import type { ClientTool, ClientTools } from './client-tools.js';

/** The client tools that components add while they are mounted. */
export interface AddedTools {
  /** As they are now; the same object until one comes or goes. */
  readonly current: () => ClientTools;
  /** Gives what takes it away again. */
  readonly add: (name: string, tool: ClientTool) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Options with these tools beside their own. They are asked for at each event, so that nothing is made anew without need. */
  readonly addTo: <OPTIONS extends Pick<ConversationOptions, 'clientTools'>>(options: OPTIONS) => OPTIONS;
}

/** Client tools of nobody yet. */
export function createAddedTools(): AddedTools {
  let tools: ClientTools = Object.freeze({});
  let withTools = new WeakMap<object, object>();
  const listeners = new Set<() => void>();
  const change = (next: ClientTools): void => {
    tools = next;
    withTools = new WeakMap();
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
    addTo: (options) => {
      const all = withTools.get(options) ?? { ...options, clientTools: { ...options.clientTools, ...tools } };
      withTools.set(options, all);
      return all as typeof options; // made from it
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
