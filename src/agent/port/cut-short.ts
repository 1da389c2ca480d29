import type { ModelMessage } from 'ai';
import { systemClock } from '../../protocol/base/clock.js';
import { CountersignError, UserError } from '../../protocol/base/errors.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { noUsage, type RunOutcome } from '../../protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../../protocol/run-event.js';
import type { Uncrossable } from './crossing.js';
import { foldRun, type KnownRun } from './fold-run.js';

/** Why a run ends that its other side does not end. */
export type Cut =
  | { readonly type: 'lost'; readonly how: Lost }
  | { readonly type: 'refused'; readonly what: Uncrossable }
  | { readonly type: 'broke'; readonly error: CountersignError }
  | { readonly type: 'aborted'; readonly reason: string };

/** How the other side was lost. */
export type Lost = keyof typeof losses | 'foreign';

/** What the page knows of a run. */
export interface PageRun {
  readonly runId: string;
  readonly conversationId: string;
  readonly agentName: string;
  /** The history that it began with. */
  readonly messages: readonly ModelMessage[];
  /** What it was to say. */
  readonly prompt: readonly ModelMessage[];
  readonly events: readonly RunEvent[];
  /** External calls whose work has begun in the page. */
  readonly begun: ReadonlySet<string>;
  readonly isKept: boolean;
}

const losses = {
  closed: 'the port to its agent was closed',
  stopped: 'its agent is no longer served',
  'given-up': 'the page has given the other side of the port up',
  failed: 'its worker failed',
  unread: 'a message of its agent could not be read',
} as const;

/** Returns the last events of a run that was cut short, and its outcome. */
export function cutShort(
  run: PageRun,
  cut: Cut,
): { readonly events: readonly RunEvent[]; readonly outcome: RunOutcome<never> } {
  const { runId, conversationId } = run;
  const known = factsOf(run);
  const { usage } = known;
  const about = { runId, conversationId, usage };
  const isTold = run.events.at(-1)?.type === 'run-end';
  const told = (end: RunEventBody): readonly RunEvent[] => (isTold ? [] : inEnvelopes(run, [...known.closing, end]));
  const added = (messages: readonly ModelMessage[]) => ({ messages, newMessages: messages.slice(run.messages.length) });
  if (cut.type === 'aborted') {
    const reason = cut.reason === '' ? {} : { reason: cut.reason };
    // A stopped run has said what it was to say; one that failed says it in the run that goes on from it.
    const outcome = { type: 'aborted', ...reason, ...about, ...added([...known.messages, ...known.prompt]) } as const;
    return { events: told({ type: 'run-end', outcome: 'aborted', usage, ...reason }), outcome };
  }
  const error = errorOfCut(run, cut);
  const prompt = known.prompt.length === 0 ? {} : { prompt: known.prompt };
  const events = told({ type: 'run-end', outcome: 'failed', usage, error: serializeError(error), ...prompt });
  return { events, outcome: { type: 'failed', error, ...prompt, ...about, ...added(known.messages) } };
}

function factsOf({ messages, prompt, events, begun, conversationId }: PageRun): KnownRun {
  if (events.length > 0) return foldRun({ messages, events, begun });
  return { messages, prompt, usage: noUsage, closing: [{ type: 'run-start', conversationId, prompt }] };
}

function inEnvelopes({ runId, events, agentName }: PageRun, bodies: readonly RunEventBody[]): readonly RunEvent[] {
  const agentPath = events[0]?.agentPath ?? [agentName];
  const first = (events.at(-1)?.seq ?? -1) + 1;
  const at = systemClock.now();
  return bodies.map((body, index) => ({ v: 1, seq: first + index, at, runId, agentPath, ...body }) as RunEvent); // a spread of a union loses which is which
}

function errorOfCut({ isKept }: PageRun, cut: Exclude<Cut, { type: 'aborted' }>): CountersignError {
  if (cut.type === 'broke') return cut.error;
  if (cut.type === 'refused') return cannotCross(cut.what);
  if (cut.how === 'foreign') {
    return new UserError(
      'port-version',
      'The agent on the other side of the port is served by another version of Countersign, which says things in another way. Nothing was run. Load the same version on both sides; a worker may come from an old cache.',
    );
  }
  const what = isKept
    ? 'What its journal has is kept: begin the run again with the same runId and journal, with an agent that can be reached.'
    : 'Nobody knows how far what had begun came. Make a new worker, and go on from the messages of this outcome.';
  const message = `The run ended because ${losses[cut.how]}. Nothing more of it is begun. ${what}`;
  return new CountersignError('port-closed', message);
}

function cannotCross({ path, kind }: Uncrossable): UserError {
  const isAgents = ['policy', 'toolsets', 'output'].includes(path);
  const where = isAgents
    ? `Give it to the agent on the other side, where serveAgent() is called: createAgent({ ${path} }).`
    : 'Pass plain data. What else it holds belongs to the other side, where serveAgent() is called: tools of createAgent() there can close over it, or get it in `toolsContext`.';
  return new UserError(
    'port-options',
    `The run was given \`${path}\`, which cannot cross the port to its agent: it is ${kind}. Nothing was run. ${where}`,
  );
}
