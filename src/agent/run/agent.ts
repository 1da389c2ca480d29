import type { RunOutcome } from '../../protocol/outcome.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { RunArguments, RunInput } from './run-options.js';

/** A run in progress. It goes on whether or not anybody iterates. */
export interface AgentRun<OUTPUT = string> extends AsyncIterable<RunEvent> {
  readonly runId: string;
  readonly conversationId: string;
  /** Resolves for every ending; never rejects. */
  readonly outcome: Promise<RunOutcome<OUTPUT>>;
  /** Stops model, tools and handler; the outcome is `aborted`. */
  readonly abort: (reason?: string) => void;
  /**
   * Ends this life of a run that has a journal, silently: nothing is told or cancelled, the outcome is `left`, and the
   * run goes on where it begins again with the same `runId` and journal. A tool that works just then is asked to stop;
   * how far it came is a question of the next life. Agents that have no such thing, such as most remote ones, leave it
   * out.
   */
  readonly suspend?: () => void;
}

/** Whatever can be asked and answers with a run: a loop in the page, or one on a server. */
export interface Agent<DEPS = unknown, OUTPUT = string> {
  readonly name: string;
  /**
   * Starts at once and never throws; whatever goes wrong is the outcome.
   *
   * @example const outcome = await agent.run('Clear .env', { deps }).outcome;
   */
  run(input: RunInput, ...options: RunArguments<DEPS>): AgentRun<OUTPUT>;
}
