import { UserError } from '../../protocol/base/errors.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { ownMember } from '../../protocol/base/record.js';
import { quoteList } from '../../protocol/base/words.js';
import { parseAnswers } from '../../protocol/build-results.js';
import type { DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import { answersFor, toToolCallResults } from '../../protocol/results.js';
import { fitOpenCalls, isCalled } from '../batch/fit-open-calls.js';
import { lastOpenCalls, type OpenCall } from '../batch/repair-history.js';
import { addPrompt } from '../launch/prompt.js';
import type { RunScope } from '../run/run-scope.js';
import { newCall, type Turn, type TurnCall } from '../run/turn.js';
import type { NextStep } from './next-step.js';
import { newProviderCall } from './response-step.js';
import { stepTools } from './step-tools.js';

/**
 * Returns the first step of a run: the model, calls that the history leaves open, the request about them, or the
 * answers.
 *
 * @throws UserError when there is nothing to start with, or when the answers do not match the open calls.
 */
export async function firstStep(run: RunScope): Promise<NextStep> {
  const open = lastOpenCalls(run.messages);
  const answers = answersToHistory(run, open);
  const results = answers && fitOpenCalls(run.messages, open, answers);
  const turn = openTurn(run);
  const isBeside = turn !== undefined && results === undefined && run.prompt.length > run.promptState.pendingLength;
  if (isBeside) throw promptBesideOpenCalls(open);
  if (turn !== undefined) await stepTools(run);
  if (turn !== undefined && results !== undefined) return { type: 'resume', turn, results };
  if (turn !== undefined && run.answers.leftOpen !== undefined)
    return { type: 'reopen', turn, requests: run.answers.leftOpen };
  if (turn !== undefined) return { type: 'tools', turn };
  addPrompt(run);
  const last = run.messages.at(-1);
  if (last === undefined) throw noInput();
  if (last.role === 'assistant') throw nothingToDo();
  return { type: 'model' };
}

/** With a journal, what is for no call of the history is for those that the run itself left open. */
function answersToHistory(run: RunScope, open: readonly OpenCall[]): DeferredToolResults | undefined {
  const { results: given } = run.answers;
  // It may come from a storage.
  const answers = given === undefined ? undefined : parseAnswers(given);
  if (run.journal === undefined || answers === undefined) return answers;
  const ids = [...Object.keys(toToolCallResults(answers)), ...answers.defer];
  const known = ids.filter((id) => isCalled(run.messages, id)).map((toolCallId) => ({ toolCallId }));
  return known.length + open.length === 0 ? undefined : answersFor(known, answers);
}

/** Returns the open calls of the history as the turn that continues with them. */
export function openTurn(run: RunScope): Turn | undefined {
  const open = lastOpenCalls(run.messages);
  if (open.length === 0) return undefined;
  return {
    finishReason: 'tool-calls',
    plans: 0,
    round: 0,
    calls: open.map(({ toolCallId, toolName, input, providerOptions, providerApprovalId: approvalId }) => {
      const about = providerOptions === undefined ? {} : { providerOptions };
      const call = { toolCallId, toolName, rawInput: JSON.stringify(input), ...about };
      return approvalId === undefined
        ? asLeft(newCall(call), run.answers.leftOpen)
        : newProviderCall({ ...call, approvalId, input: input as JSONValue }); // it came as JSON
    }),
  };
}

/**
 * A call that had begun before it was left open still waits to be told what became of it: whatever happens now, it does
 * not just run.
 */
function asLeft(call: TurnCall, requests: DeferredToolRequests | undefined): TurnCall {
  const before = requests?.calls.find(({ toolCallId }) => toolCallId === call.toolCallId);
  if (before?.interrupted === undefined || before.toolName !== call.toolName) return call;
  const metadata = ownMember(requests?.metadata ?? {}, call.toolCallId);
  const state = { status: 'waiting', deferral: { kind: 'external', call: before, metadata } } as const;
  return { ...call, input: before.input, hasStarted: true, state };
}

function promptBesideOpenCalls(open: readonly OpenCall[]): UserError {
  return new UserError(
    'open-calls',
    `The run was given a prompt while ${quoteList(open.map(({ toolCallId }) => toolCallId))} in its history wait for an answer. Pass deferredToolResults with it, or run without a prompt first. The own \`prompt\` of an outcome is sent after the answers, also those still to come, if the run gets \`resumeFrom: storeRun(outcome)\` in place of both.`,
  );
}

function noInput(): UserError {
  return new UserError('no-input', 'The run has neither a prompt nor a history. Pass a prompt to agent.run().');
}

function nothingToDo(): UserError {
  return new UserError(
    'nothing-to-do',
    'The history ends with a complete answer and leaves nothing open. Pass a prompt to continue.',
  );
}
