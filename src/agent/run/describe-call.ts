import { defaultTitle } from '../../approval/default-title.js';
import { type JSONValue, toJson } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import { boundedText } from '../../protocol/base/words.js';
import type { CallDescription, DeferredCall, Redactions, Risk } from '../../protocol/deferred.js';
import { validate } from '../../protocol/schema.js';
import type { Tool } from '../../tools/tool.js';

/**
 * Returns the description of a call for its card. The description is a copy, so that freezing the batch does not freeze
 * the tool's objects. A `describe` that throws or returns an invalid value must not hide the call: the call gets its
 * default title, and members of a wrong type are omitted.
 *
 * @param untitled returns the default title of a call.
 */
export function describeCall(tool: Tool, input: unknown, untitled: () => string): CallDescription {
  try {
    const description: unknown = tool.describe?.(input);
    return isRecord(description) ? readDescription(description, untitled) : { title: untitled() };
  } catch {
    return { title: untitled() };
  }
}

function readDescription(description: Readonly<Record<string, unknown>>, untitled: () => string): CallDescription {
  // `describe` has to be synchronous. A promise is not awaited, so its rejection has to be handled here.
  if (description instanceof Promise) description.catch(() => {});
  const { title, summary, risk, facts } = description;
  return {
    title: typeof title === 'string' && title.trim() !== '' ? boundedText(title) : untitled(),
    ...(typeof summary === 'string' ? { summary } : {}),
    // An unknown risk is treated as the highest one.
    ...(risk === undefined || risk === null ? {} : { risk: isRisk(risk) ? risk : 'destructive' }),
    ...(Array.isArray(facts) ? { facts: facts.filter((fact) => typeof fact === 'string') } : {}),
  };
}

const risks: ReadonlySet<unknown> = new Set<Risk>(['low', 'medium', 'high', 'destructive']);

function isRisk(risk: unknown): risk is Risk {
  return risks.has(risk);
}

/** Returns the parts of an input that its tool hides; the whole input if `redact` throws. */
export function redactionsOf({ redact }: Tool, value: unknown): Pick<DeferredCall, 'redactions'> {
  if (redact === undefined) return {};
  try {
    // Validated where it is used.
    return { redactions: toJson(redact(value), 'The return value of redact()') as Redactions };
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

/** Validates an input again. Each recipient may change the value, so each gets its own. */
export type Fresh = () => Promise<unknown>;

/** Makes validations of an input that has passed its tool's schema; a spare one is given away first. */
export function freshOf({ inputSchema }: Tool, input: JSONValue, ...spare: unknown[]): Fresh {
  return async () => {
    if (spare.length > 0) return spare.pop();
    const again = await validate(inputSchema, input);
    return again.success ? again.value : input;
  };
}
