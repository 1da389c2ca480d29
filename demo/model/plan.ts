import { type CallOutcome, outcomeOf } from './outcome.js';
import { type SavedFile, savedFile } from './saved-content.js';
import type { Step, ToolStep } from './steps.js';
import type { MadeCall, Turn } from './turn.js';

/** The state of one step of a request. */
export type StepState =
  | { readonly kind: 'to-call'; readonly call: ToolStep }
  | { readonly kind: 'ended'; readonly call: ToolStep; readonly made: MadeCall; readonly outcome: CallOutcome }
  /** The app does not offer the tool. */
  | { readonly kind: 'not-offered'; readonly toolName: string }
  /** A save whose source is still running. */
  | { readonly kind: 'waiting' }
  /** A save whose source returned nothing. */
  | { readonly kind: 'nothing-to-save'; readonly path: string | null };

/** A step with its state and the number of its calls. */
export interface PlannedStep {
  readonly step: Step;
  readonly state: StepState;
  readonly attempts: number;
}

const ATTEMPTS = 2;
const TRY_AGAIN = /\btry(?:ing)? (?:it )?again\b|\bretry\b/i;

function toCall(call: ToolStep, offered: ReadonlySet<string>): StepState {
  return offered.has(call.tool) ? { kind: 'to-call', call } : { kind: 'not-offered', toolName: call.tool };
}

function writeOf(file: SavedFile): ToolStep {
  return { tool: 'write_file', input: { path: file.path, content: file.content } };
}

function saveState(
  step: Step & { tool: 'save' },
  planned: readonly PlannedStep[],
  offered: ReadonlySet<string>,
): StepState {
  const source = planned[step.from]?.state;
  if (source?.kind === 'to-call' || source?.kind === 'waiting') return { kind: 'waiting' };
  const nothing: StepState = { kind: 'nothing-to-save', path: step.path ?? null };
  if (source?.kind !== 'ended' || source.outcome.kind !== 'returned') return nothing;
  const file = savedFile(source.call, source.outcome.value, step.path);
  return file === null ? nothing : toCall(writeOf(file), offered);
}

// Results are matched to steps by tool and order within a response, since a person may have edited the input.
function settle(planned: PlannedStep[], calls: readonly MadeCall[]): PlannedStep[] {
  const left = [...calls];
  return planned.map((item) => {
    if (item.state.kind !== 'to-call') return item;
    const { call } = item.state;
    const index = left.findIndex((made) => made.toolName === call.tool);
    const [made] = index < 0 ? [] : left.splice(index, 1);
    if (made === undefined) return item;
    const outcome = outcomeOf(made.output);
    const attempts = item.attempts + 1;
    const isRetried = outcome.kind === 'error' && TRY_AGAIN.test(outcome.message) && attempts < ATTEMPTS;
    return { ...item, attempts, state: isRetried ? item.state : { kind: 'ended', call, made, outcome } };
  });
}

function advance(planned: readonly PlannedStep[], offered: ReadonlySet<string>): PlannedStep[] {
  return planned.map((item) => {
    if (item.state.kind !== 'waiting' || item.step.tool !== 'save') return item;
    return { ...item, state: saveState(item.step, planned, offered) };
  });
}

/** Replays a turn. Returns the state of each step after the responses so far. */
export function planTurn(steps: readonly Step[], turn: Turn, offered: ReadonlySet<string>): PlannedStep[] {
  let planned: PlannedStep[] = steps.map((step) => ({
    step,
    attempts: 0,
    state: step.tool === 'save' ? { kind: 'waiting' } : toCall(step, offered),
  }));
  planned = advance(planned, offered);
  for (const calls of turn.rounds) planned = advance(settle(planned, calls), offered);
  return planned;
}
