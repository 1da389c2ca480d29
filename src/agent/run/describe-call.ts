import { defaultTitle } from '../../approval/default-title.js';
import { type JSONValue, toJson } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import { boundedText } from '../../protocol/base/words.js';
import type { CallDescription, DeferredCall, Redactions, Risk } from '../../protocol/deferred.js';
import { validate } from '../../protocol/schema.js';
import type { Tool } from '../../tools/tool.js';

/**
 * Returns what a card says about a call. A `describe` that throws, or returns something else than it should, must not hide the call: it
 * gets its default title then, and members of a wrong type are left out. A copy, so that what the tool holds is not frozen with the batch.
 *
 * @param untitled returns the title of a call that its tool gives none.
 */
export function describeCall(tool: Tool, input: unknown, untitled: () => string): CallDescription {
  try {
    const said: unknown = tool.describe?.(input);
    return isRecord(said) ? readDescription(said, untitled) : { title: untitled() };
  } catch {
    return { title: untitled() };
  }
}

function readDescription(said: Readonly<Record<string, unknown>>, untitled: () => string): CallDescription {
  // Nobody waits for a promise here; what it rejects with is nobody's error.
  if (said instanceof Promise) said.catch(() => {});
  const { title, summary, risk, facts } = said;
  return {
    title: typeof title === 'string' && title.trim() !== '' ? boundedText(title) : untitled(),
    ...(typeof summary === 'string' ? { summary } : {}),
    ...(risk === undefined || risk === null ? {} : { risk: isRisk(risk) ? risk : 'destructive' }),
    ...(Array.isArray(facts) ? { facts: facts.filter((fact) => typeof fact === 'string') } : {}),
  };
}

const risks: ReadonlySet<unknown> = new Set<Risk>(['low', 'medium', 'high', 'destructive']);

/** A word that nobody knows may mean the worst. */
function isRisk(risk: unknown): risk is Risk {
  return risks.has(risk);
}

/** Which parts of an input its tool hides; all of it where that cannot be said. */
export function redactionsOf({ redact }: Tool, value: unknown): Pick<DeferredCall, 'redactions'> {
  if (redact === undefined) return {};
  try {
    return { redactions: toJson(redact(value), 'What redact() returned') as Redactions }; // checked where it is used
  } catch {
    return { redactions: { hide: [[]] } };
  }
}

/** Returns the title of a call, as its tool describes it, without what the tool hides. */
export function describedTitle(
  tool: Tool | undefined,
  { toolName, input, value }: { readonly toolName: string; readonly input: JSONValue; readonly value: unknown },
): string {
  if (tool === undefined) return defaultTitle(toolName, input);
  return describeCall(tool, value, () => defaultTitle(toolName, input, redactionsOf(tool, value).redactions)).title;
}

/** Validates an input again: whoever gets the value may change it, so each gets one of its own. */
export type Fresh = () => Promise<unknown>;

/** Makes validations of an input that has passed its tool's schema; a spare one is given away first. */
export function freshOf({ inputSchema }: Tool, input: JSONValue, ...spare: unknown[]): Fresh {
  return async () => {
    if (spare.length > 0) return spare.pop();
    const again = await validate(inputSchema, input);
    return again.success ? again.value : input;
  };
}
