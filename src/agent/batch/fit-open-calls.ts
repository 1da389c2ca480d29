import type { ModelMessage } from 'ai';
import { UserError } from '../../protocol/base/errors.js';
import { quoteList } from '../../protocol/base/words.js';
import { parseAnswers } from '../../protocol/build-results.js';
import type { DeferredToolResults } from '../../protocol/deferred.js';
import { isAnswered, toToolCallResults } from '../../protocol/results.js';
import { isServersOwn } from '../run/servers-own.js';
import type { OpenCall } from './repair-history.js';

/**
 * The answers that a run was given, once they fit the calls that its history leaves open.
 *
 * @throws UserError when they do not.
 */
export function fitOpenCalls(
  messages: readonly ModelMessage[],
  open: readonly OpenCall[],
  answers: DeferredToolResults,
): DeferredToolResults {
  const results = parseAnswers(answers);
  if (!messages.some((message) => message.role === 'assistant')) {
    throw new UserError(
      messages.length === 0 ? 'resume-without-history' : 'resume-without-response',
      'The run was given deferredToolResults, but no messages or no model response that they could answer. Pass the messages of the deferred outcome.',
    );
  }
  const given = [...Object.keys(toToolCallResults(results)), ...results.defer];
  const expected = open.filter((call) => !isServersOwn(call)).map((call) => call.toolCallId);
  const done = given.find((id) => !expected.includes(id) && isCalled(messages, id));
  if (done !== undefined) {
    throw new UserError(
      'already-executed',
      `Tool call '${done}' was already executed and its result cannot be overridden. Nothing was applied. Leave '${done}' out of deferredToolResults.`,
    );
  }
  if (open.length === 0 && given.length > 0) throw nothingOpen(given);
  const isComplete = expected.every((id) => isAnswered(results, id) || results.defer.includes(id));
  if (isComplete && given.every((id) => expected.includes(id))) return results;
  throw new UserError(
    'resume-incomplete',
    `Tool call results need to be provided for all deferred tool calls. Expected: ${quoteList(expected.sort())}, got: ${quoteList(given.sort())}. Nothing was run. Answer each expected call, or name it in \`defer\`.`,
  );
}

/** A call of the history that is not open has its result, or the provider has its answer. */
export function isCalled(messages: readonly ModelMessage[], toolCallId: string): boolean {
  return messages.some(
    ({ role, content }) =>
      role === 'assistant' &&
      typeof content !== 'string' &&
      content.some((part) => part.type === 'tool-call' && part.toolCallId === toolCallId),
  );
}

function nothingOpen(given: readonly string[]): UserError {
  return new UserError(
    'resume-nothing-open',
    `The run was given deferredToolResults for ${quoteList(given)}, but its history leaves no tool call unanswered. Pass the messages of the deferred outcome.`,
  );
}
