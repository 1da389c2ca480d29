import type { ModelMessage } from 'ai';
import { parseAnswers } from '../protocol/build-results.js';
import type { DeferredToolResults } from '../protocol/deferred.js';
import { UserError } from '../protocol/errors.js';
import type { JSONValue } from '../protocol/json.js';
import { named } from '../protocol/named.js';
import { isAnswered, toToolCallResults } from '../protocol/results.js';
import type { NextStep } from './next-step.js';
import { type OpenCall, repairHistory } from './repair-history.js';
import type { RunScope } from './run-scope.js';
import { stepTools } from './step-tools.js';
import { newCall, newProviderCall, type Turn } from './turn.js';

/**
 * Where a run begins: with the model, with calls that the history leaves open, or with the answers to them.
 *
 * @throws UserError when there is nothing to begin with, or the answers do not fit what is open.
 */
export async function firstStep(run: RunScope): Promise<NextStep> {
  const { open } = repairHistory(run.messages);
  const results = run.deferredToolResults === undefined ? undefined : parseAnswers(run.deferredToolResults);
  if (results !== undefined) checkResults(run.messages, open, results);
  const turn = open.length === 0 ? undefined : toTurn(open);
  if (turn !== undefined) await stepTools(run);
  if (turn !== undefined && results !== undefined) return { type: 'resume', turn, results };
  if (turn !== undefined && run.prompt.length > run.unsaid) throw promptBesideOpenCalls(open);
  if (turn !== undefined) return { type: 'tools', turn };
  addPrompt(run);
  const last = run.messages.at(-1);
  if (last === undefined) throw noInput();
  if (last.role === 'assistant') throw nothingToDo();
  return { type: 'model' };
}

/** Puts what the run was started with into the history: at once, or after the results of what was open. */
export function addPrompt(run: RunScope): readonly ModelMessage[] {
  if (run.isPrompted) return [];
  run.isPrompted = true;
  run.messages.push(...run.prompt);
  return run.prompt;
}

function toTurn(open: readonly OpenCall[]): Turn {
  return {
    finishReason: 'tool-calls',
    round: 0,
    calls: open.map(({ toolCallId, toolName, input, providerOptions, providerApprovalId: approvalId }) => {
      const about = providerOptions === undefined ? {} : { providerOptions };
      const call = { toolCallId, toolName, rawInput: JSON.stringify(input), ...about };
      return approvalId === undefined
        ? newCall(call)
        : newProviderCall({ ...call, approvalId, input: input as JSONValue }); // it came as JSON
    }),
  };
}

function checkResults(
  messages: readonly ModelMessage[],
  open: readonly OpenCall[],
  results: DeferredToolResults,
): void {
  if (!messages.some((message) => message.role === 'assistant')) {
    throw new UserError(
      messages.length === 0 ? 'resume-without-history' : 'resume-without-response',
      'The run was given deferredToolResults, but no messages or no model response that they could answer. Pass the messages of the deferred outcome.',
    );
  }
  const given = [...Object.keys(toToolCallResults(results)), ...results.defer];
  const expected = open.map((call) => call.toolCallId);
  const done = given.find((id) => !expected.includes(id) && isCall(messages, id));
  if (done !== undefined) {
    throw new UserError(
      'already-executed',
      `Tool call '${done}' was already executed and its result cannot be overridden. Nothing was applied. Leave '${done}' out of deferredToolResults.`,
    );
  }
  if (open.length === 0 && given.length > 0) throw nothingOpen(given);
  const isComplete = expected.every((id) => isAnswered(results, id) || results.defer.includes(id));
  if (isComplete && given.every((id) => expected.includes(id))) return;
  throw new UserError(
    'resume-incomplete',
    `Tool call results need to be provided for all deferred tool calls. Expected: ${named(expected.sort())}, got: ${named(given.sort())}. Nothing was run. Answer each expected call, or name it in \`defer\`.`,
  );
}

/** A call of the history that is not open has its result, or the provider has its answer. */
function isCall(messages: readonly ModelMessage[], toolCallId: string): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'assistant' &&
      typeof content !== 'string' &&
      content.some((part) => part.type === 'tool-call' && part.toolCallId === toolCallId),
  );
}

function promptBesideOpenCalls(open: readonly OpenCall[]): UserError {
  return new UserError(
    'open-calls',
    `The run was given a prompt while ${named(open.map(({ toolCallId }) => toolCallId))} in its history wait for an answer. Pass deferredToolResults with it, or run without a prompt first.`,
  );
}

function nothingOpen(given: readonly string[]): UserError {
  return new UserError(
    'resume-nothing-open',
    `The run was given deferredToolResults for ${named(given)}, but its history leaves no tool call unanswered. Pass the messages of the deferred outcome.`,
  );
}

function noInput(): UserError {
  return new UserError('no-input', 'The run has neither a prompt nor a history. Pass a prompt to agent.run().');
}

function nothingToDo(): UserError {
  return new UserError(
    'nothing-to-do',
    'The history ends with a complete answer and leaves nothing open. Pass a prompt to go on.',
  );
}
