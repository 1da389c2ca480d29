import type { ModelMessage, UserContent } from 'ai';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { RunArguments, RunInput } from './run-options.js';

/** A run in progress. It continues even if nobody iterates over it. */
export interface AgentRun<OUTPUT = string> extends AsyncIterable<RunEvent> {
  readonly runId: string;
  readonly conversationId: string;
  /** Resolves for every ending; never rejects. */
  readonly outcome: Promise<RunOutcome<OUTPUT>>;
  /** Stops model, tools and handler; the outcome is `aborted`. */
  readonly abort: (reason?: string) => void;
  /**
   * Ends this activation of a run with a journal silently: nothing is emitted or cancelled, the outcome is `suspended`,
   * and the run continues when it starts again with the same `runId` and journal. Running tools are asked to stop; the
   * next activation asks about their effects. Agents without suspension, such as most remote ones, omit it.
   */
  readonly suspend?: () => void;
  /**
   * Sends a message of the user to the run while it is active. It follows the results of the current step, before the
   * next request to the model. A run that ends before does not deliver it. Agents on a server omit it.
   *
   * @param content the message.
   * @param id identifies it in all activations of a run with a journal, and in `step-end` events. Default: a new one.
   * @returns a function that retracts the message. It returns `false` if the message was delivered.
   * @throws UserError `empty-prompt` or `run-input` for content that is not a message.
   * @example const retract = run.steer?.('Leave the tests as they are.');
   */
  readonly steer?: (content: UserContent, id?: string) => () => boolean;
}

/** A message that a person sends to an active run. */
export interface SteeringMessage {
  readonly id: string;
  readonly messages: readonly ModelMessage[];
}

/** The messages that people send to an active run. */
export interface SteeringSource {
  /** Returns the messages that wait, and marks them as delivered. */
  deliver(): readonly SteeringMessage[];
  /** Marks messages that an earlier activation delivered. */
  markDelivered(messages: readonly SteeringMessage[]): void;
}

/** An agent that is prompted and returns a run: a loop in the page, or an agent on a server. */
export interface Agent<DEPS = unknown, OUTPUT = string> {
  readonly name: string;
  /**
   * Starts at once and never throws; whatever goes wrong is the outcome.
   *
   * @example const outcome = await agent.run('Clear .env', { deps }).outcome;
   */
  run(input: RunInput, ...options: RunArguments<DEPS>): AgentRun<OUTPUT>;
}
