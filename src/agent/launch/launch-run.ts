import { toJsonMessages } from '../../protocol/base/json-messages.js';
import type { RunEventBody } from '../../protocol/run-event.js';
import { suspension } from '../plumbing/suspension.js';
import type { AgentRun } from '../run/agent.js';
import type { AgentConfig, Ending, RunScope } from '../run/run-scope.js';
import { createScope, type RunSetup, toMessages, toOutcome } from './create-scope.js';
import { asRunError, endingFor } from './ending.js';
import { pendingPrompt } from './prompt.js';
import { startRun } from './start-run.js';
import { SteeringQueue } from './steering-queue.js';

/** Yields what happens in a run; gives how it ended. */
export type Work = AsyncGenerator<RunEventBody, Ending, void>;

/** The differences between the runs of kinds of agents. */
interface RunKind<RUN extends RunScope> {
  /** Adds what runs of this kind have beside. */
  readonly toRun: (run: RunScope, setup: RunSetup) => RUN;
  readonly loop: (run: RUN) => Work;
  /** The runs deliver messages that people send while they are active. */
  readonly canSteer?: true;
}

/** Starts a run of an agent. */
export function launchRun<RUN extends RunScope, OUTPUT>(
  config: AgentConfig,
  { input, options }: Omit<RunSetup, 'stop' | 'steering'>,
  kind: RunKind<RUN>,
): AgentRun<OUTPUT> {
  const controller = new AbortController();
  const steering = kind.canSteer ? new SteeringQueue() : undefined;
  const { run, mistake } = prepare(config, { input, options, stop: controller.signal, steering }, kind);
  return startRun({
    runId: run.runId,
    conversationId: run.conversationId,
    agentPath: run.agentPath,
    clock: config.environment,
    // Without a reason of its own, an abort would bring a DOMException.
    abort: (reason = '') => controller.abort(reason),
    suspend: run.journal === undefined ? undefined : () => controller.abort(suspension),
    steer:
      steering &&
      ((content, id = config.environment.generateId()) =>
        steering.addMessage({ id, messages: toJsonMessages(toMessages(content)) })),
    isKeyed: run.journal !== undefined,
    beginning: { type: 'run-start', conversationId: run.conversationId, prompt: run.prompt },
    open: () => openLoop(run, kind, mistake),
    toOutcome: (ending) => toOutcome<OUTPUT>(run, ending),
  });
}

function openLoop<RUN extends RunScope>(run: RUN, { loop }: RunKind<RUN>, mistake?: Ending): Work {
  if (mistake !== undefined) return over(mistake);
  try {
    return loop(run);
  } catch (error) {
    return over(endingFor(run, error));
  }
}

// biome-ignore lint/correctness/useYield: a run that is over has nothing to tell
async function* over(ending: Ending): Work {
  return ending;
}

/** A run never throws: what is wrong with its input is its outcome. */
function prepare<RUN extends RunScope>(
  config: AgentConfig,
  setup: RunSetup,
  kind: RunKind<RUN>,
): { readonly run: RUN; readonly mistake?: Extract<Ending, { type: 'failed' }> } {
  const failed = (run: RUN, error: unknown): ReturnType<typeof prepare<RUN>> => ({
    run,
    mistake: { type: 'failed', error: asRunError(error), ...pendingPrompt(run, []) },
  });
  let scope: RunScope;
  try {
    scope = createScope(config, setup);
  } catch (error) {
    // What is right is kept, so that a wrong prompt costs no history.
    const options = setup.input === undefined ? {} : setup.options;
    return failed(prepare(config, { ...setup, input: undefined, options }, kind).run, error);
  }
  try {
    return { run: kind.toRun(scope, setup) };
  } catch (error) {
    // Nor a wrong model the prompt.
    return failed(kind.toRun(scope, { ...setup, options: {} }), error);
  }
}
