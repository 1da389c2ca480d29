import type { ConversationOptions } from '../conversation/conversation.js';
import type { ClientTool, ClientTools } from './client-tools.js';

/** The client tools that components add while they are mounted. */
export interface AddedTools {
  /** Returns the current tools; the same object until one is added or removed. */
  readonly current: () => ClientTools;
  /** Adds a tool, and returns a function that removes it. */
  readonly add: (name: string, tool: ClientTool) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns options with these tools beside their own. Cached, since they are read at each event. */
  readonly addTo: <OPTIONS extends Pick<ConversationOptions, 'clientTools'>>(options: OPTIONS) => OPTIONS;
}

/** Creates an empty set of client tools. */
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
        // Another component may have added a tool of the same name since: that one stays.
        if (tools[name] !== tool) return;
        const { [name]: _, ...rest } = tools;
        change(rest);
      };
    },
    addTo: (options) => {
      const all = withTools.get(options) ?? { ...options, clientTools: { ...options.clientTools, ...tools } };
      withTools.set(options, all);
      return all as typeof options; // created from it
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
