import { UnexpectedModelBehavior } from '../../protocol/base/errors.js';
import { derivedId } from '../../protocol/base/ids.js';
import { issueText } from '../../protocol/call-end.js';
import { validate } from '../../protocol/schema.js';
import { type Issue, isControlSignal } from '../../protocol/signals.js';
import { abortable } from '../plumbing/abortable.js';
import { parseInput } from '../plumbing/parse-input.js';
import { kept } from '../run/kept.js';
import { type RunScope, runContext } from '../run/run-scope.js';

/** What a response's text means: the final output, none at all (plain text), or one that breaks its schema. */
export type ReadOutput =
  | { readonly type: 'valid'; readonly value: unknown }
  | { readonly type: 'text' }
  | { readonly type: 'invalid'; readonly problem: string };

/** A response's text. */
export interface ResponseText {
  readonly text: string;
  /** Whether calls stand beside it that could run. */
  readonly hasCalls: boolean;
}

/**
 * Reads a text as the output that the agent promises. Where it promises no JSON, text beside calls is no output; where
 * it wants calls run first, no text is.
 *
 * @throws UnexpectedModelBehavior when the retries of a wrong output are used up.
 */
export async function readOutput(run: RunScope, response: ResponseText): Promise<ReadOutput> {
  const { output, endStrategy } = run.config;
  const isJson = output.mode !== undefined;
  if (response.hasCalls && (!isJson || endStrategy !== 'early')) return { type: 'text' };
  if (output.takesText && output.validators.length === 0) return { type: 'text' };
  return await checkOutput(run, response);
}

/**
 * Checks a text that has to be the output, and counts those that are wrong, so that the model cannot go on for ever.
 * Text beside calls may be wrong.
 *
 * @throws UnexpectedModelBehavior when the retries are used up.
 */
async function checkOutput(run: RunScope, { text, hasCalls }: ResponseText): Promise<ReadOutput> {
  const output = await parseOutput(run, text);
  if (output.type === 'invalid' && !hasCalls) countWrongOutput(run, output.problem);
  return output;
}

async function parseOutput(run: RunScope, text: string): Promise<ReadOutput> {
  const { mode, choices, takesText, validators } = run.config.output;
  const schema = mode?.outputSchema;
  if (!takesText && choices.length > 0)
    return { type: 'invalid', problem: 'Please give your answer by calling a tool.' };
  const parsed = schema === undefined ? { success: true as const, value: text } : parseInput(unfenced(text));
  if (text.trim() === '') return { type: 'invalid', problem: 'The answer is empty.' };
  if (!parsed.success) return { type: 'invalid', problem: parsed.message };
  const checked = schema === undefined ? parsed : await validate(schema, parsed.value);
  if (!checked.success)
    return { type: 'invalid', problem: `The answer does not match the schema:\n${issueLines(checked.issues)}` };
  if (validators.length === 0) return { type: 'valid', value: checked.value };
  const step = { key: derivedId(run.runId, 'output', run.step), emit: () => {} };
  const { value: verdict } = await kept(run, step, async () => await askValidators(run, checked.value));
  return verdict.type === 'unchanged' ? { type: 'valid', value: checked.value } : verdict;
}

/** What validators say of an output. What they leave as it is can be made again, and need not be kept. */
type Verdict = Exclude<ReadOutput, { readonly type: 'text' }> | { readonly type: 'unchanged' };

async function askValidators(run: RunScope, output: unknown): Promise<Verdict> {
  try {
    const value = await validated(run, output);
    return value === output ? { type: 'unchanged' } : { type: 'valid', value };
  } catch (error) {
    if (!isControlSignal(error) || error.kind !== 'model-retry') throw error;
    return { type: 'invalid', problem: [error.message, issueLines(error.issues ?? [])].join('\n').trim() };
  }
}

/** An output as the validators leave it. */
export async function validated(run: RunScope, output: unknown): Promise<unknown> {
  let value = output;
  for (const validator of run.config.output.validators) {
    value = await abortable(run.signal, () => validator(value, runContext(run)));
  }
  return value;
}

/** Models like to wrap JSON in a fence, also where they were asked for JSON alone. */
function unfenced(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/i.exec(text)?.[1] ?? text;
}

function countWrongOutput(run: RunScope, problem: string): void {
  run.failures.output += 1;
  if (run.failures.output > outputRetriesOf(run)) throw outputRetriesUsedUp(run, problem);
}

/** How often the model may try again to give an output. */
export function outputRetriesOf({ config }: RunScope): number {
  return config.outputRetries ?? config.toolRetries;
}

/** The model was wrong too often. */
export function outputRetriesUsedUp(run: RunScope, problem: string): UnexpectedModelBehavior {
  const limit = outputRetriesOf(run);
  return new UnexpectedModelBehavior(
    'output-retries',
    `The output exceeded max retries count of ${limit}. Its last error: ${problem}. Make its schema clearer, or raise outputRetries.`,
  );
}

function issueLines(issues: readonly Issue[]): string {
  return issues.map((issue) => `- ${issueText(issue, 'output')}`).join('\n');
}
