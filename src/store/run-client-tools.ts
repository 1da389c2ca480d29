import type { AskRequest } from '../agent/ask.js';
import { issueText } from '../protocol/issue-text.js';
import { toJson } from '../protocol/json.js';
import { toolReturn } from '../protocol/make-answer.js';
import { ownMember } from '../protocol/record.js';
import { serializeError } from '../protocol/serialize-error.js';
import { isControlSignal, ToolFailed } from '../protocol/signals.js';
import type { Decision } from './decision.js';
import type { DeferredInbox } from './deferred-inbox.js';

/** Produces the result of an external call in the page. What it throws tells the model that the call failed. */
export type ClientToolExecute<INPUT = unknown> = (
  input: INPUT,
  options: { readonly toolCallId: string; readonly signal: AbortSignal },
) => unknown;

/** The client tools that are functions, as the store sees them. */
// biome-ignore lint/suspicious/noExplicitAny: a record holds functions of many input types; the input passed the tool's schema
export type ClientFunctions = Readonly<Record<string, { readonly execute?: ClientToolExecute<any> }>>;

/** Runs the functions for a batch that was just asked: each call once, and only because it was asked. */
export function runClientTools(request: AskRequest, tools: ClientFunctions, inbox: DeferredInbox): void {
  for (const { toolCallId, toolName, input } of request.requests.calls) {
    const execute = ownMember(tools, toolName)?.execute;
    if (execute === undefined) continue;
    inbox.markWorking(toolCallId);
    const work = async (): Promise<unknown> =>
      await execute(structuredClone(input), { toolCallId, signal: request.signal });
    void answer({ toolCallId, toolName, work, inbox, signal: request.signal });
  }
}

interface Work {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly work: () => Promise<unknown>;
  readonly inbox: DeferredInbox;
  readonly signal: AbortSignal;
}

async function answer({ toolCallId, toolName, work, inbox, signal }: Work): Promise<void> {
  let decision: Decision;
  try {
    decision = toolReturn(toJson(await work(), `The result of client tool '${toolName}'`));
  } catch (error) {
    decision =
      isControlSignal(error) && (error.kind === 'model-retry' || error.kind === 'tool-failed')
        ? error
        : new ToolFailed(serializeError(error).message);
  }
  if (signal.aborted) return;
  const outcome = await inbox.decideByPage(toolCallId, decision);
  if (outcome.status !== 'invalid') return;
  const issues = outcome.issues.map((issue) => issueText(issue, 'value')).join('; ');
  await inbox.decideByPage(
    toolCallId,
    new ToolFailed(`The client tool gave a result that breaks its outputSchema: ${issues}`),
  );
}
