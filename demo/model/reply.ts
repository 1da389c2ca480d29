import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { parseRequest } from './parse-request.js';
import { planTurn } from './plan.js';
import { closingText, openingText } from './report.js';
import { smallTalk } from './small-talk.js';
import type { ToolStep } from './steps.js';
import { readTurn } from './turn.js';

/** One response of the stand-in: a text, and the calls after it. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolStep[];
}

function offeredTools(options: LanguageModelV4CallOptions): ReadonlySet<string> {
  if (options.toolChoice?.type === 'none') return new Set();
  return new Set(options.tools?.flatMap((tool) => (tool.type === 'function' ? [tool.name] : [])));
}

/** Returns the next text and calls, from the prompt alone. */
export function replyTo(options: LanguageModelV4CallOptions): Reply {
  const turn = readTurn(options.prompt);
  const { steps, notUnderstood } = parseRequest(turn.request);
  if (steps.length === 0) return { text: smallTalk(turn.request), calls: [] };
  const planned = planTurn(steps, turn, offeredTools(options));
  const calls = planned.flatMap(({ state }) => (state.kind === 'to-call' ? [state.call] : []));
  const text = calls.length > 0 ? openingText(planned, turn) : closingText(planned, turn, notUnderstood);
  return { text, calls };
}
