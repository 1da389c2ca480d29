import type { Agent } from '../../agent/run/agent.js';
import type { CountersignError } from '../../protocol/base/errors.js';
import { whenIdle } from '../../protocol/base/lazy-part.js';
import { brokerPart } from './later-broker.js';
import { reducerPart } from './reducer-part.js';

/** Loads what the first run needs once the page has nothing better to do. What does not come then is loaded again by what needs it. */
export function preloadRun(agent: () => Pick<Agent<never, unknown>, 'preload'>): void {
  whenIdle(() => {
    for (const part of [agent().preload, reducerPart, brokerPart]) part?.().catch(() => {});
  });
}

interface Loading {
  readonly arrived: () => void;
  readonly failed: (told: { readonly error: CountersignError }) => void;
}

/** Whether a run, and what it asks, can be shown. If not, that is loaded, and one of the two called. */
export function canShowRuns({ arrived, failed }: Loading): boolean {
  if (reducerPart.loaded() !== undefined && brokerPart.loaded() !== undefined) return true;
  void Promise.all([reducerPart(), brokerPart()]).then(arrived, (error: CountersignError) => failed({ error }));
  return false;
}
