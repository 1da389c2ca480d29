import type { Tool } from '../../tools/tool.js';
import type { RunScope } from './run-scope.js';

/** The tools of the step that the model may know of. */
export function offeredTools({ stepTools, hiddenTools }: RunScope): ReadonlyMap<string, Tool> {
  return hiddenTools.size === 0 ? stepTools : new Map([...stepTools].filter(([name]) => !hiddenTools.has(name)));
}
